import { type RawBuilder, sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Payment } from '#web/database/tables.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { noteEvent } from './entries.ts';
import { outsideOf } from './vouchers.ts';

/** Paise that payment `p` of order `o` adds to its bill, without surcharge, refunds and what was put on other bills. */
export function netOf(o: string, p: string): RawBuilder<number> {
  const amount = sql.ref(`${o}.amount`);
  const refunded = sql`(${sql.ref(`${p}.amount_refunded`)} + coalesce(${sql.ref(`${p}.amount_moved`)}, 0))`;
  return sql<number>`(case when ${refunded} >= ${amount} then 0 else ${amount} - ${refunded} end)`;
}

/**
 * Whether the payment in the row of this name is an unsettled surplus: of a known bill, the one that overpaid it; of
 * any other, a second one of the same amount, since different amounts are parts. A refund settles it: the payment is
 * then no longer `captured`, or the sum fits again. The gateway's times are whole seconds: of two within one, the later
 * order is the second.
 */
export function isDuplicate(payment: string): RawBuilder<boolean> {
  const p = sql.ref(payment);
  return sql<boolean>`(${p}.status = 'captured' and ${p}.settled_at is null and exists (
    select 1 from orders o left join bills b on b.bill_key = o.bill_key and b.cancelled_at is null
    where o.id = ${p}.order_id and case
      when b.id is null then exists (
        select 1 from orders r join payments q on q.order_id = r.id
        where r.bill_key = o.bill_key and r.amount = o.amount and q.status = 'captured'
          and (q.captured_at, r.created_at, q.id) < (${p}.captured_at, o.created_at, ${p}.id))
      else b.amount < ${outsideOf('b')} + (
        select sum(${netOf('r', 'q')}) from orders r join payments q on q.order_id = r.id
        where r.bill_key = o.bill_key and q.captured_at is not null
          and (q.captured_at, r.created_at, q.id) <= (${p}.captured_at, o.created_at, ${p}.id))
      end
  ))`;
}

/** Superset of the orders with second payments: paid twice, in two orders, or above a known bill. */
const candidates = sql<{ id: string }>`
  select id from orders where status = 'paid' and bill_key in (
    select bill_key from orders where status = 'paid' group by bill_key having count(*) > 1
  )
  union
  select order_id from payments where captured_at is not null group by order_id having count(*) > 1
  union
  select r.id from bills b cross join orders r
  where r.bill_key = b.bill_key and b.cancelled_at is null and r.status = 'paid' and r.amount > b.amount
  union
  select r.id from vouchers v join bills b on b.id = v.bill_id join orders r on r.bill_key = b.bill_key
  where r.status = 'paid' and b.cancelled_at is null`;

/** A statement's parameters are limited. */
const most = 500;

/** The second payments of these orders, or of all; without ids PostgreSQL would scan all payments. */
export async function duplicatePayments(db: Database, orderIds?: string[]): Promise<Payment[]> {
  const ids = orderIds ?? (await candidates.execute(db)).rows.map(({ id }) => id);
  const found: Payment[] = [];
  for (let start = 0; start < ids.length; start += most)
    found.push(
      ...(await db
        .selectFrom('payments')
        .selectAll()
        .where('order_id', 'in', ids.slice(start, start + most))
        .where(isDuplicate('payments'))
        .orderBy('captured_at')
        .execute()),
    );
  return found;
}

/** Marks an order's second payments as settled outside the gateway. Returns how many. */
export function settleDuplicatePayments(
  db: Database,
  orderId: string,
  actor: Staff,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const settled = await trx
      .updateTable('payments')
      .set({ settled_at: moment(now) })
      .where('order_id', '=', orderId)
      .where(isDuplicate('payments'))
      .returning('id')
      .execute();
    for (const { id } of settled) {
      const about = { order_id: orderId, payment_id: id, actor: actor.name };
      await noteEvent(trx, about, 'payment.settled', 'staff', now);
    }
    if (settled.length > 0) await audit(trx, { actor, act: 'second.settled', subject: orderId }, now);
    return settled.length;
  });
}
