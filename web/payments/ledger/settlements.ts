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
  const ids = lines.map(({ kind, entityId }) => (kind === 'payment' ? entityId : '')).filter(Boolean);
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('payments').select(['id', 'order_id']).where('id', 'in', ids).execute();
  const refunds =
    lines.length === 0
      ? []
      : await db
          .selectFrom('refunds')
          .select(['id', 'payment_id', 'order_id'])
          .where(
            'id',
            'in',
            lines.map(({ entityId }) => entityId),
          )
          .execute();
  const orders = new Map(rows.map(({ id, order_id }) => [id, { payment_id: id, order_id }]));
  for (const { id, payment_id, order_id } of refunds) orders.set(id, { payment_id, order_id });
  return enter(
    db,
    lines.map((line) => ({
      kind: 'settled',
      subject: line.entityId,
      settlement_id: line.settlementId,
      ...orders.get(line.entityId),
      amount: line.credit - line.debit,
      currency,
      detail: line.disputeId ?? line.kind,
      at: line.settledAt * 1000,
    })),
    source,
    now,
  );
}
