import { type InferResult, sql } from 'kysely';
import { smallestAmount } from '#web/contracts/money.ts';
import { billKey } from '#web/contracts/text.ts';
import type { Database } from '#web/database/tables.ts';
import { refuseWith } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { billedAmount, manualSurplus, paysBill, sumNet, sumSurplus } from './bill-state.ts';
import type { NewBill } from './bills.ts';

/** A payment with its surplus in paise: the part above its bill, or all of it for a duplicate or a cancelled bill. */
type SurplusPayment = InferResult<ReturnType<typeof withSurplus>>[number];

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
  from orders o join bills b on ${paysBill('o', 'b')} where o.id = payments.order_id)`;

/** Selects the payments of these orders with their surplus, which is usually zero. */
const withSurplus = (db: Database, orderIds: string[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .select([sumSurplus('payments').as('surplus'), ofBill('id').as('bill_id')])
    .select(
      sql<'second' | 'overpaid' | 'paid-cancelled'>`case when ${ofBill('id')} is null then 'second'
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

/** Why staff cannot use a bill number that `findHeldNumbers` reports. */
export const heldNumber =
  'A cancelled bill with this number holds another customer’s payment, which would pay this bill: use another number, or refund or move that payment first';

/**
 * Returns a test for bills with these keys: whether a payment of another customer would settle the bill as soon as it is
 * made. The payer typed the number of a bill that is cancelled, so the payment counts for the next bill with the number.
 * A rest below ₹1, which nobody can refund, does not block a number.
 */
export async function findHeldNumbers(db: Database, keys: string[]) {
  const held = await db
    .selectFrom('bills')
    .innerJoin('orders', 'orders.bill_key', 'bills.bill_key')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['bills.bill_key', 'bills.customer_phone as billed', 'orders.customer_phone as payer'])
    .where('bills.bill_key', 'in', keys)
    .where('bills.cancelled_at', 'is not', null)
    .where('orders.bill_id', 'is', null)
    .where('payments.captured_at', 'is not', null)
    .where(sumNet('orders', 'payments'), '>=', smallestAmount)
    .where(paysBill('orders', 'bills'))
    .execute();
  return ({ bill_number, customer_phone }: Pick<NewBill, 'bill_number' | 'customer_phone'>) =>
    held.some(
      ({ bill_key, billed, payer }) =>
        bill_key === billKey(bill_number) && billed !== customer_phone && payer !== customer_phone,
    );
}

/** SQL: ids of the orders that pay a bill. */
export const ordersOfBill = (db: Database, billId: string) =>
  db
    .selectFrom('bills')
    .innerJoin('orders', 'orders.bill_key', 'bills.bill_key')
    .select('orders.id')
    .where('bills.id', '=', billId)
    .where(paysBill('orders', 'bills'));

/**
 * Marks the present surplus of an order, or of a bill by any method, as reviewed, for example if a second payment was
 * intended. A review belongs to an amount: what comes later is shown again. Returns the reviewed amount in paise. A
 * caller that shows an amount first must compare the two, since money may arrive or leave in between.
 */
export async function reviewSurplus(
  trx: Database,
  about: { orderId: string } | { billId: string },
  actor: Staff,
  now: number,
): Promise<number> {
  const orderIds = 'billId' in about ? ordersOfBill(trx, about.billId) : [about.orderId];
  const billId = 'billId' in about ? about.billId : '';
  const payments = trx
    .selectFrom('payments')
    .select(['id', 'surplus_reviewed'])
    .where('order_id', 'in', orderIds);
  const bills = trx.selectFrom('bills').select(['id', 'surplus_reviewed']).where('id', '=', billId);
  const before = await payments.unionAll(bills).execute();
  const reviewedPayments = await trx
    .updateTable('payments')
    .set({ surplus_reviewed: sql<number>`coalesce(surplus_reviewed, 0) + ${sumSurplus('payments')}` })
    .where('order_id', 'in', orderIds)
    .where(sql<boolean>`${sumSurplus('payments')} > 0`)
    .returning(['id', 'order_id as subject', 'surplus_reviewed'])
    .execute();
  const reviewedBills = await trx
    .updateTable('bills')
    .set({ surplus_reviewed: sql<number>`coalesce(surplus_reviewed, 0) + ${manualSurplus}` })
    .where('id', '=', billId)
    .where(sql<boolean>`${manualSurplus} > 0`)
    .returning(['id', 'bill_number as subject', 'surplus_reviewed'])
    .execute();
  const reviewed = [...reviewedPayments, ...reviewedBills];
  for (const subject of new Set(reviewed.map((row) => row.subject)))
    await audit(trx, { actor, act: 'surplus.settled', subject }, now);
  const known = new Map(before.map((row) => [row.id, row.surplus_reviewed ?? 0]));
  return reviewed.reduce((sum, row) => sum + (row.surplus_reviewed ?? 0) - (known.get(row.id) ?? 0), 0);
}

/**
 * Marks the surplus of an order or bill as reviewed if it still is `seen` paise. Otherwise responds with 409 and marks
 * nothing: money was paid, refunded, moved or reviewed since the person saw the amount.
 */
export async function reviewSeenSurplus(
  { db, now }: Payments,
  about: { orderId: string } | { billId: string },
  seen: number,
  staff: Staff,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const reviewed = await reviewSurplus(trx, about, staff, now());
    if (reviewed === 0) refuseWith('no-surplus');
    if (reviewed !== seen) refuseWith('other-surplus');
  });
}
