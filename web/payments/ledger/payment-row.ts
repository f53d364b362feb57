import { isDeepStrictEqual } from 'node:util';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { laterPaymentStatus } from '#web/payments/states.ts';
import type { Source } from './entries.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase, Order, Payment } from './tables.ts';

/** Longer than any attempt lasts, in milliseconds: banks and UPI end it before. */
const longestAttempt = 15 * 60_000;

/** Takes the row's lock by writing it as it is: the same statement locks in SQLite and in PostgreSQL. */
export function lockOrder(trx: LedgerDatabase, orderId: string): Promise<Order | undefined> {
  return trx
    .updateTable('orders')
    .set((expression) => ({ checks: expression.ref('checks') }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

/** The payment's own row as well, because a browser's report is accepted without holding the order's. */
export function lockPayment(trx: LedgerDatabase, paymentId: string): Promise<Payment | undefined> {
  return trx
    .updateTable('payments')
    .set((expression) => ({ status: expression.ref('status') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst();
}

/** What was given back of a payment in all, and whether a refund of it is still unknown, or may yet fail. */
export async function refundState(trx: LedgerDatabase, paymentId: string, reported: number) {
  const rows = await trx
    .selectFrom('refunds')
    .select(['amount', 'status'])
    .where('payment_id', '=', paymentId)
    .execute();
  const sumOf = (isFailed: boolean) =>
    rows.filter((row) => (row.status === 'failed') === isFailed).reduce((sum, row) => sum + row.amount, 0);
  const [kept, failed] = [sumOf(false), sumOf(true)];
  // The gateway goes on counting a refund that failed.
  return { refunded: Math.max(kept, reported - failed), isUnknown: reported - failed > kept };
}

export async function refundedOf(trx: LedgerDatabase, seen: GatewayPayment, known: Payment | undefined) {
  const reported = Math.max(seen.amountRefunded, known?.reported_refunded ?? 0);
  if (reported === 0 && !known?.amount_refunded) return 0;
  return (await refundState(trx, seen.id, reported)).refunded;
}

/** The changing columns of a payment's row, from what is known and what was seen now. */
function valuesAfter(
  known: Payment | undefined,
  seen: GatewayPayment,
  refunded: number,
  source: Source,
  now: number,
) {
  const captured_at = known?.captured_at ?? (seen.isTaken ? moment(takenAt(known, seen, now)) : null);
  const status = known ? laterPaymentStatus(known.status, seen.status) : seen.status;
  return {
    status: captured_at === null ? status : takenStatus(seen.amount, refunded),
    method: seen.method ?? known?.method ?? null,
    method_detail: seen.methodDetail ?? known?.method_detail ?? null,
    reference: seen.reference ?? known?.reference ?? null,
    vpa: seen.vpa ?? known?.vpa ?? null,
    amount_refunded: refunded,
    reported_refunded: Math.max(seen.amountRefunded, known?.reported_refunded ?? 0),
    fee: seen.fee ?? known?.fee ?? null,
    tax: seen.tax ?? known?.tax ?? null,
    error_reason: status === 'failed' ? (seen.errorReason ?? known?.error_reason ?? null) : null,
    captured_at,
    ...(source === 'verification' && status === 'captured' && !known?.verified_at
      ? { verified_at: moment(now) }
      : {}),
  };
}

/** The state of a payment that was captured: what was given back decides, and a refund can fail. */
export function takenStatus(amount: number, refunded: number): 'captured' | 'refunded' {
  return refunded >= amount ? 'refunded' : 'captured';
}

/**
 * When a payment was captured, which the gateway does not tell: now, unless the ledger learns only long after its beginning
 * of it, because the site was down or every report was lost. A receipt must not show that day.
 */
function takenAt(known: Payment | undefined, seen: GatewayPayment, now: number): number {
  const began = seen.createdAt * 1000;
  return known || now - began < longestAttempt ? now : began;
}

/** The row of a payment that the ledger has not seen yet. */
export function firstRow(
  seen: GatewayPayment,
  orderId: string,
  refunded: number,
  source: Source,
  now: number,
) {
  return {
    id: seen.id,
    order_id: orderId,
    amount: seen.amount,
    currency: seen.currency,
    created_at: moment(seen.createdAt * 1000),
    ...valuesAfter(undefined, seen, refunded, source, now),
  };
}

export async function storePayment(
  trx: LedgerDatabase,
  known: Payment | undefined,
  seen: GatewayPayment,
  refunded: number,
  source: Source,
  now: number,
): Promise<Payment> {
  if (known) {
    const values = valuesAfter(known, seen, refunded, source, now);
    const payment = { ...known, ...values };
    if (!isSame(known, payment) || known.verified_at !== payment.verified_at)
      await trx.updateTable('payments').set(values).where('id', '=', known.id).execute();
    return payment;
  }
  return trx
    .insertInto('payments')
    .values(firstRow(seen, seen.orderId ?? '', refunded, source, now))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether two states of a payment are the same, apart from the times that are our own. */
export function isSame(a: Payment, b: Payment): boolean {
  const reported = ({ captured_at, verified_at, ...columns }: Payment) => columns;
  return isDeepStrictEqual(reported(a), reported(b));
}
