import { addDays, dayInIndia, financialYear, formatMonth } from '#web/contracts/india.ts';
import { billKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { addMessages } from '#web/mail/outbox.ts';
import { defaultLinkDays } from '#web/payments/bodies.ts';
import { findBillsByKey, insertBills } from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import { findHeldNumbers } from '#web/payments/ledger/surplus-payments.ts';
import { billMessage, nextReminderTime } from '#web/payments/messages/reminders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { readSchedule } from './schedule.ts';

/** Who makes a bill that nobody had to enter a number for. */
const site: Staff = { id: '', name: 'The site' };

/**
 * Makes and mails the bills whose day has come, earliest day first, so that their numbers follow their days. Bills that
 * were missed are made too, and dated now. One that fails does not stop the others. Waits for the hours in which
 * customers may be reminded. Returns how many bills were made.
 */
export async function makeDueBills(payments: Payments): Promise<{ made: number }> {
  const { db, now } = payments;
  const today = dayInIndia(now());
  if (nextReminderTime(now()) > now()) return { made: 0 };
  let made = 0;
  const failures: unknown[] = [];
  for (const { retainer, month, state } of await readSchedule(db, { until: today, today })) {
    if (state !== 'due') continue;
    const outcome = await makeBill(payments, retainer.id, month).catch((error: unknown) => {
      failures.push(error);
    });
    if (outcome === 'made') made += 1;
  }
  if (failures.length > 0) throw failures[0];
  return { made };
}

/**
 * Makes the bill of a retainer's month with its payment link and e-mail, in one transaction. The unique index on
 * `retainer_months` allows no second bill. The due date and the financial year of the number count from today, as
 * a bill is dated when it is made. `typed` has the number that staff entered; it is `taken` if another bill has it, and
 * `holds-money` if another customer's payment would settle the bill (`findHeldNumbers`).
 */
export function makeBill(
  payments: Payments,
  id: string,
  month: string,
  typed?: { billNumber: string; staff: Staff },
): Promise<'made' | 'not-due' | 'taken' | 'holds-money'> {
  const { db, settings, now } = payments;
  const { staff, billNumber } = typed ?? { staff: site, billNumber: undefined };
  return db.transaction().execute(async (trx) => {
    const today = dayInIndia(now());
    // Locked against staff who pause, skip or change the retainer meanwhile.
    const retainer = await lockRow(trx, 'retainers', id);
    const schedule = retainer ? await readSchedule(trx, { until: today, today, id }) : [];
    const due = schedule.find((one) => one.month === month);
    if (!retainer || due?.state !== (billNumber === undefined ? 'due' : 'waiting')) return 'not-due';
    const { customer_name, customer_phone, customer_email, note } = retainer;
    const bill = {
      ...{ customer_name, customer_phone, customer_email, amount: due.amount },
      ...{ due_on: addDays(today, retainer.due_days), note: `${note}, ${formatMonth(month)}` },
    };
    const link = {
      actor: staff.name,
      days: defaultLinkDays,
      reminderDays: settings.reminderDays,
      now: now(),
    };
    const bill_number = billNumber ?? (await nextNumber(trx, retainer.numbers, today));
    const isHeld = await findHeldNumbers(trx, [billKey(bill_number)]);
    if (isHeld({ bill_number, customer_phone })) return 'holds-money';
    const [key = ''] = await insertBills(trx, [{ ...bill, bill_number }], link);
    const made = (await findBillsByKey(trx, [key], now())).get(key);
    if (!made && billNumber !== undefined) return 'taken';
    // Somebody has just typed the free number. The next run takes the one after it.
    if (!made) throw new Error(`another bill has just got the number ${bill_number}`);
    const decision = { decided_at: moment(now()), decided_by: staff.name };
    await trx
      .insertInto('retainer_months')
      .values({ retainer_id: id, month, bill_id: made.id, ...decision })
      .execute();
    const message = billMessage(payments, made);
    const dedupe_key = `retainer:${id}:${month}`;
    if (message) await addMessages(trx, [{ ...message, dedupe_key }], settings, now());
    const detail = `Retainer, ${formatMonth(month)}`;
    await audit(trx, { actor: staff, act: 'bill.made', subject: made.bill_number, detail }, now());
    return 'made';
  });
}

/**
 * Takes the next free number of a series and counts on. Skips numbers of all bills, also cancelled ones, and numbers that
 * a customer has paid without a bill: that payment would settle the new bill.
 */
async function nextNumber(trx: Database, pattern: string, today: string): Promise<string> {
  const form = pattern.replaceAll('{year}', financialYear(today));
  for (;;) {
    const { last } = await trx
      .insertInto('bill_series')
      .values({ series: billKey(form), last: 1 })
      .onConflict((conflict) =>
        conflict.column('series').doUpdateSet((is) => ({ last: is('bill_series.last', '+', 1) })),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    const number = form.replace('{number}', String(last));
    const of = (table: 'bills' | 'orders') =>
      trx.selectFrom(table).select('id').where('bill_key', '=', billKey(number)).limit(1).executeTakeFirst();
    if (!(await of('bills')) && !(await of('orders'))) return number;
  }
}
