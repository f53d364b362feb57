import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { day as oneDay } from '#web/contracts/durations.ts';
import { type EntryKind, findMeaning } from '#web/contracts/entry-kinds.ts';
import { firstOfMonth, startOfDay } from '#web/contracts/india.ts';
import { largestAmount, paiseFromDecimal, plainAmount } from '#web/contracts/money.ts';
import { orderFilters } from '#web/contracts/states.ts';
import { billKey, referenceKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import { likePattern, readPage } from '#web/database/page.ts';
import type { Database, Tables } from '#web/database/tables.ts';
import { normalizePhone } from '#web/payments/bill.ts';
import { daySchema } from '#web/payments/bodies.ts';
import { paysBill } from '#web/payments/ledger/bill-state.ts';
import { comparableReference } from '#web/payments/ledger/manual-entries.ts';
import { orderState, orderSums } from '#web/payments/ledger/reports.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { cursorSchema, optionalParameter, searchSchema } from '#web/staff/query.ts';

const date = daySchema('Enter dates as 2026-03-31');

/** Days in India. */
export const spanSchema = z.object({ from: optionalParameter(date), to: optionalParameter(date) });
export type Span = z.output<typeof spanSchema>;

export const listQuerySchema = spanSchema.extend({
  /**
   * Anything that a customer may quote: a name, phone number, bill, amount, bank reference, UPI address, id, or the
   * last four digits of a card, phone or reference.
   */
  search: searchSchema,
  state: optionalParameter(z.enum(orderFilters)),
  after: cursorSchema,
});
/** With `bill`, only the payments of the bill with this id. */
type ListQuery = z.output<typeof listQuerySchema> & { bill?: string };

/** Returns the start and end of a range of days. A missing day means no limit. */
export function momentRange({ from, to }: Span): { from: string; to: string } {
  return { from: from ? moment(startOfDay(from)) : '', to: to ? moment(startOfDay(to) + oneDay) : '9999' };
}

/** The columns that staff may see: no receipt token, no request key. */
export const publicColumns = [
  'id',
  'bill_number',
  'reference',
  'customer_name',
  'customer_phone',
  'amount',
  'status',
  'created_at',
  'paid_at',
] as const;

/** Orders are listed by the day of payment, or of creation if unpaid. */
const listedDay = sql<string>`coalesce(orders.paid_at, orders.created_at)`;

// Selects a column of the captured payment, or else of the latest attempt.
const ofPayment = (column: string) => sql<string | null>`(select p.${sql.ref(column)} from payments p
  where p.order_id = orders.id
  order by case when p.captured_at is not null then 0 else 1 end, p.created_at desc, p.id limit 1)`;

type OrderExpressions = ExpressionBuilder<Tables, 'orders'>;

/** Matches orders by anything that a customer may quote. */
function matchesSearch(is: OrderExpressions, text: string) {
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
  const phone = normalizePhone(text);
  const amount = paiseFromDecimal(plainAmount(text));
  const endsWith = (column: string) =>
    sql<boolean>`substr(${sql.ref(column)}, length(${sql.ref(column)}) - 3) = ${text}`;
  const isReference = (column: string) => sql`${comparableReference(column)} = ${referenceKey(text)}`;
  return is.or([
    // One index covers both columns.
    sql<boolean>`orders.id in (select id from orders where bill_key like ${likePattern(billKey(text))} escape '\\'
      or lower(customer_name) like ${likePattern(text.normalize('NFC').toLowerCase())} escape '\\')`,
    sql<boolean>`orders.id in (select order_id from payments where ${isReference('reference')}
      union select order_id from refunds where ${isReference('reference')}
      union select e.order_id from entries e join settlements s on s.id = e.settlement_id
        where ${isReference('s.utr')})`,
    ...(/^\d{10}$/.test(phone) ? [is('orders.customer_phone', '=', phone)] : []),
    ...(amount !== undefined && amount <= largestAmount
      ? [
          is('orders.amount', '=', amount),
          sql<boolean>`orders.id in (select order_id from refunds where amount = ${amount})`,
        ]
      : []),
    ...(/^\d{4}$/.test(text)
      ? [
          endsWith('orders.customer_phone'),
          sql<boolean>`orders.id in (select order_id from payments
            where ${endsWith('payments.reference')} or ${endsWith('payments.method_detail')})`,
        ]
      : []),
  ]);
}

/** `surplus` has the ids of the orders with a surplus payment. */
function inState(is: OrderExpressions, state: NonNullable<ListQuery['state']>, surplus: string[]) {
  if (state !== 'surplus') return sql<boolean>`${orderState} = ${state}`;
  return surplus.length > 0 ? is('orders.id', 'in', surplus) : is.lit(false);
}

/** Returns a page of orders, newest first, and the totals of the period. */
export async function listOrders(db: Database, query: ListQuery, now = Date.now()) {
  const { search, state } = query;
  const { from, to } = momentRange(query);
  const surplus = state === 'surplus' ? await ordersWithSurplus(db) : [];
  const orders = db
    .selectFrom('orders')
    .select(publicColumns)
    .select([
      listedDay.as('day'),
      ...orderSums,
      ofPayment('id').as('payment_id'),
      ofPayment('method').as('method'),
    ])
    .where((is) =>
      is.and([
        ...(search ? [matchesSearch(is, search)] : []),
        ...(state ? [inState(is, state, surplus)] : []),
        ...(query.bill
          ? [
              sql<boolean>`exists (select 1 from bills b where b.id = ${query.bill} and ${paysBill('orders', 'b')})`,
            ]
          : []),
        ...(query.from || query.to ? [sql<boolean>`${listedDay} >= ${from} and ${listedDay} < ${to}`] : []),
      ]),
    );
  const { rows, ...next } = await readPage(orders, ['day', 'id'], query.after, { day: listedDay });
  const ids = rows.map(({ id }) => id);
  const flagged = new Set(await ordersWithSurplus(db, ids));
  return {
    orders: rows.map((row) => ({ ...row, hasSurplus: flagged.has(row.id) })),
    ...next,
    totals: await sumEntries(db, momentRange(query.from || query.to ? query : { from: firstOfMonth(now) })),
  };
}

async function ordersWithSurplus(db: Database, orderIds?: string[]): Promise<string[]> {
  return (await surplusPayments(db, orderIds)).map(({ order_id }) => order_id);
}

/** Returns the ledger's totals in paise. `from` is inclusive, `to` exclusive; `payments` is a count. */
export async function sumEntries(db: Database, { from, to }: { from: string; to: string }) {
  const rows = await db
    .selectFrom('entries')
    .select(['kind', sql<number>`sum(amount)`.as('amount'), sql<number>`count(*)`.as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('kind')
    .execute();
  const findCount = (kind: EntryKind) => rows.find((row) => row.kind === kind)?.count ?? 0;
  const totals = { captured: 0, fees: 0, refunded: 0, deducted: 0, received: 0, tds: 0, givenUp: 0 };
  for (const { kind, amount } of rows) {
    const [name, sign] = findMeaning(kind).total ?? [];
    if (name && sign) totals[name] += sign * amount;
  }
  return { payments: findCount('captured'), ...totals };
}
