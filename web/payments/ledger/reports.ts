import { type RawBuilder, sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Order } from '#web/database/tables.ts';

/** SQL: whether the gateway has yet to decide on this order's report. */
const isOpen = (orderId: RawBuilder<unknown>) => sql<boolean>`(reports.order_id = ${orderId} and not exists (
  select 1 from payments p where p.id = reports.payment_id and p.status <> 'created'))`;

/**
 * SQL: whether an order may already be paid: its checkout reported a payment, or a bank authorised one. Until that is
 * decided, nobody is asked to pay the bill again.
 */
export function isPendingConfirmation(order: string): RawBuilder<boolean> {
  const [id, status] = [sql.ref(`${order}.id`), sql.ref(`${order}.status`)];
  return sql<boolean>`(${status} <> 'paid' and (
    exists (select 1 from payments h where h.order_id = ${id} and h.status = 'authorized')
    or exists (select 1 from reports where ${isOpen(id)})
  ))`;
}

/** Returns a bill's orders with a payment pending confirmation. */
export function ordersPendingConfirmation(db: Database, billKey: string): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('bill_key', '=', billKey)
    .where(isPendingConfirmation('orders'))
    .execute();
}

/** Stores a report after its signature was checked. Returns false if it was stored before. */
export async function storeReport(
  db: Database,
  orderId: string,
  paymentId: string,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reports')
    .values({ payment_id: paymentId, order_id: orderId, reported_at: moment(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns an order's undecided reports. */
export function openReports(db: Database, orderId: string) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where(isOpen(sql`${orderId}`))
    .execute();
}

/** Deletes reports of payments that belong to another order or were never made. */
export async function deleteReports(db: Database, of: 'payment_id' | 'order_id', id: string): Promise<void> {
  await db.deleteFrom('reports').where(of, '=', id).execute();
}
