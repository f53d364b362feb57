import { isDeepStrictEqual } from 'node:util';
import { minute } from '#web/contracts/durations.ts';
import { laterState, orderStatusAfter, paymentStatuses } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { addEntries, addOrderEvent, explanationFacts, type Fact, type Source } from './entries.ts';
import { lockOrder, lockPayment } from './locks.ts';
import { updateMoves } from './moved-money.ts';
import { mismatch } from './orders.ts';
import { capturedStatus, refundState } from './refunds.ts';

export type Recorded =
  | { outcome: 'recorded' | 'known'; order: Order; payment: Payment; before: Payment | undefined }
  /** The payment matches none of our orders. If money arrived, the ledger has it as unexplained. */
  | { outcome: 'unexplained'; why: 'unknown order' | 'order' | 'currency' | 'amount' };

/** In milliseconds. Banks and UPI end an attempt sooner. */
export const longestAttempt = 15 * minute;

/** Milliseconds until reconciliation checks an authorised payment. */
const captureCheckAfter = 2 * minute;

/** Records a payment from any source. Locks the order, so that the second of two concurrent reports changes nothing. */
export function recordPayment(
  db: Database,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded> {
  return db.transaction().execute(async (trx): Promise<Recorded> => {
    const order = await lockOrder(trx, seen.orderId ?? '');
    const known = order && (await lockPayment(trx, seen.id));
    const why = order ? mismatch(order, seen) : 'unknown order';
    if (!order || why || (known && known.order_id !== order.id)) {
      const detail = why ?? 'order';
      // The surcharge can be the fee, which the gateway need not report before the capture.
      const mayFit = detail === 'amount' && seen.fee === undefined && seen.amount > (order?.amount ?? 0);
      // A failed attempt moved no money.
      if (seen.wasCaptured || (detail !== 'unknown order' && seen.status === 'authorized' && !mayFit)) {
        const { id: subject, amount, currency, createdAt } = seen;
        const about = { subject, payment_id: subject, amount, currency, detail };
        await addEntries(trx, [{ ...about, kind: 'unexplained', at: createdAt * 1000 }], source, now);
      }
      return { outcome: 'unexplained', why: detail };
    }

    const reported = Math.max(seen.amountRefunded, known?.reported_refunded ?? 0);
    const isRefunded = reported > 0 || known?.amount_refunded;
    const refunded = isRefunded ? (await refundState(trx, order.id, seen.id, reported)).refunded : 0;
    const payment = mergePayment(known, seen, order.id, refunded, source, now);
    const isNews = !known || !isSamePayment(known, payment);
    if (isNews || known.verified_at !== payment.verified_at)
      await trx
        .insertInto('payments')
        .values(payment)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(payment))
        .execute();
    if (!isNews) return { outcome: 'known', order, payment, before: known };

    const status = orderStatusAfter(order.status, payment.captured_at !== null);
    const changes = {
      status,
      paid_at: status === 'paid' ? (order.paid_at ?? payment.captured_at) : null,
      next_check_at: nextCheck(order, status, payment, now),
    };
    await trx.updateTable('orders').set(changes).where('id', '=', order.id).execute();
    const about = entryBase(payment);
    await addOrderEvent(trx, about, orderEventName(known, payment), source, now);
    const explanation = await explanationFacts(trx, about);
    await addEntries(trx, [...factsOf(known, payment), ...explanation], source, now);
    const wasUnknown = !known && explanation.length > 0;
    await updateMoves(trx, payment, { why: payment.id, wasUnknown }, source, now);
    return { outcome: 'recorded', order: { ...order, ...changes }, payment, before: known };
  });
}

/** Accepts a browser's report of a captured payment. Returns true only for the first report. */
export async function acceptReport(db: Database, paymentId: string, now: number): Promise<boolean> {
  const accepted = await db
    .updateTable('payments')
    .set({ verified_at: moment(now) })
    .where('id', '=', paymentId)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

const entryBase = ({ id, order_id, currency }: Payment) => ({
  subject: id,
  payment_id: id,
  order_id,
  currency,
});

/** Returns the facts about a payment that are not in the ledger yet. */
export function factsOf(known: Payment | undefined, payment: Payment): Fact[] {
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

function nextCheck(order: Order, status: Order['status'], payment: Payment, now: number): string | null {
  // Only the refunded sum is known, so the next check fetches the refunds.
  if (status === 'paid') return payment.reported_refunded > 0 ? moment(now) : null;
  if (payment.status !== 'authorized') return order.next_check_at;
  const soon = moment(now + captureCheckAfter);
  return order.next_check_at !== null && order.next_check_at < soon ? order.next_check_at : soon;
}

function orderEventName(known: Payment | undefined, payment: Payment): string {
  if (known && known.status === payment.status) {
    if (payment.amount_refunded > known.amount_refunded) return 'payment.partly_refunded';
    return 'payment.details';
  }
  return `payment.${payment.status}`;
}

/** Merges a payment's stored row with a report. */
export function mergePayment(
  known: Payment | undefined,
  seen: GatewayPayment,
  orderId: string,
  refunded: number,
  source: Source,
  now: number,
): Payment {
  // The gateway does not always report the capture's own time.
  const captured_at = known?.captured_at ?? (seen.wasCaptured ? moment(seen.createdAt * 1000) : null);
  const furthest = laterState(paymentStatuses, known?.status, seen.status);
  const status = captured_at === null ? furthest : capturedStatus(seen.amount, refunded);
  const isReported = source === 'verification' && status === 'captured';
  return {
    id: seen.id,
    order_id: orderId,
    amount: known?.amount ?? seen.amount,
    currency: seen.currency,
    status,
    method: seen.method ?? known?.method ?? null,
    method_detail: seen.methodDetail ?? known?.method_detail ?? null,
    reference: seen.reference ?? known?.reference ?? null,
    vpa: seen.vpa ?? known?.vpa ?? null,
    amount_refunded: refunded,
    reported_refunded: Math.max(seen.amountRefunded, known?.reported_refunded ?? 0),
    fee: seen.fee ?? known?.fee ?? null,
    tax: seen.tax ?? known?.tax ?? null,
    error_reason: status === 'failed' ? (seen.errorReason ?? known?.error_reason ?? null) : null,
    created_at: known?.created_at ?? moment(seen.createdAt * 1000),
    captured_at,
    verified_at: known?.verified_at ?? (isReported ? moment(now) : null),
    settled_at: known?.settled_at ?? null,
    surplus_reviewed: known?.surplus_reviewed ?? null,
    amount_moved: known?.amount_moved ?? null,
  };
}

/** Whether two rows of a payment are equal, apart from our own timestamps. */
export function isSamePayment(a: Payment, b: Payment): boolean {
  const reported = ({ captured_at, verified_at, ...columns }: Payment) => columns;
  return isDeepStrictEqual(reported(a), reported(b));
}
