import { type RawBuilder, sql } from 'kysely';
import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';

/**
 * Whether the payment in the row of this name is a second one for its bill that nobody has settled yet. A refund settles
 * it by itself: the payment is then no longer `captured`.
 */
export function isSecond(payment: string): RawBuilder<boolean> {
  const p = sql.ref(payment);
  return sql<boolean>`(${p}.status = 'captured' and ${p}.settled_at is null and exists (
    select 1 from payments q join orders r on r.id = q.order_id
    where r.bill_key = (select bill_key from orders o where o.id = ${p}.order_id) and q.status = 'captured'
      and (q.captured_at < ${p}.captured_at or (q.captured_at = ${p}.captured_at and q.id < ${p}.id))
  ))`;
}

/** Orders among which all second payments are: a bill that was paid in two orders, or an order that was taken twice. */
export const secondPaymentOrders = sql`(
  select id from orders where status = 'paid' and bill_key in (
    select bill_key from orders where status = 'paid' group by bill_key having count(*) > 1
  )
  union
  select order_id from payments where captured_at is not null group by order_id having count(*) > 1
)`;

/**
 * Marks the second payments of an order as settled outside the gateway, also in the order's trail. Returns how many there
 * were; of two who do it at once, one gets 0.
 */
export function settleSecondPayments(
  db: LedgerDatabase,
  orderId: string,
  actor: string,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const settled = await trx
      .updateTable('payments')
      .set({ settled_at: moment(now) })
      .where('order_id', '=', orderId)
      .where(isSecond('payments'))
      .returning('id')
      .execute();
    for (const { id } of settled)
      await trx
        .insertInto('order_events')
        .values({
          order_id: orderId,
          payment_id: id,
          source: 'staff',
          event: 'payment.settled',
          at: moment(now),
          actor,
        })
        .execute();
    return settled.length;
  });
}
