import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';

/** Payments per report. */
const most = 500;

const paidOut = sql<number>`coalesce((select sum(e.amount) from entries e
  where e.subject = payments.id and e.kind = 'settled'), 0)`;

/** Selects captured payments that no settlement has paid out. */
export const unsettledPayments = (db: Database) =>
  db
    .selectFrom('payments')
    .select(['id', 'order_id', 'amount', 'captured_at', 'created_at'])
    .where('status', '=', 'captured')
    .where(sql<boolean>`${paidOut} = 0`);

/** Returns the ids of unsettled payments captured before a time in milliseconds since 1970, oldest first. */
export async function unsettledSince(db: Database, before: number): Promise<string[]> {
  const rows = await unsettledPayments(db)
    .where('captured_at', '<', moment(before))
    .orderBy('captured_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
