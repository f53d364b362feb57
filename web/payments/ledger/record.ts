import { isDeepStrictEqual } from 'node:util';
import { minute } from '#web/contracts/durations.ts';
import { laterState, paymentStatuses } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import { findBankReference, type GatewayPayment, wasCaptured } from '#web/payments/razorpay/entities.ts';
import { addEntries, explanationFacts, type Fact, lockRow, type Source } from './entries.ts';
import { updateMoves } from './moved-money.ts';
import { mismatch } from './orders.ts';
import { capturedStatus, sumRefunded } from './refunds.ts';

export type Recorded =
  | { outcome: 'recorded' | 'known'; order: Order; payment: Payment }
  /** The payment matches none of our orders. If money arrived, the ledger has it as unexplained. */
  | { outcome: 'unexplained'; why: 'unknown order' | 'order' | 'currency' | 'amount' };

/** In milliseconds. Banks and UPI end an attempt sooner. */
export const longestAttempt = 15 * minute;

/** Records a payment from any source. Locks the order, so that the second of two concurrent reports changes nothing. */
export function recordPayment(
  db: Database,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded> {
  return db.transaction().execute(async (trx): Promise<Recorded> => {
    const order = await lockRow(trx, 'orders', seen.order_id ?? '');
    const known = order && (await lockRow(trx, 'payments', seen.id));
    const why = findProblem(order, known, seen);
    if (!order || why) {
      const detail = why ?? 'unknown order';
      // The surcharge can be the fee, which the gateway need not report before the capture.
      const mayFit = detail === 'amount' && seen.fee === undefined && seen.amount > (order?.amount ?? 0);
      // A failed attempt moved no money.
      const isHeld = detail !== 'unknown order' && seen.status === 'authorized' && !mayFit;
      if (wasCaptured(seen) || isHeld) {
        const { id: subject, amount, currency, created_at } = seen;
        const about = { subject, payment_id: subject, amount, currency, detail };
        await addEntries(trx, [{ ...about, kind: 'unexplained', at: created_at * 1000 }], source, now);
      }
      return { outcome: 'unexplained', why: detail };
    }

    const reported = Math.max(seen.amount_refunded, known?.reported_refunded ?? 0);
    const isRefunded = reported > 0 || known?.amount_refunded;
    const refunded = isRefunded ? await sumRefunded(trx, seen.id, reported) : 0;
    const payment = mergePayment(known, seen, order.id, refunded);
    if (isDeepStrictEqual(known, payment)) return { outcome: 'known', order, payment };
    await trx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(payment))
      .execute();

    const isPaid = payment.captured_at !== null || order.status === 'paid';
    const changes = {
      status: isPaid ? ('paid' as const) : ('attempted' as const),
      paid_at: isPaid ? (order.paid_at ?? payment.captured_at) : null,
    };
    await trx.updateTable('orders').set(changes).where('id', '=', order.id).execute();
    const about = entryBase(payment);
    const explanation = await explanationFacts(trx, about);
    await addEntries(trx, [...findNewFacts(known, payment), ...explanation], source, now);
    const wasUnknown = !known && explanation.length > 0;
    await updateMoves(trx, payment, { why: payment.id, wasUnknown }, now);
    return { outcome: 'recorded', order: { ...order, ...changes }, payment };
  });
}

/** Returns why a payment does not belong to the order that it names; undefined if it does. */
function findProblem(order: Order | undefined, known: Payment | undefined, seen: GatewayPayment) {
  if (!order) return 'unknown order';
  const isElsewhere = known !== undefined && known.order_id !== order.id;
  return mismatch(order, seen) ?? (isElsewhere ? 'order' : undefined);
}

const entryBase = ({ id, order_id, currency }: Payment) => ({
  subject: id,
  payment_id: id,
  order_id,
  currency,
});

/** Returns the facts about a payment that are not in the ledger yet. */
function findNewFacts(known: Payment | undefined, payment: Payment): Fact[] {
  const about = { ...entryBase(payment), amount: payment.amount };
  const facts: Fact[] = [];
  if (payment.status === 'authorized' && known?.status !== 'authorized')
    facts.push({ ...about, kind: 'authorized', at: Date.parse(payment.created_at) });
  if (payment.captured_at === null) return facts;
  const before = known?.captured_at ? known : undefined;
  const at = Date.parse(payment.captured_at);
  if (!before) facts.push({ ...about, kind: 'captured', at });
  for (const kind of ['fee', 'tax'] as const) {
    const change = (payment[kind] ?? 0) - (before?.[kind] ?? 0);
    if (change !== 0) facts.push({ ...about, kind, amount: change, at });
  }
  return facts;
}

/** Returns the bank, wallet or card of a payment, for example `Visa ending 1007`. */
function describeMethod({ bank, wallet, card }: GatewayPayment): string | undefined {
  const name = bank ?? wallet ?? [card?.network, card?.last4].filter(Boolean).join(' ending ');
  return name || undefined;
}

/** Merges a payment's stored row with a report. */
export function mergePayment(
  known: Payment | undefined,
  seen: GatewayPayment,
  orderId: string,
  refunded: number,
): Payment {
  // The gateway does not always report the capture's own time.
  const captured_at = known?.captured_at ?? (wasCaptured(seen) ? moment(seen.created_at * 1000) : null);
  const furthest = laterState(paymentStatuses, known?.status, seen.status);
  const status = captured_at === null ? furthest : capturedStatus(seen.amount, refunded);
  return {
    id: seen.id,
    order_id: orderId,
    amount: known?.amount ?? seen.amount,
    currency: seen.currency,
    status,
    method: seen.method ?? known?.method ?? null,
    method_detail: describeMethod(seen) ?? known?.method_detail ?? null,
    reference: findBankReference(seen.acquirer_data) ?? known?.reference ?? null,
    vpa: seen.vpa ?? known?.vpa ?? null,
    amount_refunded: refunded,
    reported_refunded: Math.max(seen.amount_refunded, known?.reported_refunded ?? 0),
    fee: seen.fee ?? known?.fee ?? null,
    tax: seen.tax ?? known?.tax ?? null,
    error_reason:
      status === 'failed' ? (seen.error_reason ?? seen.error_code ?? known?.error_reason ?? null) : null,
    created_at: known?.created_at ?? moment(seen.created_at * 1000),
    captured_at,
    surplus_reviewed: known?.surplus_reviewed ?? null,
    amount_moved: known?.amount_moved ?? null,
  };
}
