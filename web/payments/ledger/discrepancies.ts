import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { Span } from '#web/payments/gateway.ts';

/**
 * Returns ids of payments or refunds that are missing from the gateway's list (paise by id) or the ledger, or whose
 * amounts differ. Leaves out payments and refunds that the ledger records as unexplained.
 */
export async function findDiscrepancies(
  db: Database,
  table: 'payments' | 'refunds',
  atGateway: Map<string, number>,
  { from, to }: Span,
): Promise<string[]> {
  const end = moment((to + 1) * 1000);
  const counts =
    table === 'payments' ? sql<boolean>`captured_at is not null` : sql<boolean>`status <> 'failed'`;
  const rows = await db
    .selectFrom(table)
    .select(['id', 'amount'])
    .where(counts)
    .where('created_at', '>=', moment(from * 1000))
    .where('created_at', '<', end)
    .execute();
  const inLedger = new Map(rows.map(({ id, amount }) => [id, amount]));
  const differ = new Set(
    [...atGateway].filter(([id, amount]) => inLedger.get(id) !== amount).map(([id]) => id),
  );
  for (const id of inLedger.keys()) if (!atGateway.has(id)) differ.add(id);
  if (differ.size === 0) return [];
  // Entries added after the list was read are not discrepancies: the next list will contain them.
  const later = await db
    .selectFrom('entries')
    .select('subject')
    .where('kind', '=', table === 'payments' ? 'captured' : 'refunded')
    .where('subject', 'in', [...differ])
    .where('recorded_at', '>=', end)
    .execute();
  for (const { subject } of later) if (!atGateway.has(subject)) differ.delete(subject);
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
