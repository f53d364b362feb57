import {
  nowInSeconds,
  type PaymentEntity,
  randomDigits,
  randomId,
  type SettlementEntity,
} from './entities.ts';
import { badRequest } from './errors.ts';
import type { reconOf } from './requests.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

type Source = { id: string; created_at: number };

const day = 24 * 3600;
const offsetOfIndia = 5.5 * 3600;

/** What Razorpay pays out to the shop's bank, and the report about it. */
export function createSettlements(store: Store, webhooks: Webhooks) {
  const settled = new Set(store.settlements.all().flatMap(({ items }) => items.map(({ source }) => source)));

  /** Pays out, in one settlement, all that was created until then and is in none yet. */
  function settle(created_at = nowInSeconds()): SettlementEntity {
    const [id, utr] = [`setl_${randomId()}`, randomDigits(16)];
    const isDue = (source: Source) => source.created_at <= created_at && !settled.has(source.id);
    const lineOf = (source: Source, type: string, payment: PaymentEntity, line: object) => ({
      source: source.id,
      entity_id: type === 'adjustment' ? `adj_${randomId()}` : source.id,
      type,
      debit: 0,
      credit: 0,
      currency: payment.currency,
      fee: 0,
      tax: 0,
      on_hold: false,
      settled: true,
      created_at: source.created_at,
      settled_at: created_at,
      settlement_id: id,
      posted_at: null,
      credit_type: 'default',
      description: null,
      notes: [],
      payment_id: null,
      settlement_utr: utr,
      order_id: payment.order_id,
      order_receipt: store.orders.find(payment.order_id).entity.receipt,
      method: payment.method,
      card_network: payment.card?.network ?? null,
      card_issuer: null,
      card_type: payment.card ? 'credit' : null,
      dispute_id: null,
      ...line,
    });

    const payments = store.payments.all().flatMap(({ entity }) => {
      if (!entity.captured || !isDue(entity)) return [];
      const { amount, tax, description, notes } = entity;
      const fee = entity.fee ?? 0;
      return lineOf(entity, 'payment', entity, {
        amount,
        credit: amount - fee,
        fee,
        tax,
        description,
        notes,
      });
    });
    const refunds = store.refunds.all().flatMap(({ entity }) => {
      const { id, payment_id, amount, created_at, notes, status } = entity;
      const payment = store.payments.find(payment_id).entity;
      const reversal = { id: `reversal of ${id}`, created_at };
      if (!payment.captured) return [];
      if (status !== 'failed' && isDue(entity))
        return lineOf(entity, 'refund', payment, { amount, debit: amount, notes, payment_id });
      // It was taken from an earlier settlement and never reached the customer.
      if (status !== 'failed' || !settled.has(id) || !isDue(reversal)) return [];
      const description = `Reversal of refund ${id}`;
      return lineOf(reversal, 'adjustment', payment, { amount, credit: amount, description, payment_id });
    });
    const disputes = store.disputes.all().flatMap(({ entity }) => {
      const { id: dispute_id, payment_id, amount_deducted: amount } = entity;
      if (amount === 0 || !isDue(entity)) return [];
      const payment = store.payments.find(payment_id).entity;
      return lineOf(entity, 'adjustment', payment, { amount, debit: amount, dispute_id });
    });

    const items = [...payments, ...refunds, ...disputes];
    const amount = items.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
    if (amount <= 0) throw badRequest(`Nothing to settle: the balance is ${amount} paise`);
    const status = 'processed';
    const entity = { id, entity: 'settlement', amount, status, fees: 0, tax: 0, utr, created_at } as const;
    store.settlements.set(id, { entity, items });
    for (const { source } of items) settled.add(source);
    webhooks.emit('settlement.processed', { settlement: entity });
    return entity;
  }

  const itemsOf = (id: string) => store.settlements.find(id).items.map(({ source, ...item }) => item);

  /** The items that were settled in a month, or on a day, of India's time. */
  function report({ year, month, day: date, count, skip }: ReturnType<typeof reconOf>) {
    const from = Date.UTC(year, month - 1, date ?? 1) / 1000 - offsetOfIndia;
    const end = date ? from + day : Date.UTC(year, month) / 1000 - offsetOfIndia;
    return store.settlements
      .page({ from, to: end - 1, skip: 0, count: -1 })
      .reverse()
      .flatMap(({ id }) => itemsOf(id))
      .slice(skip, skip + count);
  }

  return { settle, itemsOf, report };
}
