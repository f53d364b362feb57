import { sql } from 'kysely';
import type { EntryKind } from '#web/database/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';

/** Totals of the books in paise, `from` inclusive, `to` exclusive. */
export async function sumsOf(db: Database, { from, to }: { from: string; to: string }) {
  const rows = await db
    .selectFrom('entries')
    .select(['kind', sql<number>`sum(amount)`.as('amount'), sql<number>`count(*)`.as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('kind')
    .execute();
  const sum = (kind: EntryKind) => Number(rows.find((row) => row.kind === kind)?.amount ?? 0);
  return {
    payments: Number(rows.find((row) => row.kind === 'captured')?.count ?? 0),
    captured: sum('captured'),
    fees: sum('fee'),
    refunded: sum('refunded') - sum('refund-failed'),
    deducted: sum('dispute-lost'),
    received: sum('received'),
    tds: sum('tds'),
    givenUp: sum('written-off') + sum('credited'),
  };
}
