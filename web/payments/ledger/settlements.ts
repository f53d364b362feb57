import { sql } from 'kysely';
import { currency } from '#web/contracts/money.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { GatewaySettlement, SettlementLine } from '#web/payments/gateway.ts';
import { addEntries, type Fact, type Source } from './entries.ts';

/** Records a transfer to the agency's bank. A late webhook does not undo a failure. */
export async function recordSettlement(db: Database, seen: GatewaySettlement, source: Source): Promise<void> {
  const { id, amount, fees, tax, status, createdAt } = seen;
  const values = { amount, fees, tax, status };
  await db
    .insertInto('settlements')
    .values({ id, ...values, utr: seen.utr ?? null, created_at: moment(createdAt * 1000) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...values, ...(seen.utr ? { utr: seen.utr } : {}) })
        .where('settlements.status', '!=', source === 'webhook' ? 'failed' : ''),
    )
    .execute();
}

/**
 * Adds those lines of a settlement that the ledger lacks. A failed settlement is reversed, because another settlement
 * pays out the same lines. Returns the number of entries.
 */
export function recordSettlementLines(
  db: Database,
  { id, status }: GatewaySettlement,
  lines: SettlementLine[],
  source: Source,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Locked, so that the second of two concurrent sweeps adds nothing.
    const held = trx.updateTable('settlements').set((row) => ({ status: row.ref('status') }));
    await held.where('id', '=', id).execute();
    const entered = await trx
      .selectFrom('entries')
      .select(['subject', sql<number>`sum(amount)`.as('amount')])
      .select((row) => [row.fn.max('payment_id').as('payment_id'), row.fn.max('order_id').as('order_id')])
      .select((row) => row.fn.max('at').as('at'))
      .where('settlement_id', '=', id)
      .groupBy('subject')
      .execute();
    const booked = new Map(entered.map(({ subject, amount }) => [subject, amount]));
    const about = new Map((await knownOf(trx, lines)).map(({ id: subject, ...rest }) => [subject, rest]));
    // If a list grows while it is read, its next page repeats lines.
    const listed = new Map(lines.map((line) => [line.entityId, line])).values();
    const settled = { kind: 'settled', settlement_id: id, currency } as const;
    const facts: Fact[] =
      status === 'failed'
        ? entered.map(({ at, ...entry }) => ({
            ...settled,
            ...entry,
            amount: -entry.amount,
            detail: status,
            at: Date.parse(at),
          }))
        : [...listed].map(({ entityId: subject, credit, debit, settledAt, ...line }) => ({
            ...settled,
            ...about.get(subject),
            subject,
            amount: credit - debit - (booked.get(subject) ?? 0),
            detail: line.disputeId ?? line.kind,
            at: booked.has(subject) ? undefined : settledAt * 1000,
          }));
    const changed = facts.filter(({ amount }) => amount !== 0);
    return addEntries(trx, changed, source, now);
  });
}

/** Returns the payments and refunds in these lines, each with its `payment_id` and `order_id`. */
async function knownOf(db: Database, lines: SettlementLine[]) {
  const ids = lines.map(({ entityId }) => entityId);
  if (ids.length === 0) return [];
  return db
    .selectFrom('payments')
    .select(['id', 'id as payment_id', 'order_id'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('refunds').select(['id', 'payment_id', 'order_id']).where('id', 'in', ids))
    .execute();
}
