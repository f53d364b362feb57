import type { GatewaySettlement, SettlementLine } from '#web/payments/gateway.ts';
import { currency } from '#web/payments/money.ts';
import { enter, type Source } from './entries.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';

/** Records a transfer to the agency's bank as it is known now. */
export async function recordSettlement(db: LedgerDatabase, seen: GatewaySettlement): Promise<void> {
  const { id, amount, fees, tax, status, createdAt } = seen;
  const values = { amount, fees, tax, status };
  await db
    .insertInto('settlements')
    .values({ id, ...values, utr: seen.utr ?? null, created_at: moment(createdAt * 1000) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...values, ...(seen.utr ? { utr: seen.utr } : {}) }),
    )
    .execute();
}

/** Enters what payments, refunds and adjustments added to settlements; returns how many were new. */
export async function recordSettlementLines(
  db: LedgerDatabase,
  lines: SettlementLine[],
  source: Source,
  now: number,
): Promise<number> {
  const about = new Map((await knownOf(db, lines)).map(({ id, ...rest }) => [id, rest]));
  return enter(
    db,
    lines.map((line) => ({
      kind: 'settled',
      subject: line.entityId,
      settlement_id: line.settlementId,
      ...about.get(line.entityId),
      amount: line.credit - line.debit,
      currency,
      detail: line.disputeId ?? line.kind,
      at: line.settledAt * 1000,
    })),
    source,
    now,
  );
}

/** The payments and refunds of lines, each with its payment and order. */
async function knownOf(db: LedgerDatabase, lines: SettlementLine[]) {
  const ids = lines.map(({ entityId }) => entityId);
  if (ids.length === 0) return [];
  return db
    .selectFrom('payments')
    .select(['id', 'id as payment_id', 'order_id'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('refunds').select(['id', 'payment_id', 'order_id']).where('id', 'in', ids))
    .execute();
}
