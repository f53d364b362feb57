import { type InferResult, sql } from 'kysely';
import { kindsWhere } from '#web/contracts/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';

const notified = kindsWhere(({ notifies }) => notifies !== undefined);

/** The bill number as staff typed it, if they created the bill. */
const knownBill = sql<
  string | null
>`(select max(b.bill_number) from bills b where b.bill_key = orders.bill_key)`;

/** An entry with its order, payment and dispute, if any. */
export type NotifiedEntry = InferResult<ReturnType<typeof notifiedEntries>>[number];

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
