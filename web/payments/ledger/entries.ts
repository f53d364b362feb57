import { type Insertable, sql } from 'kysely';
import { hour } from '#web/contracts/durations.ts';
import { dayInIndia, monthInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type {
  Database,
  Entry,
  Order,
  Payment,
  Retainer,
  Settlement,
  StoredBill,
  Tables,
} from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** The channel that reported a fact. */
export type Source = 'verification' | 'webhook' | 'sweep' | 'receipt' | 'staff';

/**
 * A fact to enter in the ledger. `at` is the gateway's own time for the entity in milliseconds since 1970, and so the
 * same for all sources. Without `at`, or once its month is closed, a fact counts on the day it
 * becomes known.
 */
export type Fact = Pick<Entry, 'kind' | 'subject' | 'amount' | 'currency'> &
  Partial<Pick<Entry, 'payment_id' | 'order_id' | 'settlement_id' | 'detail' | 'bill_id'>> & {
    at?: number | undefined;
  };

function entryRows(facts: Fact[], source: Source, now: number): Insertable<Tables['entries']>[] {
  return facts.map(({ at, ...fact }) => ({
    payment_id: null,
    order_id: null,
    settlement_id: null,
    bill_id: null,
    detail: null,
    ...fact,
    at: moment(at ?? now),
    recorded_at: moment(now),
    source,
  }));
}

/** Milliseconds that a slow transaction may take. Meanwhile, a month may end and be closed. */
const monthEndMargin = hour;

/**
 * Dates an entry of a closed month on the day it is learned, and stores the original day in `belongs_to`. This happens
 * within the insert statement: closing a month waits for running inserts, and later inserts see the closed month.
 */
function outsideClosedMonth(row: Insertable<Tables['entries']>, now: number) {
  const at = Date.parse(row.at);
  // The month may be closed by the time the fact is entered.
  if (monthInIndia(at) >= monthInIndia(now + monthEndMargin)) return { ...row, belongs_to: null };
  const closed = sql`from closed_months where month = ${monthInIndia(at)}`;
  const learned = sql`case when closed_at > ${moment(now)} then closed_at else ${moment(now)} end`;
  return {
    ...row,
    at: sql<string>`coalesce((select ${learned} ${closed}), ${row.at})`,
    belongs_to: sql<string | null>`(select cast(${dayInIndia(at)} as text) ${closed})`,
  };
}

/** Entries per statement: SQLite takes 32,766 values. */
const atOnce = 1000;

/** Adds facts to the ledger, except one-time facts (such as captures) that it already has. Returns the number added. */
export async function addEntries(db: Database, facts: Fact[], source: Source, now: number): Promise<number> {
  let count = 0;
  for (let at = 0; at < facts.length; at += atOnce) {
    const entered = await db
      .insertInto('entries')
      .values(entryRows(facts.slice(at, at + atOnce), source, now).map((row) => outsideClosedMonth(row, now)))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    count += Number(entered.numInsertedOrUpdatedRows ?? 0);
  }
  if (count > 0) logEntries(facts, source);
  return count;
}

declare global {
  interface OncePerProcess {
    /** Set if metrics are collected. */
    countEntry: (kind: string, source: string) => void;
  }
}

/** Logs entries by their ids. If the transaction fails later, that is logged separately. */
function logEntries(facts: Fact[], source: Source): void {
  for (const { kind, subject, payment_id: paymentId, order_id: orderId } of facts) {
    log('info', 'ledger entry added', { kind, subject, paymentId, orderId, source });
    oncePerProcess.countEntry?.(kind, source);
  }
}

/**
 * Returns the fact that explains unexplained money, if there is any. Locks that money's entry, so that it is not moved
 * to a bill meanwhile.
 */
export async function explanationFacts(
  trx: Database,
  about: Pick<Fact, 'subject' | 'payment_id' | 'order_id' | 'currency'>,
): Promise<Fact[]> {
  const open = await lockUnexplained(trx, about.subject);
  return open ? [{ ...about, kind: 'explained', amount: open.amount }] : [];
}

export function lockUnexplained(trx: Database, subject: string) {
  return trx
    .updateTable('entries')
    .set((entry) => ({ source: entry.ref('source') }))
    .where('subject', '=', subject)
    .where('kind', '=', 'unexplained')
    .returning(['amount', 'currency', 'payment_id'])
    .executeTakeFirst();
}

/** The rows that actions lock, for example a payment against a refund that takes its money while staff move it. */
type Lockable = {
  orders: Order;
  payments: Payment;
  bills: StoredBill;
  settlements: Settlement;
  retainers: Retainer;
};

/** Locks a row by writing it unchanged, which works in SQLite and PostgreSQL. A second action then sees the first one's result. */
export async function lockRow<Table extends keyof Lockable>(
  trx: Database,
  table: Table,
  id: string,
): Promise<Lockable[Table] | undefined> {
  const locking = sql<Lockable[Table]>`update ${sql.table(table)} set id = id where id = ${id} returning *`;
  return (await locking.execute(trx)).rows[0];
}

/** A refund or dispute with its payment's id. */
type GatewayReport = { id: string; payment_id: string; amount: number; currency: string; created_at: number };

/**
 * Records a refund or dispute while its payment and order are locked. If the payment is unknown, the money is
 * unexplained until the refund or dispute is reported again after the payment.
 */
export function recordForPayment(
  db: Database,
  what: 'refund' | 'dispute',
  { id: subject, payment_id, amount, currency, created_at }: GatewayReport,
  source: Source,
  now: number,
  record: (trx: Database, order: Order, payment: Payment) => Promise<'recorded' | 'known'>,
): Promise<'recorded' | 'known'> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('payments')
      .select('order_id')
      .where('id', '=', payment_id)
      .executeTakeFirst();
    const order = found && (await lockRow(trx, 'orders', found.order_id));
    const payment = order && (await lockRow(trx, 'payments', payment_id));
    if (order && payment) return record(trx, order, payment);
    const detail = `${what} of an unknown payment`;
    const about = { subject, payment_id, amount, currency, detail };
    const odd: Fact = { kind: 'unexplained', ...about, at: created_at * 1000 };
    const entered = await addEntries(trx, [odd], source, now);
    return entered > 0 ? 'recorded' : 'known';
  });
}
