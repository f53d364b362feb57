import { z } from 'zod';
import { type PaymentEntity, randomId, type SettlementEntity, settlementEntity } from './entities.ts';
import { badRequest } from './errors.ts';
import { countUpTo, integer, skip } from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import type { SettlementLine } from './store.ts';
import { emit } from './webhooks.ts';

/** Deviations that tests can request: a different time for the lines, an amount other than their sum, lines on hold. */
export const settlementOptions = z.object({
  settled_at: z.int().optional(),
  differs_by: z.int().default(0),
  hold: z.array(z.string()).default([]),
});
type Options = z.infer<typeof settlementOptions>;

type Source = { id: string; created_at: number };

/** Collects the lines of a new settlement. */
class Lines {
  /** Lines by the id of the payment, refund or dispute that they settle. */
  readonly byId = new Map<string, SettlementLine>();
  readonly #sandbox: Sandbox;
  readonly #settlement: SettlementEntity;
  readonly #settledAt: number;
  readonly #hold: string[];

  constructor(
    sandbox: Sandbox,
    settlement: SettlementEntity,
    { settled_at = settlement.created_at, hold }: Options,
  ) {
    this.#sandbox = sandbox;
    this.#settlement = settlement;
    this.#settledAt = settled_at;
    this.#hold = hold;
  }

  /** Adds a line, unless its source is newer than the settlement or was paid out before. */
  add(source: Source, payment: PaymentEntity, line: Partial<SettlementLine>) {
    const { settlementLines, settlements, orders } = this.#sandbox.store;
    const { id, utr, created_at } = this.#settlement;
    const before = settlementLines.get(source.id);
    const isPaid = before?.settlement_id && settlements.find(before.settlement_id).status !== 'failed';
    const isHeld = this.#hold.includes(source.id);
    if (source.created_at > created_at || isPaid) return;
    this.byId.set(source.id, {
      entity_id: line.type === 'adjustment' ? `adj_${randomId()}` : source.id,
      debit: 0,
      credit: 0,
      amount: line.credit ?? line.debit,
      currency: payment.currency,
      fee: 0,
      tax: 0,
      on_hold: isHeld,
      settled: !isHeld,
      created_at: source.created_at,
      settled_at: this.#settledAt,
      settlement_id: isHeld ? null : id,
      posted_at: null,
      credit_type: 'default',
      description: null,
      notes: [],
      payment_id: null,
      settlement_utr: isHeld ? null : utr,
      order_id: payment.order_id,
      order_receipt: orders.find(payment.order_id).receipt,
      method: payment.method,
      card_network: payment.card?.network ?? null,
      card_issuer: null,
      card_type: payment.card ? 'credit' : null,
      dispute_id: null,
      ...line,
    });
  }

  /** Returns the sum in paise, without lines on hold. */
  sum(): number {
    return [...this.byId.values()]
      .filter(({ settlement_id }) => settlement_id)
      .reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  }
}

/** Settles everything created up to `created_at` (Unix seconds) that is in no settlement, or only in a failed one. */
export function settle(
  sandbox: Sandbox,
  created_at: number,
  options: Options & Pick<SettlementEntity, 'status'>,
) {
  const { settlements, settlementLines } = sandbox.store;
  const { status } = options;
  const planned = settlementEntity.parse({ amount: 0, created_at, status });
  const lines = new Lines(sandbox, planned, options);
  addPayments(sandbox, lines);
  addRefunds(sandbox, lines);
  addDisputes(sandbox, lines);
  const amount = lines.sum();
  if (amount <= 0) throw badRequest(`Nothing to settle: the balance is ${amount} paise`);
  for (const [source, line] of lines.byId) settlementLines.set(source, line);
  const settlement = settlements.put({ ...planned, amount: amount + options.differs_by });
  if (status === 'processed') emit(sandbox, 'settlement.processed', { settlement });
  return settlement;
}

function addPayments({ store }: Sandbox, lines: Lines) {
  for (const payment of store.payments.all()) {
    const { captured, amount, tax, description, notes } = payment;
    const fee = payment.fee ?? 0;
    const credit = amount - fee;
    if (captured)
      lines.add(payment, payment, { type: 'payment', amount, credit, fee, tax, description, notes });
  }
}

function addRefunds({ store }: Sandbox, lines: Lines) {
  for (const refund of store.refunds.all()) {
    const { id, amount, payment_id, status, notes, created_at } = refund;
    const payment = store.payments.find(payment_id);
    if (!payment.captured) continue;
    if (status !== 'failed') lines.add(refund, payment, { type: 'refund', debit: amount, notes, payment_id });
    // The failed refund was deducted earlier and never reached the customer.
    else if (store.settlementLines.get(id)) {
      const description = `Reversal of refund ${id}`;
      const reversal = { id: `reversal of ${id}`, created_at };
      lines.add(reversal, payment, { type: 'adjustment', credit: amount, description, payment_id });
    }
  }
}

function addDisputes({ store }: Sandbox, lines: Lines) {
  for (const { id: dispute_id, payment_id, amount_deducted, created_at } of store.disputes.all()) {
    const before = store.settlementLines.all().filter((line) => line.dispute_id === dispute_id);
    const due = before.reduce((rest, { debit, credit }) => rest - debit + credit, amount_deducted);
    // After a dispute is won, the deduction is credited back.
    const side = due > 0 ? { debit: due } : { credit: -due };
    const source = { id: `${dispute_id} ${before.length}`, created_at };
    const payment = store.payments.find(payment_id);
    if (due !== 0) lines.add(source, payment, { type: 'adjustment', ...side, dispute_id });
  }
}

export const reconQuery = z.object({
  year: integer.min(2000).max(2100),
  month: integer.min(1).max(12),
  day: integer.min(1).max(31).optional(),
  count: countUpTo(1000),
  skip,
});

/** Seconds that India is ahead of UTC. */
const indiaOffset = 5.5 * 3600;

/** Returns the lines settled in a month or on a day, in Indian time. */
export function reconReport({ store }: Sandbox, query: z.infer<typeof reconQuery>): SettlementLine[] {
  const { year, month, day, count, skip: skipped } = query;
  const from = Date.UTC(year, month - 1, day ?? 1) / 1000 - indiaOffset;
  const end = (day ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month)) / 1000 - indiaOffset;
  return store.settlementLines
    .all()
    .filter(({ settled_at }) => settled_at >= from && settled_at < end)
    .slice(skipped, skipped + count);
}
