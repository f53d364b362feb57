import { createHash } from 'node:crypto';
import encodeQr from 'qr';
import { findRefusal, isAllowed } from '#web/contracts/bill-actions.ts';
import { day, hour } from '#web/contracts/durations.ts';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { addMessages, atMostOnceKinds, type NewMessage, type OutboxMessage } from '#web/mail/outbox.ts';
import type { SendDecision } from '#web/mail/send.ts';
import { paymentRequest } from '#web/payments/bills/bill-texts.ts';
import { paymentLinkPath, toBillStatus } from '#web/payments/bills/pay-by-link.ts';
import {
  type BillWithState,
  findBill,
  findOrdersInProgress,
  isLinkToken,
  newLinkToken,
  remindableBills,
  remindableDays,
  reminderDue,
} from '#web/payments/ledger/bills.ts';
import { sameBillWindow } from '#web/payments/ledger/orders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { paymentRequestMessage } from './texts.ts';

/** Hours of the day in India in which customers may be reminded. */
const reminderHours = { from: 9, to: 21 };

/** Returns when customers may next be reminded, in milliseconds since 1970; during the day this is `now`. */
export function nextReminderTime(now: number): number {
  const midnight = startOfDay(dayInIndia(now));
  const [from, to] = [midnight + reminderHours.from * hour, midnight + reminderHours.to * hour];
  if (now < from) return from;
  return now < to ? now : from + day;
}

/**
 * Queues the due reminders, each once: the bill and the reminder's day form the message's key. After a long pause, only
 * the latest is queued, and none if the bill itself was mailed on the reminder's day or later.
 */
export async function addReminders(payments: Payments): Promise<void> {
  const { db, settings, now } = payments;
  const { reminderDays } = settings;
  const today = dayInIndia(now());
  const due = remindableDays(reminderDays, today);
  await failInterrupted(payments);
  if (!due || nextReminderTime(now()) > now()) return;
  const messages: NewMessage[] = [];
  for (const bill of await remindableBills(db, due, now())) {
    const step = reminderDue(reminderDays, bill.due_on ?? '', today);
    if (step === undefined) continue;
    const remindOn = addDays(bill.due_on ?? '', step);
    if (remindOn < dayInIndia(Date.parse(bill.created_at))) continue;
    const dedupe_key = `reminder:${bill.id}:${step}`;
    if ((await isQueued(db, dedupe_key)) || (await wasMailedSince(db, bill.id, startOfDay(remindOn))))
      continue;
    if ((await reasonNotToRemind(db, bill)) === undefined && !(await isBeingPaid(payments, bill)))
      messages.push({ ...(await reminder(payments, bill)), dedupe_key });
  }
  await addMessages(db, messages, settings, now());
}

const isQueued = async (db: Database, key: string) =>
  (await db.selectFrom('outbox').select('id').where('dedupe_key', '=', key).executeTakeFirst()) !== undefined;

/**
 * Returns whether the bill itself was mailed since a time (milliseconds since 1970), or will be as soon as the mail
 * server responds.
 */
export const wasMailedSince = async (db: Database, billId: string, since: number): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('bill_id', '=', billId)
    .where('kind', '=', 'bill')
    .where('state', 'not in', ['failed', 'withdrawn'])
    .where('created_at', '>=', moment(since))
    .executeTakeFirst()) !== undefined;

/** Marks reminders as failed if their process died while sending. They may have been sent. */
async function failInterrupted({ db, now }: Payments): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      state: 'failed',
      next_at: null,
      problem: 'Sending was interrupted. The message may have arrived.',
    })
    .where('state', '=', 'sending')
    .where('kind', 'in', atMostOnceKinds)
    .where('next_at', '<=', moment(now()))
    .execute();
}

/** Returns why a bill's customer must not be reminded now. */
async function reasonNotToRemind(db: Database, bill: BillWithState): Promise<string | undefined> {
  const refusal = findRefusal('request-payment', bill);
  if (refusal) return refusal;
  if (bill.cheques > 0) return 'A cheque for the bill has not cleared yet.';
  if (bill.wasPaid) return 'The bill was paid before.';
  if (!bill.customer_email) return 'The bill no longer has an e-mail address.';
  if (await unsubscribedAt(db, bill.customer_email)) return 'The customer unsubscribed from reminders.';
  return undefined;
}

async function isBeingPaid({ db, now }: Payments, bill: BillWithState): Promise<boolean> {
  return (await findOrdersInProgress(db, bill, undefined, now() - sameBillWindow)).length > 0;
}

async function reminder(payments: Payments, bill: BillWithState) {
  const token = bill.stop_token ?? newLinkToken();
  if (bill.stop_token === null)
    await payments.db.updateTable('bills').set({ stop_token: token }).where('id', '=', bill.id).execute();
  return messageFor(payments, bill, buildUnsubscribeUrl(payments, token));
}

function messageFor(payments: Payments, bill: BillWithState, unsubscribeUrl?: string) {
  const { settings, now } = payments;
  const recipient = bill.customer_email ?? '';
  const payUrl = settings.siteUrl + paymentLinkPath(bill);
  const status = toBillStatus(bill);
  const request = {
    recipient,
    payUrl,
    request: paymentRequest(status, dayInIndia(now())),
    ...(status.invoice && { invoiceUrl: settings.siteUrl + status.invoice }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
  const message = paymentRequestMessage(settings, request);
  return { ...message, recipient, bill_id: bill.id, order_id: null };
}

/** Returns the message with which staff send a bill; undefined if nothing is to be paid or there is no address. */
export function billMessage(payments: Payments, bill: BillWithState) {
  return isAllowed('request-payment', bill) && bill.customer_email ? messageFor(payments, bill) : undefined;
}

const buildUnsubscribeUrl = ({ settings }: Payments, token: string) =>
  `${settings.siteUrl}/api/stop-reminders/${token}`;

/** Decides whether and when to send a message, perhaps long after it was queued. */
export async function sendDecisionFor(payments: Payments, message: OutboxMessage): Promise<SendDecision> {
  const { db, settings, now } = payments;
  if (!message.bill_id) return {};
  const bill = await findBill(db, message.bill_id, now());
  if (!bill) return { withdraw: 'The bill no longer exists.' };
  const isReminder = message.kind === 'reminder';
  const why = isReminder ? await reasonNotToRemind(db, bill) : findRefusal('request-payment', bill);
  if (why) return { withdraw: why };
  const notBefore = nextReminderTime(now());
  if (isReminder && notBefore > now()) return { notBefore };
  if (isReminder && (await isBeingPaid(payments, bill))) return { notBefore: now() + sameBillWindow };
  const gif = encodeQr(settings.siteUrl + paymentLinkPath(bill), 'gif', { scale: 3, border: 4 });
  const picture = { gif, alt: `QR code to pay bill ${bill.bill_number}` };
  // The open amount, the day or the link may have changed since the message was queued.
  const { subject, text } = isReminder ? await reminder(payments, bill) : messageFor(payments, bill);
  return {
    picture,
    subject,
    text,
    ...(isReminder && bill.stop_token && { unsubscribeUrl: buildUnsubscribeUrl(payments, bill.stop_token) }),
  };
}

/** Only a digest is stored, because the record outlives the address itself. */
const hashAddress = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex');

/** Returns when an address unsubscribed from reminders. */
export async function unsubscribedAt(db: Database, email: string): Promise<string | undefined> {
  const stop = await db
    .selectFrom('reminder_stops')
    .select('stopped_at')
    .where('address', '=', hashAddress(email))
    .executeTakeFirst();
  return stop?.stopped_at;
}

/** Finds the bill of an unsubscribe token; undefined if the token is unknown. */
export async function findBillToUnsubscribe({ db }: Payments, token: string) {
  if (!isLinkToken(token)) return undefined;
  return db
    .selectFrom('bills')
    .select(['bill_number', 'customer_email'])
    .where('stop_token', '=', token)
    .executeTakeFirst();
}

/** Unsubscribes the bill's e-mail address from all reminders. */
export async function unsubscribe(payments: Payments, token: string): Promise<boolean> {
  const bill = await findBillToUnsubscribe(payments, token);
  if (!bill) return false;
  if (bill.customer_email)
    await payments.db
      .insertInto('reminder_stops')
      .values({ address: hashAddress(bill.customer_email), stopped_at: moment(payments.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return true;
}
