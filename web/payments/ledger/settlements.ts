import { sql } from 'kysely';
import { currency } from '#web/contracts/money.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Settlement } from '#web/database/tables.ts';
import type { SpanInSeconds } from '#web/payments/razorpay/client.ts';
import type { GatewaySettlement, SettlementLine } from '#web/payments/razorpay/entities.ts';
import { addEntries, type Fact, lockRow, type Source } from './entries.ts';

/** Records a transfer to the agency's bank. A late webhook does not undo a failure. */
export async function recordSettlement(db: Database, seen: GatewaySettlement, source: Source): Promise<void> {
  const { id, amount, fees, tax, status, created_at } = seen;
  const values = { amount, fees, tax, status };
  await db
    .insertInto('settlements')
    .values({ id, ...values, utr: seen.utr ?? null, created_at: moment(created_at * 1000) })
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
    await lockRow(trx, 'settlements', id);
    const entered = await trx
      .selectFrom('entries')
      .select(['subject', sql<number>`sum(amount)`.as('amount')])
      .select((row) => [row.fn.max('payment_id').as('payment_id'), row.fn.max('order_id').as('order_id')])
      .select((row) => row.fn.max('at').as('at'))
      .where('settlement_id', '=', id)
      .groupBy('subject')
      .execute();
    const booked = new Map(entered.map(({ subject, amount }) => [subject, amount]));
    const about = new Map((await findKnown(trx, lines)).map(({ id: subject, ...rest }) => [subject, rest]));
    // If a list grows while it is read, its next page repeats lines.
    const listed = new Map(lines.map((line) => [line.entity_id, line])).values();
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
        : [...listed].map(({ entity_id: subject, credit, debit, ...line }) => ({
            ...settled,
            ...about.get(subject),
            subject,
            amount: credit - debit - (booked.get(subject) ?? 0),
            detail: line.dispute_id ?? line.type,
            at: booked.has(subject) ? undefined : (line.settled_at ?? line.created_at) * 1000,
          }));
    const changed = facts.filter(({ amount }) => amount !== 0);
    return addEntries(trx, changed, source, now);
  });
}

/** Returns the payments and refunds in these lines, each with its `payment_id` and `order_id`. */
async function findKnown(db: Database, lines: SettlementLine[]) {
  const ids = lines.map(({ entity_id }) => entity_id);
  if (ids.length === 0) return [];
  return db
    .selectFrom('payments')
    .select(['id', 'id as payment_id', 'order_id'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('refunds').select(['id', 'payment_id', 'order_id']).where('id', 'in', ids))
    .execute();
}

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

/**
 * Returns ids of payments or refunds that are missing from the gateway's list (paise by id) or the ledger, or whose
 * amounts differ. Leaves out payments and refunds that the ledger records as unexplained.
 */
export async function findDiscrepancies(
  db: Database,
  table: 'payments' | 'refunds',
  atGateway: Map<string, number>,
  { from, to }: SpanInSeconds,
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
  const entries = await db
    .selectFrom('entries')
    .select(['subject', 'kind', 'recorded_at'])
    .where('kind', 'in', ['unexplained', table === 'payments' ? 'captured' : 'refunded'])
    .where('subject', 'in', [...differ])
    .execute();
  for (const { subject, kind, recorded_at } of entries) {
    // Entries added after the list was read are not discrepancies: the next list will contain them.
    const isLater = recorded_at >= end && !atGateway.has(subject);
    if (kind === 'unexplained' || isLater) differ.delete(subject);
  }
  return [...differ];
}

/**
 * Adds sums in paise to each settlement: the sum of its lines, and the gateway's fees and tax for its payments. (The
 * settlement's own `fees` are only the fees of the transfer.) Reads a whole page in one query, because one query per
 * settlement takes SQLite eight times as long.
 */
export async function withSums(db: Database, settlements: Settlement[]) {
  if (settlements.length === 0) return [];
  const ids = settlements.map(({ id }) => id);
  const lines = db
    .selectFrom('entries')
    .select(['settlement_id', 'subject', sql<number>`sum(amount)`.as('amount')])
    .where('kind', '=', 'settled')
    .where('settlement_id', 'in', ids)
    .groupBy(['settlement_id', 'subject'])
    .as('lines');
  const sumColumn = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  const sums = await db
    .selectFrom(lines)
    .leftJoin('payments', (join) =>
      join.onRef('payments.id', '=', 'lines.subject').on('lines.amount', '<>', 0),
    )
    .select('lines.settlement_id')
    .select([
      sumColumn('lines.amount').as('lines_amount'),
      sumColumn('payments.fee').as('payment_fees'),
      sumColumn('payments.tax').as('payment_tax'),
    ])
    .groupBy('lines.settlement_id')
    .execute();
  const byId = new Map(sums.map(({ settlement_id, ...rest }) => [settlement_id, rest]));
  const none = { lines_amount: 0, payment_fees: 0, payment_tax: 0 };
  return settlements.map((settlement) => ({ ...settlement, ...(byId.get(settlement.id) ?? none) }));
}
