import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { billKey } from '#web/payments/bill.ts';
import { moment } from '#web/payments/ledger/orders.ts';
import { isSecond } from '#web/payments/ledger/second-payments.ts';
import type { LedgerDatabase, LedgerTables, Order } from '#web/payments/ledger/tables.ts';

/** States that staff filter by. `refund-due`: a second payment for a bill, not yet settled. */
const listStates = ['created', 'attempted', 'paid', 'refunded', 'refund-due'] as const;

const date = z.iso.date('Give dates as 2026-03-31').startsWith('20', 'Give a date of this century');
const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** The query of the staff's list; dates are days in India. */
export const listQuerySchema = z.object({
  bill: blank(
    z
      .string()
      .trim()
      .max(60, 'Give at most 60 characters')
      .regex(/^\P{Cc}*$/u, 'Leave out control characters'),
  ),
  state: blank(z.enum(listStates)),
  from: blank(date),
  to: blank(date),
  /** Continues after the last row of the page before. */
  after: blank(
    z
      .string()
      .regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_order_[A-Za-z0-9]{14}$/,
        'Start from the first page again',
      ),
  ),
});
export type ListQuery = z.output<typeof listQuerySchema>;

const duplicate = sql<boolean>`exists (
  select 1 from payments p where p.order_id = orders.id and ${isSecond('p')}
)`;
const settled = sql<boolean>`exists (
  select 1 from payments p where p.order_id = orders.id and p.status = 'captured' and p.settled_at is not null
)`;
// What was never captured, and refunded by Razorpay itself, counts as neither paid nor refunded.
const paidAmount = sql<number>`coalesce((select sum(p.amount) from payments p
  where p.order_id = orders.id and p.captured_at is not null), 0)`;
const refundedAmount = sql<number>`coalesce((select sum(p.amount_refunded) from payments p
  where p.order_id = orders.id and p.captured_at is not null), 0)`;
// The captured payment, or else the last attempt.
const paymentId = sql<string | null>`(select p.id from payments p where p.order_id = orders.id
  order by case when p.captured_at is not null then 0 else 1 end, p.created_at desc, p.id limit 1)`;

const startOfDay = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const oneDay = 24 * 3_600_000;

function matches(query: ListQuery) {
  return (is: ExpressionBuilder<LedgerTables, 'orders'>) => {
    const wanted = [];
    const text = query.bill;
    if (text?.startsWith('order_')) wanted.push(is('orders.id', '=', text));
    else if (text?.startsWith('pay_'))
      wanted.push(is('orders.id', 'in', is.selectFrom('payments').select('order_id').where('id', '=', text)));
    else if (text) {
      const pattern = `%${billKey(text).replace(/[\\%_]/g, '\\$&')}%`;
      wanted.push(sql<boolean>`orders.bill_key like ${pattern} escape '\\'`);
    }
    if (query.state === 'refund-due') wanted.push(duplicate);
    else if (query.state === 'refunded') wanted.push(sql<boolean>`${refundedAmount} > 0`);
    else if (query.state) wanted.push(is('orders.status', '=', query.state));
    if (query.from) wanted.push(is('orders.created_at', '>=', moment(startOfDay(query.from))));
    if (query.to) wanted.push(is('orders.created_at', '<', moment(startOfDay(query.to) + oneDay)));
    return is.and(wanted);
  };
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>['orders'][number];

/** A page of orders, newest first, with the address of the next page. */
export async function listOrders(db: LedgerDatabase, query: ListQuery, limit = 50) {
  const [time = '', ...rest] = query.after?.split('_') ?? [];
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select([
      sql<number>`case when ${duplicate} then 1 else 0 end`.as('duplicate'),
      sql<number>`case when ${settled} then 1 else 0 end`.as('settled'),
      paidAmount.as('paid_amount'),
      refundedAmount.as('refunded_amount'),
      paymentId.as('payment_id'),
    ])
    .where(matches(query))
    .$if(query.after !== undefined, (page) =>
      page.where(sql<boolean>`(orders.created_at, orders.id) < (${time}, ${rest.join('_')})`),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute();
  const orders = rows.slice(0, limit).map((row) => ({
    ...publicOrder(row),
    duplicate: Number(row.duplicate) === 1,
    /** A second payment that staff have marked as settled. */
    settled: Number(row.settled) === 1,
    paid_amount: Number(row.paid_amount),
    refunded_amount: Number(row.refunded_amount),
    payment_id: row.payment_id,
  }));
  const last = orders.at(-1);
  return { orders, next: rows.length > limit && last ? `${last.created_at}_${last.id}` : undefined };
}

/** Whether an order has a second payment for its bill that is not settled. */
export async function hasSecondPayment(db: LedgerDatabase, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(duplicate)
    .executeTakeFirst();
  return found !== undefined;
}

/** What staff may see of an order: all but the keys to its receipt and its request. */
export function publicOrder(row: Order) {
  const { bill_key, receipt_token, request_key, checks, ...shown } = row;
  return shown;
}

/** Sums over everything that a query matches, in paise. */
export async function totals(db: LedgerDatabase, query: ListQuery) {
  const row = await db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)`.as('orders'),
      sql<number>`coalesce(sum(${paidAmount}), 0)`.as('paid'),
      sql<number>`coalesce(sum(${refundedAmount}), 0)`.as('refunded'),
      sql<number>`coalesce(sum(case when ${duplicate} then 1 else 0 end), 0)`.as('duplicates'),
    ])
    .where(matches(query))
    .executeTakeFirstOrThrow();
  return {
    orders: Number(row.orders),
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    duplicates: Number(row.duplicates),
  };
}
