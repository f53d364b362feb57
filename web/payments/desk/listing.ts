import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { billKey } from '#web/payments/bill.ts';
import { firstOfMonth } from '#web/payments/india.ts';
import { moment } from '#web/payments/ledger/orders.ts';
import { secondPayments } from '#web/payments/ledger/second-payments.ts';
import type { LedgerDatabase, LedgerTables, Order } from '#web/payments/ledger/tables.ts';
import { listStates, type OrderList } from './contract.ts';
import { sumsOf } from './sums.ts';

const date = z.iso.date('Give dates as 2026-03-31').startsWith('20', 'Give a date of this century');
/** A part of a query that may be empty. */
export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Days in India. */
export const spanSchema = z.object({ from: blank(date), to: blank(date) });
export type Span = z.output<typeof spanSchema>;

/** The query of the staff's list. */
export const listQuerySchema = spanSchema.extend({
  /** Whatever a caller can quote: a name, a phone number, a bill, a bank's reference, a UPI address, an id. */
  search: blank(
    z
      .string()
      .trim()
      .max(100, 'Give at most 100 characters')
      .regex(/^\P{Cc}*$/u, 'Leave out control characters'),
  ),
  state: blank(z.enum(listStates)),
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

const oneDay = 24 * 3_600_000;

/** The moments at which a span of days begins and ends; each is left out where the span is open. */
export function momentsOf({ from, to }: Span): { from?: string; to?: string } {
  const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
  return {
    ...(from ? { from: moment(startOf(from)) } : {}),
    ...(to ? { to: moment(startOf(to) + oneDay) } : {}),
  };
}

/** An order belongs to the day on which it was paid; until then to the one on which it began. */
const dayOf = sql<string>`coalesce(orders.paid_at, orders.created_at)`;

const settled = sql<boolean>`exists (
  select 1 from payments p where p.order_id = orders.id and p.status = 'captured' and p.settled_at is not null
)`;
// What was never captured, and refunded by the gateway itself, counts as neither paid nor refunded.
const sumOfTaken = (column: string) => sql<number>`coalesce((select sum(p.${sql.ref(column)}) from payments p
  where p.order_id = orders.id and p.captured_at is not null), 0)`;
// The captured payment, or else the last attempt.
const ofPayment = (column: string) => sql<string | null>`(select p.${sql.ref(column)} from payments p
  where p.order_id = orders.id
  order by case when p.captured_at is not null then 0 else 1 end, p.created_at desc, p.id limit 1)`;

type Is = ExpressionBuilder<LedgerTables, 'orders'>;

/** Orders that something quoted leads to. */
function found(is: Is, text: string) {
  const exact = <T extends 'payments' | 'refunds' | 'disputes'>(table: T, column: string) =>
    sql<boolean>`orders.id in (select order_id from ${sql.table(table)} where ${sql.ref(column)} = ${text})`;
  if (/^order_\w+$/.test(text)) return is('orders.id', '=', text);
  if (/^web-\d{8}-[\da-f]+$/.test(text)) return is('orders.reference', '=', text);
  if (/^pay_\w+$/.test(text)) return exact('payments', 'id');
  if (/^rfnd_\w+$/.test(text)) return exact('refunds', 'id');
  if (/^disp_\w+$/.test(text)) return exact('disputes', 'id');
  if (/^setl_\w+$/.test(text))
    return sql<boolean>`orders.id in (select order_id from entries where settlement_id = ${text})`;
  if (text.includes('@'))
    return sql<boolean>`orders.id in (select order_id from payments where vpa = ${text.toLowerCase()})`;
  const like = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;
  const phone = text.replace(/[\s()-]/g, '').replace(/^(\+|00)?91(?=\d{10}$)|^0(?=\d{10}$)/, '');
  return is.or([
    // One index holds all that is looked through.
    sql<boolean>`orders.id in (select id from orders where bill_key like ${like(billKey(text))} escape '\\'
      or lower(customer_name) like ${like(text.normalize('NFC').toLowerCase())} escape '\\')`,
    exact('payments', 'reference'),
    exact('refunds', 'reference'),
    sql<boolean>`orders.id in (select e.order_id from entries e
      join settlements s on s.id = e.settlement_id where s.utr = ${text})`,
    ...(/^\d{10}$/.test(phone) ? [is('orders.customer_phone', '=', phone)] : []),
  ]);
}

/** `seconds`: orders with second payments, where they are asked for. */
function matches(query: ListQuery, seconds: string[]) {
  const { from, to } = momentsOf(query);
  return (is: Is) =>
    is.and([
      ...(query.search ? [found(is, query.search)] : []),
      ...(query.state ? [inState(is, query.state, seconds)] : []),
      ...(from ? [sql<boolean>`${dayOf} >= ${from}`] : []),
      ...(to ? [sql<boolean>`${dayOf} < ${to}`] : []),
    ]);
}

function inState(is: Is, state: NonNullable<ListQuery['state']>, seconds: string[]) {
  switch (state) {
    case 'second':
      return seconds.length > 0 ? is('orders.id', 'in', seconds) : is.lit(false);
    case 'refunded':
      return sql<boolean>`orders.id in (select order_id from payments
        where amount_refunded > 0 and captured_at is not null)`;
    case 'disputed':
      return sql<boolean>`orders.id in (select order_id from disputes)`;
    default:
      return is('orders.status', '=', state);
  }
}

/** A page of orders, newest first, with the address of the next page and the sums of the days. */
export async function listOrders(
  db: LedgerDatabase,
  query: ListQuery,
  now = Date.now(),
  limit = 50,
): Promise<OrderList> {
  const [time = '', ...rest] = query.after?.split('_') ?? [];
  const seconds = query.state === 'second' ? await ordersOfSeconds(db) : [];
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select([
      dayOf.as('day'),
      sql<number>`case when ${settled} then 1 else 0 end`.as('settled'),
      sumOfTaken('amount').as('paid_amount'),
      sumOfTaken('amount_refunded').as('refunded_amount'),
      sql<number>`coalesce((select sum(d.deducted) from disputes d where d.order_id = orders.id), 0)`.as(
        'disputed_amount',
      ),
      ofPayment('id').as('payment_id'),
      ofPayment('method').as('method'),
    ])
    .where(matches(query, seconds))
    .$if(query.after !== undefined, (page) =>
      page.where(sql<boolean>`(${dayOf}, orders.id) < (${time}, ${rest.join('_')})`),
    )
    .orderBy(dayOf, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const flagged = new Set(
    await ordersOfSeconds(
      db,
      shown.map(({ id }) => id),
    ),
  );
  const last = shown.at(-1);
  return {
    orders: shown.map((row) => ({
      ...publicOrder(row),
      duplicate: flagged.has(row.id),
      settled: Number(row.settled) === 1,
      paid_amount: Number(row.paid_amount),
      refunded_amount: Number(row.refunded_amount),
      disputed_amount: Number(row.disputed_amount),
      payment_id: row.payment_id,
      method: row.method,
    })),
    ...(rows.length > limit && last ? { next: `${last.day}_${last.id}` } : {}),
    totals: await sumsOf(db, momentsOf(query.from || query.to ? query : { from: firstOfMonth(now) })),
  };
}

/** Those of the orders, or of all, that have a second payment for their bill that nobody has looked at. */
export async function ordersOfSeconds(db: LedgerDatabase, orderIds?: string[]): Promise<string[]> {
  return (await secondPayments(db, orderIds)).map(({ order_id }) => order_id);
}

/** What staff may see of an order: all but the keys to its receipt and its request. */
export function publicOrder(row: Order) {
  const { id, bill_number, reference, customer_name, customer_phone, amount, status, created_at, paid_at } =
    row;
  return { id, bill_number, reference, customer_name, customer_phone, amount, status, created_at, paid_at };
}
