import { sql } from 'kysely';
import type { Database, EntryKind } from '#web/database/tables.ts';

/** What the books say of a span of time, in paise; the end is not part of it. */
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
  };
}
