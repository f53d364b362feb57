import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { billKey } from '#web/contracts/bill-key.ts';
import type { BillState } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import { containing, pageOf } from '#web/database/page.ts';
import type { Database, KnownBill } from '#web/database/tables.ts';
import { newLinkToken } from '#web/payments/bills/link.ts';
import { isDuplicate, netOf } from './duplicate-payments.ts';
import { isConfirming } from './reports.ts';

/** A bill as staff enter it. */
export type NewBill = Pick<
  KnownBill,
  'bill_number' | 'customer_name' | 'customer_phone' | 'customer_email' | 'amount' | 'due_on' | 'note'
>;

/** A known bill with the sum paid, in paise, and the state that follows. */
export type StatedBill = KnownBill & { paid: number; state: BillState };

const day = 24 * 3_600_000;

const paid = sql<number>`coalesce((
  select sum(${netOf('o', 'p')}) from orders o join payments p on p.order_id = o.id
  where o.bill_key = bills.bill_key and p.captured_at is not null
), 0)`;

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
    when ${paid} > bills.amount and ${isOverpaid} then 'overpaid'
    when ${paid} >= bills.amount then 'paid'
    when ${isBeingConfirmed} then 'confirming'
    when bills.expires_at <= ${moment(now)} then 'expired'
    when ${paid} > 0 then 'part-paid'
    else 'open' end`;
}

function statedBills(db: Database, now: number) {
  return db
    .selectFrom('bills')
    .selectAll('bills')
    .select([paid.as('paid'), stateAt(now).as('state')]);
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

/** The latest unpaid order for this bill since then, except this one. */
export function findUnderWay(
  db: Database,
  billNumber: string,
  exceptId: string | undefined,
  since: number,
): Promise<{ amount: number; created_at: string } | undefined> {
  return db
    .selectFrom('orders')
    .select(['amount', 'created_at'])
    .where('bill_key', '=', billKey(billNumber))
    .where('created_at', '>=', moment(since))
    .where('status', '!=', 'paid')
    .where('id', '!=', exceptId ?? '')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
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
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}
