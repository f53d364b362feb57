import { z } from 'zod';
import { type PaymentEntity, randomId, type SettlementEntity, settlementEntity } from './entities.ts';
import { badRequest } from './errors.ts';
import { countUpTo, integer, skip } from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import type { SettlementLine } from './store.ts';
import { emit } from './webhooks.ts';

/** Oddities: lines dated at another time, an amount that is not their sum, payments that are held back. */
export const settlementOptions = z.object({
  settled_at: z.int().optional(),
  differs_by: z.int().default(0),
  hold: z.array(z.string()).default([]),
});

/** Settles everything created until then that is in no settlement, or only in a failed one. */
export function settle(
  sandbox: Sandbox,
  created_at: number,
  {
    settled_at = created_at,
    differs_by,
    hold,
    status,
  }: z.infer<typeof settlementOptions> & Pick<SettlementEntity, 'status'>,
) {
  const { payments, refunds, disputes, orders, settlements, settlementLines } = sandbox.store;
  const planned = settlementEntity.parse({ amount: 0, created_at, status });
  const lines = new Map<string, SettlementLine>();

  type Source = { id: string; created_at: number };
  function add(source: Source, payment: PaymentEntity, line: Partial<SettlementLine>) {
    const before = settlementLines.get(source.id);
    const isPaid = before?.settlement_id && settlements.find(before.settlement_id).status !== 'failed';
    const isHeld = hold.includes(source.id);
    if (source.created_at > planned.created_at || isPaid) return;
    lines.set(source.id, {
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
      settled_at,
      settlement_id: isHeld ? null : planned.id,
      posted_at: null,
      credit_type: 'default',
      description: null,
      notes: [],
      payment_id: null,
      settlement_utr: isHeld ? null : planned.utr,
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

  for (const payment of payments.all()) {
    const { captured, amount, tax, description, notes } = payment;
    const fee = payment.fee ?? 0;
    const credit = amount - fee;
    if (captured) add(payment, payment, { type: 'payment', amount, credit, fee, tax, description, notes });
  }
  for (const refund of refunds.all()) {
    const { id, amount, payment_id, status, notes, created_at } = refund;
    const payment = payments.find(payment_id);
    if (!payment.captured) continue;
    if (status !== 'failed') add(refund, payment, { type: 'refund', debit: amount, notes, payment_id });
    // It was deducted earlier and never reached the customer.
    else if (settlementLines.get(id)) {
      const description = `Reversal of refund ${id}`;
      const reversal = { id: `reversal of ${id}`, created_at };
      add(reversal, payment, { type: 'adjustment', credit: amount, description, payment_id });
    }
  }
  for (const { id: dispute_id, payment_id, amount_deducted, created_at } of disputes.all()) {
    const before = settlementLines.all().filter((line) => line.dispute_id === dispute_id);
    const due = before.reduce((rest, { debit, credit }) => rest - debit + credit, amount_deducted);
    // A won dispute brings back the deduction.
    const side = due > 0 ? { debit: due } : { credit: -due };
    const source = { id: `${dispute_id} ${before.length}`, created_at };
    if (due !== 0) add(source, payments.find(payment_id), { type: 'adjustment', ...side, dispute_id });
  }

  const amount = [...lines.values()]
    .filter(({ settlement_id }) => settlement_id)
    .reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  if (amount <= 0) throw badRequest(`Nothing to settle: the balance is ${amount} paise`);
  for (const [source, line] of lines) settlementLines.set(source, line);
  const settlement = settlements.put({ ...planned, amount: amount + differs_by });
  if (status === 'processed') emit(sandbox, 'settlement.processed', { settlement });
  return settlement;
}

export const reconQuery = z.object({
  year: integer.min(2000).max(2100),
  month: integer.min(1).max(12),
  day: integer.min(1).max(31).optional(),
  count: countUpTo(1000),
  skip,
});

const offsetOfIndia = 5.5 * 3600;

/** Lines settled in a month or on a day, in Indian time. */
export function reconReport({ store }: Sandbox, query: z.infer<typeof reconQuery>): SettlementLine[] {
  const { year, month, day, count, skip: skipped } = query;
  const from = Date.UTC(year, month - 1, day ?? 1) / 1000 - offsetOfIndia;
  const end = (day ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month)) / 1000 - offsetOfIndia;
  return store.settlementLines
    .all()
    .filter(({ settled_at }) => settled_at >= from && settled_at < end)
    .slice(skipped, skipped + count);
}
