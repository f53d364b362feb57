import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { Span } from '#web/payments/gateway.ts';

/**
 * Ids of payments or refunds that the gateway's list (paise by id) or the ledger lacks, or has with another amount,
 * unless known as unexplained.
 */
export async function unaccounted(
  db: Database,
  table: 'payments' | 'refunds',
  there: Map<string, number>,
  { from, to }: Span,
): Promise<string[]> {
  // Captures after the list was read are on the next one.
  const counts =
    table === 'payments'
      ? sql<boolean>`captured_at < ${moment((to + 1) * 1000)}`
      : sql<boolean>`status <> 'failed'`;
  const rows = await db
    .selectFrom(table)
    .select(['id', 'amount'])
    .where(counts)
    .where('created_at', '>=', moment(from * 1000))
    .where('created_at', '<', moment((to + 1) * 1000))
    .execute();
  const here = new Map(rows.map(({ id, amount }) => [id, amount]));
  const differ = new Set([...there].filter(([id, amount]) => here.get(id) !== amount).map(([id]) => id));
  for (const id of here.keys()) if (!there.has(id)) differ.add(id);
  if (differ.size === 0) return [];
  const unexplained = await db
    .selectFrom('entries')
    .select('subject')
    .where('kind', '=', 'unexplained')
    .where('subject', 'in', [...differ])
    .execute();
  for (const { subject } of unexplained) differ.delete(subject);
  return [...differ];
}
