import { sql } from 'kysely';
import { type EntryKind, meaningOf } from '#web/contracts/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';

/** Returns the ledger's totals in paise. `from` is inclusive, `to` exclusive; `payments` is a count. */
export async function sumsOf(db: Database, { from, to }: { from: string; to: string }) {
  const rows = await db
    .selectFrom('entries')
    .select(['kind', sql<number>`sum(amount)`.as('amount'), sql<number>`count(*)`.as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('kind')
    .execute();
  const countOf = (kind: EntryKind) => rows.find((row) => row.kind === kind)?.count ?? 0;
  const totals = { captured: 0, fees: 0, refunded: 0, deducted: 0, received: 0, tds: 0, givenUp: 0 };
  for (const { kind, amount } of rows) {
    const [name, sign] = meaningOf(kind).total ?? [];
    if (name && sign) totals[name] += sign * amount;
  }
  return { payments: countOf('captured'), ...totals };
}
