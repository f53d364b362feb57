import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Payment } from '#web/database/tables.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { billedAmount, isOrderOf, manualSurplus, surplusOf } from './bill-state.ts';
import { addOrderEvent } from './entries.ts';

/** A payment with its surplus in paise: the part above its bill, or all of it for a duplicate or a cancelled bill. */
export type SurplusPayment = Payment & {
  surplus: number;
  bill_id: string | null;
  of: 'second' | 'overpaid' | 'paid-cancelled';
};

/** Selects orders that may have a surplus: paid twice, larger than the bill, or not the only payment of the bill. */
const candidates = sql<{ id: string }>`
  select id from orders where status = 'paid' and bill_key in (
    select bill_key from orders where status = 'paid' group by bill_key having count(*) > 1
  )
  union
  select order_id from payments where captured_at is not null group by order_id having count(*) > 1
  union
  select r.id from bills b cross join orders r
  where r.bill_key = b.bill_key and r.status = 'paid' and r.amount > ${billedAmount('b')}
  union
  select r.id from vouchers v join bills b on b.id = v.bill_id join orders r on r.bill_key = b.bill_key
  where r.status = 'paid'`;

/** Orders per statement: the number of parameters is limited. */
const most = 500;

const ofBill = (column: 'id' | 'cancelled_at') => sql<string | null>`(select ${sql.ref(`b.${column}`)}
  from orders o join bills b on ${isOrderOf('o', 'b')} where o.id = payments.order_id)`;

/** Selects the payments of these orders with their surplus, which is usually zero. */
const withSurplus = (db: Database, orderIds: string[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .select([surplusOf('payments').as('surplus'), ofBill('id').as('bill_id')])
    .select(
      sql<SurplusPayment['of']>`case when ${ofBill('id')} is null then 'second'
        when ${ofBill('cancelled_at')} is null then 'overpaid' else 'paid-cancelled' end`.as('of'),
    )
    .where('order_id', 'in', orderIds);

/** Returns payments with a surplus, of these orders or of all candidates. Reads by id to avoid a full table scan. */
export async function surplusPayments(db: Database, orderIds?: string[]): Promise<SurplusPayment[]> {
  const ids = orderIds ?? (await candidates.execute(db)).rows.map(({ id }) => id);
  const found: SurplusPayment[] = [];
  for (let start = 0; start < ids.length; start += most)
    found.push(
      ...(await db
        .selectFrom(withSurplus(db, ids.slice(start, start + most)).as('known'))
        .selectAll()
        .where('surplus', '>', 0)
        .orderBy('captured_at')
        .execute()),
    );
  return found;
}

/** SQL: ids of the orders that pay a bill. */
export const ordersOfBill = (db: Database, billId: string) =>
  db
    .selectFrom('bills')
    .innerJoin('orders', 'orders.bill_key', 'bills.bill_key')
    .select('orders.id')
    .where('bills.id', '=', billId)
    .where(isOrderOf('orders', 'bills'));

/**
 * Marks the present surplus of an order, or of a bill by any method, as reviewed, for example if a second payment was
 * intended. A review belongs to an amount: what comes later is shown again. Returns how many orders and bills had one.
 */
export async function reviewSurplus(
  trx: Database,
  of: { orderId: string } | { billId: string },
  actor: Staff,
  now: number,
): Promise<number> {
  const reviewed = await trx
    .updateTable('payments')
    .set({
      settled_at: moment(now),
      surplus_reviewed: sql<number>`coalesce(surplus_reviewed, 0) + ${surplusOf('payments')}`,
    })
    .where('order_id', 'in', 'billId' in of ? ordersOfBill(trx, of.billId) : [of.orderId])
    .where(sql<boolean>`${surplusOf('payments')} > 0`)
    .returning(['id', 'order_id'])
    .execute();
  for (const { id, order_id } of reviewed)
    await addOrderEvent(
      trx,
      { order_id, payment_id: id, actor: actor.name },
      'payment.settled',
      'staff',
      now,
    );
  const bill = await trx
    .updateTable('bills')
    .set({ surplus_reviewed: sql<number>`coalesce(surplus_reviewed, 0) + ${manualSurplus}` })
    .where('id', '=', 'billId' in of ? of.billId : '')
    .where(sql<boolean>`${manualSurplus} > 0`)
    .returning('bill_number')
    .executeTakeFirst();
  const subjects = new Set([
    ...reviewed.map(({ order_id }) => order_id),
    ...(bill ? [bill.bill_number] : []),
  ]);
  for (const subject of subjects) await audit(trx, { actor, act: 'surplus.settled', subject }, now);
  return subjects.size;
}
