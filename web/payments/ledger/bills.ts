import { randomBytes } from 'node:crypto';
import { type InferResult, sql } from 'kysely';
import { billActions } from '#web/contracts/bill-actions.ts';
import { day } from '#web/contracts/durations.ts';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { largestAmount, paiseFromDecimal, plainAmount } from '#web/contracts/money.ts';
import type { BillState, billFilters } from '#web/contracts/states.ts';
import { billKey, referenceKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import { likePattern, readPage } from '#web/database/page.ts';
import type { Database, Order, StoredBill } from '#web/database/tables.ts';
import { billState, billSums, linkStateAt, paysBill, surplus } from './bill-state.ts';
import { comparableReference, eraseManualEntries, selectBouncedAt, sumCheques } from './manual-entries.ts';

/** A bill as staff enter it. */
export type NewBill = Pick<
  StoredBill,
  'bill_number' | 'customer_name' | 'customer_phone' | 'customer_email' | 'amount' | 'due_on' | 'note'
>;

/**
 * A bill with its computed state: paise paid by any method, paise of the surplus that staff have not reviewed, paise in
 * uncleared cheques, the states of the bill and its link, and the file name of its tax invoice. `wasPaid`: the bill was
 * once paid in full, even if it was refunded later.
 */
export type BillWithState = InferResult<ReturnType<typeof billsWithState>>[number];

const stateList = (states: readonly BillState[]) => sql.join(states.map((state) => sql.lit(state)));

/** Selects bills with the sums paid and the resulting states. */
export function billsWithState(db: Database, now: number) {
  return db
    .selectFrom('bills')
    .selectAll('bills')
    .select([...billSums, sumCheques('bills').as('cheques'), billState.as('state')])
    .select([linkStateAt(now).as('link'), selectBouncedAt('bills').as('bounced_at')])
    .select((is) =>
      is.selectFrom('bill_files').select('name').whereRef('bill_id', '=', 'bills.id').as('invoice'),
    );
}

/** Finds a bill by id, cancelled or not. */
export function findBill(db: Database, id: string, now: number): Promise<BillWithState | undefined> {
  return billsWithState(db, now).where('id', '=', id).executeTakeFirst();
}

/** Returns bills that are due on these days, are not cancelled and have a customer's e-mail address. */
export function remindableBills(db: Database, due: { from: string; to: string }, now: number) {
  return billsWithState(db, now)
    .where('due_on', '>=', due.from)
    .where('due_on', '<=', due.to)
    .where('customer_email', 'is not', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** Returns bills whose payment links work now and end between two times (milliseconds since 1970), the first end first. */
export function billsWithEndingLink(db: Database, from: number, until: number, now: number) {
  return db
    .selectFrom('bills')
    .select(['id', 'bill_number', 'customer_name', 'expires_at'])
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', moment(from))
    .where('expires_at', '<=', moment(until))
    .where(sql<boolean>`${linkStateAt(now)} = 'live' and ${billState} in (${stateList(billActions.pay)})`)
    .orderBy('expires_at')
    .execute();
}

/** Returns bills that are not cancelled, by their `billKey`. */
export async function findBillsByKey(
  db: Database,
  keys: string[],
  now: number,
): Promise<Map<string, BillWithState>> {
  const rows = await billsWithState(db, now)
    .where('bill_key', 'in', keys)
    .where('cancelled_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.bill_key, row]));
}

/**
 * Stores bills whose numbers are free; returns their keys. A link works for `days` after today or after the due date,
 * whichever is later, since many customers pay late, or longer (`linkEnd`).
 */
export async function insertBills(
  db: Database,
  bills: NewBill[],
  {
    actor,
    days,
    reminderDays = [],
    now,
  }: { actor: string; days: number; reminderDays?: number[]; now: number },
): Promise<string[]> {
  if (bills.length === 0) return [];
  const rows = bills.map((bill) => ({
    ...bill,
    id: randomBytes(12).toString('base64url'),
    bill_key: billKey(bill.bill_number),
    link_token: newLinkToken(),
    expires_at: moment(linkEnd(latestStart(bill, now) + days * day, bill.due_on, reminderDays)),
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

const latestStart = ({ due_on }: NewBill, now: number) => Math.max(now, due_on ? startOfDay(due_on) : now);

type BillQuery = {
  search?: string | undefined;
  state?: (typeof billFilters)[number] | undefined;
  after?: string | undefined;
};

/** In characters. A shorter part of a number would match too many bills. */
const shortestReference = 4;

/** SQL: whether a manual entry, the customer or an online payment of the bill has this UTR or reference, or a part of it. */
function hasReference(text: string) {
  const key = referenceKey(text);
  if (key.length < shortestReference) return sql.lit(false);
  const isLike = (column: string) =>
    sql<boolean>`${comparableReference(column)} like ${likePattern(key)} escape '\\'`;
  return sql<boolean>`(bills.id in (select v.bill_id from vouchers v where ${isLike('v.reference')})
    or bills.id in (select n.bill_id from customer_notices n where ${isLike('n.reference')})
    or exists (select 1 from orders f join payments u on u.order_id = f.id
      where ${paysBill('f', 'bills')} and ${isLike('u.reference')}))`;
}

/** Returns a page of bills, newest first. */
export async function listBills(db: Database, { search = '', state, after }: BillQuery, now: number) {
  const amount = paiseFromDecimal(plainAmount(search)) ?? -1;
  const found = billsWithState(db, now)
    .where(
      sql<boolean>`(bills.bill_key like ${likePattern(billKey(search))} escape '\\'
        or lower(bills.customer_name) like ${likePattern(search.toLowerCase())} escape '\\'
        or bills.customer_phone like ${likePattern(search)} escape '\\'
        or bills.amount = ${amount <= largestAmount ? amount : -1} or ${hasReference(search)})`,
    )
    .$if(state === 'no-link', (page) =>
      page.where(
        sql<boolean>`${linkStateAt(now)} <> 'live' and ${billState} in (${stateList(billActions.pay)})`,
      ),
    )
    .$if(state !== undefined && state !== 'no-link', (page) =>
      // The cheap condition, which reads no payments, goes first.
      page
        .where('cancelled_at', state === 'cancelled' ? 'is not' : 'is', null)
        .where(sql<boolean>`${billState} = ${state}`),
    );
  const { rows, ...next } = await readPage(found, ['created_at', 'id'], after);
  return { bills: rows, ...next };
}

/**
 * Returns this bill's unpaid orders that somebody may be paying, except `exceptId`, latest first: orders created after
 * `since`, and older orders that no sweep has covered yet.
 */
export function findOrdersInProgress(
  db: Database,
  { id, bill_key }: Pick<StoredBill, 'id' | 'bill_key'>,
  exceptId: string | undefined,
  since: number,
): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('bill_key', '=', bill_key)
    .where((is) => is.or([is('bill_id', '=', id), is('bill_id', 'is', null)]))
    .where('status', '!=', 'paid')
    .where((is) =>
      is.or([
        is('created_at', '>=', moment(since)),
        sql<boolean>`created_at >= coalesce((select ran_at from jobs where name = 'sweep'), '')`,
      ]),
    )
    .where('id', '!=', exceptId ?? '')
    .orderBy('created_at', 'desc')
    .execute();
}

/**
 * Erases the customer's data on bills that need no further action (`erase` in `billActions`), if creation, due date and
 * cancellation are before `endedBefore` and nothing was paid or recorded since `paidSince`; with `ids`, only on these
 * bills. Returns the number erased.
 */
export async function eraseBills(
  db: Database,
  {
    endedBefore,
    paidSince,
    now,
    ids,
  }: { endedBefore: number; paidSince: number; now: number; ids?: string[] },
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
    .where(sql<boolean>`created_at < ${ended} and (cancelled_at < ${ended}
      or (cancelled_at is null and (due_on is null or due_on < ${dayInIndia(endedBefore)})))`)
    .$if(ids !== undefined, (all) => all.where('id', 'in', ids ?? []))
    .where(
      sql<boolean>`not exists (select 1 from orders o join payments p on p.order_id = o.id
        where ${paysBill('o', 'bills')} and p.captured_at >= ${moment(paidSince)})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from entries where bill_id = bills.id and at >= ${moment(paidSince)})`,
    )
    .where(sql<boolean>`${billState} in (${stateList(billActions.erase)}) and ${holdsNothing}`)
    .executeTakeFirst();
  await eraseManualEntries(db);
  return Number(erased.numUpdatedRows);
}

/** SQL: false for a cancelled bill that holds a cheque, or money to be returned. */
const holdsNothing = sql<boolean>`(bills.cancelled_at is null or (${surplus} = 0 and ${sumCheques('bills')} = 0))`;

/** Returns a random token for the link of a bill or statement, or for unsubscribing. */
export const newLinkToken = (): string => randomBytes(28).toString('base64url');

/** Returns whether a string has the form of a token. */
export const isLinkToken = (text: string): boolean => /^[\w-]{38}$/.test(text);

/**
 * Returns when a link expires, in milliseconds since 1970: at `until`, but not before the end of the due date and not
 * before the bill's last reminder, which would otherwise request a payment that the link refuses.
 */
export function linkEnd(until: number, dueOn: string | null, reminderDays: number[]): number {
  if (dueOn === null) return until;
  const lastReminder = reminderDays.at(-1);
  const days = [dueOn, lastReminder === undefined ? dueOn : addDays(dueOn, lastReminder + graceDays)];
  return Math.max(until, ...days.map((day) => startOfDay(addDays(day, 1))));
}

/** How late a missed reminder may still be sent. */
const graceDays = 3;

/** Returns the day in `days` whose reminder is due, if any. `days` count from the due date, in ascending order. */
export function reminderDue(days: number[], dueOn: string, today: string): number | undefined {
  const last = days.findLast((day) => addDays(dueOn, day) <= today);
  return last !== undefined && today <= addDays(dueOn, last + graceDays) ? last : undefined;
}

/** Returns the range of due dates for which a reminder can be due today; undefined without reminders. */
export function remindableDays(days: number[], today: string) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: addDays(today, -last - graceDays), to: addDays(today, -first) };
}
