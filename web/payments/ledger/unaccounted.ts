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
  const end = moment((to + 1) * 1000);
  // Captures after the list was read are on the next one, or on this one when the sweep itself recorded them.
  const [counts, isLate] =
    table === 'payments'
      ? [
          sql<boolean>`captured_at is not null`,
          sql<number>`case when captured_at >= ${end} then 1 else 0 end`,
        ]
      : [sql<boolean>`status <> 'failed'`, sql<number>`0`];
  const rows = await db
    .selectFrom(table)
    .select(['id', 'amount', isLate.as('late')])
    .where(counts)
    .where('created_at', '>=', moment(from * 1000))
    .where('created_at', '<', end)
    .execute();
  const here = new Map(rows.map(({ id, amount }) => [id, amount]));
  const late = new Set(rows.flatMap((row) => (row.late ? [row.id] : [])));
  const differ = new Set([...there].filter(([id, amount]) => here.get(id) !== amount).map(([id]) => id));
  for (const id of here.keys()) if (!there.has(id) && !late.has(id)) differ.add(id);
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
