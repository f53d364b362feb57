import { type RawBuilder, sql } from 'kysely';
import { disputeStatuses, isDecided, type OrderState } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order } from '#web/database/tables.ts';

/** SQL: paise of an order's captured payments. Authorised payments that were returned do not count. */
const sumOfCaptured = (column: 'amount' | 'amount_refunded') => sql<number>`coalesce((
  select sum(p.${sql.ref(column)}) from payments p where p.order_id = orders.id and p.captured_at is not null
), 0)`;

const undecided = sql.join(
  disputeStatuses.filter((status) => !isDecided(status)).map((status) => sql.lit(status)),
);

/** Statuses of an undecided dispute, as a list for SQL. */
export const undecidedDisputes = sql`(${undecided})`;

const paid = sumOfCaptured('amount');
const refunded = sumOfCaptured('amount_refunded');

/** The state for staff: refunds and disputes take precedence over the payment. */
export const orderState: RawBuilder<OrderState> = sql<OrderState>`case
  when exists (select 1 from disputes d where d.order_id = orders.id
    and (d.deducted > 0 or d.status in ${undecidedDisputes})) then 'disputed'
  when ${refunded} = 0 then orders.status
  when ${refunded} >= ${paid} then 'refunded'
  else 'partly-refunded' end`;

/** Computed columns for queries of `orders`: sums in paise, and the order's state. */
export const orderSums = [
  paid.as('paid_amount'),
  refunded.as('refunded_amount'),
  orderState.as('state'),
] as const;

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

/** Returns the orders with a payment pending confirmation, of one bill or of all. */
export function ordersPendingConfirmation(db: Database, billKey?: string): Promise<Order[]> {
  const orders = db.selectFrom('orders').selectAll().where(isPendingConfirmation('orders'));
  return (billKey === undefined ? orders : orders.where('bill_key', '=', billKey)).execute();
}

/** Stores a report after its signature was checked. */
export async function storeReport(
  db: Database,
  orderId: string,
  paymentId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('reports')
    .values({ payment_id: paymentId, order_id: orderId, reported_at: moment(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
