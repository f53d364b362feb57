import { type RawBuilder, sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Order } from '#web/database/tables.ts';

/** Whether a report of this order's is one on which the gateway has said nothing that decides. */
const isOpen = (orderId: RawBuilder<unknown>) => sql<boolean>`(reports.order_id = ${orderId} and not exists (
  select 1 from payments p where p.id = reports.payment_id and p.status <> 'created'))`;

/**
 * Whether the order in the row of this name may have been paid without the gateway having said so: its checkout reported
 * a payment, or the bank has authorised one. Until that is decided, nobody is asked to pay the bill again.
 */
export function isConfirming(order: string): RawBuilder<boolean> {
  const [id, status] = [sql.ref(`${order}.id`), sql.ref(`${order}.status`)];
  return sql<boolean>`(${status} <> 'paid' and (
    exists (select 1 from payments h where h.order_id = ${id} and h.status = 'authorized')
    or exists (select 1 from reports where ${isOpen(id)})
  ))`;
}

/** The orders over a bill of which a payment is being confirmed. */
export function confirmingOrders(db: Database, billKey: string): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('bill_key', '=', billKey)
    .where(isConfirming('orders'))
    .execute();
}

/** Keeps a report whose signature fits the order. False when it was kept before. */
export async function keepReport(
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

/** The reported payments of an order of which the gateway has said nothing that decides. */
export function openReports(db: Database, orderId: string) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where(isOpen(sql`${orderId}`))
    .execute();
}

/** Lets go of reports of what is no payment of the order, or never came about. */
export async function dropReports(db: Database, of: 'payment_id' | 'order_id', id: string): Promise<void> {
  await db.deleteFrom('reports').where(of, '=', id).execute();
}
