import type { Insertable } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Entry, Tables } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Origin of a report. */
export type Source =
  | 'verification'
  | 'webhook'
  | 'reconciliation'
  | 'sweep'
  | 'receipt'
  | 'staff'
  | 'migration';

/**
 * `at`, in milliseconds since 1970, is the gateway's time. Without it a fact counts on the day it was learned, so that
 * past months do not change.
 */
export type Fact = Pick<Entry, 'kind' | 'subject' | 'amount' | 'currency'> &
  Partial<Pick<Entry, 'payment_id' | 'order_id' | 'settlement_id' | 'detail' | 'bill_id'>> & {
    at?: number | undefined;
  };

export function entryRows(facts: Fact[], source: Source, now: number): Insertable<Tables['entries']>[] {
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

/** Entries per statement: SQLite takes 32,766 values. */
const atOnce = 1000;

/** Enters facts, except one-time ones, such as a capture, that are in the books. Returns how many. */
export async function enter(db: Database, facts: Fact[], source: Source, now: number): Promise<number> {
  let count = 0;
  for (let at = 0; at < facts.length; at += atOnce) {
    const entered = await db
      .insertInto('entries')
      .values(entryRows(facts.slice(at, at + atOnce), source, now))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    count += Number(entered.numInsertedOrUpdatedRows ?? 0);
  }
  if (count > 0) logEntered(facts, source);
  return count;
}

declare global {
  interface OncePerProcess {
    /** Set where metrics are collected. */
    countEntry: (kind: string, source: string) => void;
  }
}

/** Logs entries by their ids. A transaction that fails later has a line of its own. */
export function logEntered(facts: Fact[], source: Source): void {
  for (const { kind, subject, payment_id: paymentId, order_id: orderId } of facts) {
    log('info', 'entered in the books', { kind, subject, paymentId, orderId, source });
    oncePerProcess.countEntry?.(kind, source);
  }
}

/** Adds to an order's trail. */
export async function noteEvent(
  trx: Database,
  { order_id, payment_id, actor }: { order_id: string; payment_id: string; actor?: string },
  event: string,
  source: Source,
  now: number,
): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({ order_id, payment_id, actor, event, source, at: moment(now) })
    .execute();
}

/** The entry that closes unexplained money which turned out to fit. */
export async function explanation(
  trx: Database,
  about: Pick<Fact, 'subject' | 'payment_id' | 'order_id' | 'currency'>,
): Promise<Fact[]> {
  const open = await trx
    .selectFrom('entries')
    .select('amount')
    .where('subject', '=', about.subject)
    .where('kind', '=', 'unexplained')
    .executeTakeFirst();
  return open ? [{ ...about, kind: 'explained', amount: open.amount }] : [];
}
