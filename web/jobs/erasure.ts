import { sql } from 'kysely';
import type { Settings } from '#settings';
import { day } from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { truncateWal } from '#web/database/truncate-wal.ts';
import { eraseEnquiries } from '#web/enquiry/copies.ts';
import { eraseMessages } from '#web/mail/outbox.ts';
import { eraseBills } from '#web/payments/ledger/bills.ts';
import { deleteOldVisits } from '#web/visits/counts.ts';

export type Retention = Settings['retention'];

/**
 * Erases personal data that is older than its retention period: names, phone numbers, e-mail and UPI addresses and
 * staff's notes. Bills lose this data only when nothing is open (`eraseBills`). Messages lose their recipient and
 * text, and enquiries are deleted on the promised day. Amounts, ids and states stay. Returns the number of erased
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
  const enquiries = await eraseEnquiries(db, { until: now });
  if (erased + messages + bills + enquiries > 0) await truncateWal(db);
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

/** Erases notes of staff and banks, which can name people. */
async function eraseNotes(db: Database, before: number): Promise<void> {
  const notes = db.updateTable('entries').set({ detail: null }).where('detail', 'is not', null);
  await notes.where('kind', '=', 'noted').where('at', '<', moment(before)).execute();
  // A line with a note counts as explained, so the erased note becomes an empty string instead of null.
  const note = sql<string | null>`case when note is null then null else '' end`;
  const lines = db.updateTable('bank_lines').set({ text: '', note }).where('day', '<', dayInIndia(before));
  await lines.where((is) => is.or([is('text', '!=', ''), is('note', '!=', '')])).execute();
}
