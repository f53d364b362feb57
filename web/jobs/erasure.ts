import { sql } from 'kysely';
import type { Settings } from '#settings';
import { day } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import { eraseReceived } from '#web/database/received.ts';
import type { Database } from '#web/database/tables.ts';
import { truncateWal } from '#web/database/writable.ts';
import { log } from '#web/log.ts';
import { eraseMessages } from '#web/mail/outbox.ts';
import { eraseBills } from '#web/payments/ledger/bills.ts';
import { eraseRetainers } from '#web/payments/retainers/change-retainer.ts';
import { deleteOldVisits } from '#web/visits/counts.ts';

/** Nothing is erased if the ledger's newest row is older than this many milliseconds. */
const longestSilence = 30 * day;

/** Returns the time of the newest row that a person caused, in milliseconds since 1970; undefined for an empty ledger. */
export async function newestInLedger(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ at: string | null }>`select max(at) as at from (
    select max(created_at) as at from orders union all select max(created_at) from bills
    union all select max(recorded_at) from entries union all select max(created_at) from enquiries
    union all select max(created_at) from applications
    union all select max(at) from audit) known`.execute(db);
  return rows[0]?.at ? Date.parse(rows[0].at) : undefined;
}

/** Returns why this machine's clock may be too far ahead to act on; undefined if the ledger was not silent for `silence` ms. */
export async function clockProblem(
  db: Database,
  now: number,
  silence = longestSilence,
): Promise<string | undefined> {
  const newest = await newestInLedger(db);
  if (newest === undefined || now - newest <= silence) return undefined;
  return `This machine's clock says ${moment(now)}, but the ledger's newest row is of ${moment(newest)}. Nothing is erased, and after 45 days no retainer is billed. If the clock is wrong, correct it: timedatectl set-ntp true. If it is right, any new row ends this: for example, select Export CSV under Payments in the Studio.`;
}

export type Retention = Settings['retention'];

/** Erases personal data, unless this machine's clock may be wrong: then it logs why, and returns that. */
export async function eraseIfClockIsRight(
  db: Database,
  retention: Retention,
  now: number,
): Promise<{ erased: number } | { problem: string }> {
  const problem = await clockProblem(db, now);
  if (problem === undefined) return { erased: await erasePersonalData(db, retention, now) };
  log('error', problem);
  return { problem };
}

/**
 * Erases personal data that is older than its retention period: names, phone numbers, e-mail and UPI addresses and
 * staff's notes. Bills lose this data only when nothing is open (`eraseBills`). Messages lose their recipient and
 * text, and enquiries and applications are deleted on the promised day. Amounts, ids and states stay. Returns the number of erased
 * orders.
 */
export async function erasePersonalData(db: Database, retention: Retention, now: number): Promise<number> {
  const paidBefore = now - retention.payments * day;
  const unpaidBefore = now - retention.unpaid * day;
  const erased = await eraseOrders(db, { paidBefore, unpaidBefore, now });
  await eraseNotes(db, paidBefore);
  await db
    .updateTable('audit')
    .set({ detail: null, address: null })
    .where('at', '<', moment(now - retention.audit * day))
    .where((is) => is.or([is('detail', 'is not', null), is('address', 'is not', null)]))
    .execute();
  await deleteOldVisits(db, now);
  const messages = await eraseMessages(db, now - retention.messages * day);
  const bills = await eraseBills(db, { endedBefore: unpaidBefore, paidSince: paidBefore, now });
  await eraseRetainers(db, { overBefore: unpaidBefore, now });
  const enquiries = await eraseReceived(db, 'enquiry', { until: now });
  const applications = await eraseReceived(db, 'application', { until: now });
  if (erased + messages + bills + enquiries + applications > 0) await truncateWal(db);
  return erased;
}

type OrderLimits = { paidBefore: number; unpaidBefore: number; now: number; ids?: string[] };

/** Erases the customers of orders created before these times, or only of those with `ids`. Returns their number. */
export async function eraseOrders(
  db: Database,
  { paidBefore, unpaidBefore, now, ids }: OrderLimits,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ customer_name: null, customer_phone: null, customer_email: null, erased_at: moment(now) })
    .where('erased_at', 'is', null)
    .where((is) =>
      is.or([
        is('created_at', '<', moment(paidBefore)),
        is.and([is('status', '!=', 'paid'), is('created_at', '<', moment(unpaidBefore))]),
      ]),
    )
    .$if(ids !== undefined, (all) => all.where('id', 'in', ids ?? []))
    .executeTakeFirst();
  await eraseDetails(db);
  return Number(numUpdatedRows);
}

/** Erases UPI addresses and staff's reasons of erased orders. */
async function eraseDetails(db: Database): Promise<void> {
  const erased = db.selectFrom('orders').select('id').where('erased_at', 'is not', null);
  const vpas = db.updateTable('payments').set({ vpa: null }).where('vpa', 'is not', null);
  await vpas.where('order_id', 'in', erased).execute();
  const reasons = db.updateTable('refund_requests').set({ reason: '' }).where('reason', '!=', '');
  await reasons.where('order_id', 'in', erased).execute();
}

/** Erases notes of staff, which can name people. */
async function eraseNotes(db: Database, before: number): Promise<void> {
  const notes = db.updateTable('entries').set({ detail: null }).where('detail', 'is not', null);
  await notes.where('kind', '=', 'noted').where('at', '<', moment(before)).execute();
}
