import { type InferResult, sql } from 'kysely';
import type { EntryKind, NotifiedKind } from '#web/contracts/entry-kinds.ts';
import { kindsWhere } from '#web/contracts/entry-kinds.ts';
import { dateInIndia } from '#web/contracts/india.ts';
import { formatMoney } from '#web/contracts/money.ts';
import { disputesDashboard, methodNames } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import type { OutboxMessage } from '#web/mail/outbox.ts';
import type { PaymentSettings } from '#web/payments/settings.ts';

type Sender = Pick<PaymentSettings, 'siteUrl' | 'mail' | 'isTest' | 'noticeTo'>;

type MessageText = Pick<OutboxMessage, 'kind' | 'subject' | 'recipient'> & { text: string };

type MessageTemplate = [kind: string, subject: string, text: string];

/** Returns an entry's messages. Only staff see what the payer typed: the typed e-mail address may be a stranger's. */
export function messagesFor(entry: NotifiedEntry, sender: Sender): MessageText[] {
  const amount = formatMoney(entry.amount, entry.currency);
  const bill = `bill ${entry.bill_number ?? ''}`;
  const yours = entry.known_bill ? `bill ${entry.known_bill}` : 'your bill';
  const by = entry.method ? ` by ${methodNames[entry.method] ?? entry.method}` : '';
  const day = dateInIndia(entry.at);
  const receipt = `${sender.siteUrl}/pay-online/receipt/${entry.receipt_token ?? ''}`;
  const deadline = entry.respond_by
    ? `Respond by ${dateAndTime(entry.respond_by)}, or the money is lost:\n${disputesDashboard}`
    : `See it in the Razorpay dashboard:\n${disputesDashboard}`;

  const forCustomers: Record<NotifiedKind<'customer'>, MessageTemplate> = {
    captured: [
      'receipt',
      `Receipt for ${yours}: ${amount}`,
      `We received your payment of ${amount} for ${yours}${by} on ${day}. Thank you.\n\nYour receipt, to print or save:\n${receipt}`,
    ],
    refunded: [
      'refund',
      `Refund for ${yours}: ${amount}`,
      `We are refunding ${amount} of your payment for ${yours} to the account that you paid from. Banks take five to seven working days.\n\nYour receipt shows the refund:\n${receipt}`,
    ],
  };
  const forStaff: Record<NotifiedKind<'staff'>, MessageTemplate> = {
    captured: [
      'money-arrived',
      `${amount} received for ${bill}`,
      `${entry.customer_name ?? 'A customer'} paid ${amount} for ${bill}${by} on ${day}.`,
    ],
    'refund-failed': [
      'refund-failed',
      `Refund failed: ${amount} for ${bill}`,
      `The refund of ${amount} for ${bill} did not go through, and the money is back with you. The customer is waiting for it: please agree on another way to refund it.`,
    ],
    disputed: [
      'dispute',
      `Payment disputed: ${amount} for ${bill}`,
      `A customer disputes ${amount} of the payment for ${bill}. ${deadline}`,
    ],
    unexplained: [
      'unexplained',
      `${amount} received that matches no bill`,
      `Razorpay received ${amount} that belongs to no bill on the site, or differs from its bill. Please find out what it is for.`,
    ],
  };
  const payment = `Payment ID: ${entry.payment_id ?? entry.subject}`;
  const ids = entry.subject === entry.payment_id ? payment : `Reference: ${entry.subject}\n${payment}`;
  const contact = 'If something is wrong, reply to this e-mail.';
  const ofKind = (templates: Partial<Record<EntryKind, MessageTemplate>>) => templates[entry.kind];
  const [customer, staff] = [ofKind(forCustomers), ofKind(forStaff)];
  return [
    ...(customer
      ? [composeMessage(sender, entry.customer_email, customer, ['Good day,'], [ids, contact])]
      : []),
    ...(staff ? [composeMessage(sender, sender.noticeTo, staff, [], [ids, backOfficeLink(sender)])] : []),
  ];
}

/** Returns a message that requests payment of a bill. With `unsubscribeUrl` it is a reminder. */
export function paymentRequestMessage(
  sender: Sender,
  bill: { recipient: string; request: string; payUrl: string; invoiceUrl?: string; unsubscribeUrl?: string },
): MessageText {
  const { recipient, request, payUrl, invoiceUrl, unsubscribeUrl } = bill;
  const kind = unsubscribeUrl ? 'reminder' : 'bill';
  const text = `${request}.\n\nPay here by UPI, card or net banking, or scan the code below with another device:\n${payUrl}`;
  const after = [
    ...(invoiceUrl ? [`Download the tax invoice (PDF):\n${invoiceUrl}`] : []),
    'If you have paid another way, reply to this e-mail so that we can find your payment.',
    ...(unsubscribeUrl ? [`Stop these reminders with one click:\n${unsubscribeUrl}`] : []),
  ];
  const subject = unsubscribeUrl ? `Reminder: ${request}` : request;
  return composeMessage(sender, recipient, [kind, subject, text], ['Good day,'], after);
}

const dateAndTime = (moment: string) => dateInIndia(moment, { timeStyle: 'short' });
const backOfficeLink = ({ siteUrl }: Sender) => `See the details in the Studio:\n${siteUrl}/studio/payments`;

function composeMessage(
  { siteUrl, mail, isTest }: Sender,
  recipient: string | null = null,
  [kind, subject, text]: MessageTemplate,
  before: string[],
  after: string[],
): MessageText {
  const test = isTest ? ['This is a test: no money was moved.'] : [];
  const name = mail?.from.match(/^(.*\S)\s*</)?.[1];
  const sender = [...(name ? [name] : []), siteUrl].join('\n');
  const paragraphs = [...test, ...before, text, ...after, sender];
  return { kind, recipient, subject: isTest ? `[Test] ${subject}` : subject, text: paragraphs.join('\n\n') };
}

const notified = kindsWhere(({ notifies }) => notifies !== undefined);

/** The bill number as staff typed it, if they created the bill. */
const knownBill = sql<
  string | null
>`(select max(b.bill_number) from bills b where b.bill_key = orders.bill_key)`;

/** An entry with its order, payment and dispute, if any. */
type NotifiedEntry = InferResult<ReturnType<typeof notifiedEntries>>[number];

/** Selects the entries that customers or staff are notified of. */
export function notifiedEntries(db: Database) {
  return db
    .selectFrom('entries')
    .leftJoin('orders', 'orders.id', 'entries.order_id')
    .leftJoin('payments', 'payments.id', 'entries.payment_id')
    .leftJoin('disputes', 'disputes.id', 'entries.subject')
    .selectAll('entries')
    .select(['orders.bill_number', 'orders.customer_name', 'orders.customer_email', 'orders.receipt_token'])
    .select(['payments.method', 'disputes.respond_by', knownBill.as('known_bill')])
    .where('entries.kind', 'in', notified);
}
