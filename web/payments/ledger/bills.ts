import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { billKey } from '#web/contracts/bill-key.ts';
import type { BillState } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import { containing, pageOf } from '#web/database/page.ts';
import type { Database, KnownBill, Order } from '#web/database/tables.ts';
import { newLinkToken } from '#web/payments/bills/link.ts';
import { isDuplicate, netOf } from './duplicate-payments.ts';
import { isConfirming } from './reports.ts';
import { chequesOf, eraseVouchers, outsideOf } from './vouchers.ts';

/** A bill as staff enter it. */
export type NewBill = Pick<
  KnownBill,
  'bill_number' | 'customer_name' | 'customer_phone' | 'customer_email' | 'amount' | 'due_on' | 'note'
>;

/**
 * A known bill with the paise paid, by whatever way, and in cheques that are not cleared; and the state that follows.
 * `wasPaid`: all of it, whatever was refunded since.
 */
export type StatedBill = KnownBill & { paid: number; cheques: number; state: BillState; wasPaid: boolean };

const day = 24 * 3_600_000;

const outside = outsideOf('bills');

const paid = sql<number>`cast(coalesce((
  select sum(${netOf('o', 'p')}) from orders o join payments p on p.order_id = o.id
  where o.bill_key = bills.bill_key and p.captured_at is not null
), 0) + ${outside} as bigint)`;

const wasPaid = sql<boolean>`(bills.amount <= ${outside} + coalesce((
  select sum(g.amount) from orders g join payments q on q.order_id = g.id
  where g.bill_key = bills.bill_key and q.captured_at is not null
), 0))`;

// Staff can settle an overpayment.
const isOverpaid = sql<boolean>`exists (
  select 1 from orders s join payments t on t.order_id = s.id where s.bill_key = bills.bill_key and ${isDuplicate('t')}
)`;

const isBeingConfirmed = sql<boolean>`exists (
  select 1 from orders c where c.bill_key = bills.bill_key and ${isConfirming('c')}
)`;

function stateAt(now: number): RawBuilder<BillState> {
  return sql<BillState>`case
    when bills.cancelled_at is not null then 'cancelled'
    when ${paid} > bills.amount and (${outside} > bills.amount or ${isOverpaid}) then 'overpaid'
    when ${paid} >= bills.amount then 'paid'
    when ${isBeingConfirmed} then 'confirming'
    when bills.expires_at <= ${moment(now)} then case when ${wasPaid} then 'refunded' else 'expired' end
    when ${paid} > 0 then 'part-paid'
    else 'open' end`;
}

/** Bills with what was paid of them, and the state that follows. */
export function statedBills(db: Database, now: number) {
  return db
    .selectFrom('bills')
    .selectAll('bills')
    .select([paid.as('paid'), chequesOf('bills').as('cheques'), stateAt(now).as('state')])
    .select(wasPaid.as('wasPaid'));
}

/** The bill with this id, cancelled or not. */
export function findBill(db: Database, id: string, now: number): Promise<StatedBill | undefined> {
  return statedBills(db, now).where('id', '=', id).executeTakeFirst();
}

/** The bill of a pay link, cancelled or not. */
export function findBillByLink(db: Database, token: string, now: number): Promise<StatedBill | undefined> {
  return statedBills(db, now)
    .where((is) => is.or([is('link_token', '=', token), is('earlier_link_token', '=', token)]))
    .executeTakeFirst();
}

/** Bills of customers with an e-mail address that fall due on these days and are not cancelled. */
export function remindableBills(db: Database, due: { from: string; to: string }, now: number) {
  return statedBills(db, now)
    .where('due_on', '>=', due.from)
    .where('due_on', '<=', due.to)
    .where('customer_email', 'is not', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** Bills that are not cancelled, by their `billKey`. */
export async function findBillsByKey(
  db: Database,
  keys: string[],
  now: number,
): Promise<Map<string, StatedBill>> {
  const rows = await statedBills(db, now)
    .where('bill_key', 'in', keys)
    .where('cancelled_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.bill_key, row]));
}

/** Stores bills whose numbers are not taken; returns their keys. */
export async function insertBills(
  db: Database,
  bills: NewBill[],
  { actor, days, now }: { actor: string; days: number; now: number },
): Promise<string[]> {
  if (bills.length === 0) return [];
  const rows = bills.map((bill) => ({
    ...bill,
    id: randomBytes(12).toString('base64url'),
    bill_key: billKey(bill.bill_number),
    link_token: newLinkToken(),
    expires_at: moment(now + days * day),
    created_at: moment(now),
    created_by: actor,
  }));
  const stored = await db
    .insertInto('bills')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('bill_key')
    .execute();
  return stored.map(({ bill_key }) => bill_key);
}

/** False when it is unknown or already cancelled. */
export async function cancelBill(db: Database, id: string, actor: string, now: number): Promise<boolean> {
  const cancelled = await db
    .updateTable('bills')
    .set({ cancelled_at: moment(now), cancelled_by: actor })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return cancelled.numUpdatedRows === 1n;
}

type BillQuery = { search?: string | undefined; state?: BillState | undefined; after?: string | undefined };

/** A page of bills, newest first. */
export async function listBills(db: Database, { search = '', state, after }: BillQuery, now: number) {
  const found = statedBills(db, now)
    .where(
      sql<boolean>`(bills.bill_key like ${containing(billKey(search))} escape '\\'
        or lower(bills.customer_name) like ${containing(search.toLowerCase())} escape '\\'
        or bills.customer_phone like ${containing(search)} escape '\\')`,
    )
    .$if(state !== undefined, (page) =>
      // First the condition that needs no payments.
      page
        .where('cancelled_at', state === 'cancelled' ? 'is not' : 'is', null)
        .where(sql<boolean>`${stateAt(now)} = ${state}`),
    );
  const { rows, ...next } = await pageOf(found, ['created_at', 'id'], after);
  return { bills: rows, ...next };
}

/**
 * Unpaid orders for this bill that somebody may be paying, except this one, the latest first: those made since
 * then, and older ones about which the gateway has not answered since.
 */
export function findUnderWay(
  db: Database,
  billNumber: string,
  exceptId: string | undefined,
  since: number,
): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('bill_key', '=', billKey(billNumber))
    .where('status', '!=', 'paid')
    .where((is) =>
      is.or([
        is('created_at', '>=', moment(since)),
        is.and([is('checks', '=', 0), is('next_check_at', 'is not', null)]),
      ]),
    )
    .where('id', '!=', exceptId ?? '')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Erases the customers of bills that ended before `endedBefore`, unless paid since `paidSince`. Returns how many. */
export async function eraseBills(
  db: Database,
  { endedBefore, paidSince, now }: { endedBefore: number; paidSince: number; now: number },
): Promise<number> {
  const ended = moment(endedBefore);
  const erased = await db
    .updateTable('bills')
    .set({
      customer_name: null,
      customer_phone: null,
      customer_email: null,
      note: null,
      erased_at: moment(now),
    })
    .where('erased_at', 'is', null)
    .where(sql<boolean>`(expires_at < ${ended} or cancelled_at < ${ended})`)
    .where(
      sql<boolean>`not exists (select 1 from orders o join payments p on p.order_id = o.id
        where o.bill_key = bills.bill_key and p.captured_at >= ${moment(paidSince)})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from entries where bill_id = bills.id and at >= ${moment(paidSince)})`,
    )
    .executeTakeFirst();
  await eraseVouchers(db);
  return Number(erased.numUpdatedRows);
}
