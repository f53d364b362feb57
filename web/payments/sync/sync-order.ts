import type { Order } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import type { Source } from '#web/payments/ledger/entries.ts';
import { findOrder, mismatch } from '#web/payments/ledger/orders.ts';
import { longestAttempt, recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { deleteReports, openReports } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';
import { type GatewayPayment, wasCaptured } from '#web/payments/razorpay/entities.ts';

/**
 * Fetches and records an order's attempts and refunds. Captures an authorised payment, unless another payment
 * succeeded; the gateway then refunds the authorised payment. Rejects with a GatewayError.
 */
export async function syncOrder(payments: Payments, order: Order, source: Source): Promise<Order> {
  const attempts = await payments.gateway.paymentsOfOrder(order.id);
  let isPaid = attempts.some(wasCaptured);
  let fault: unknown;
  const take = async (attempt: GatewayPayment) => {
    const mayCapture = attempt.status === 'authorized' && !isPaid && !mismatch(order, attempt);
    let payment = attempt;
    try {
      if (mayCapture) payment = await payments.gateway.capture(attempt);
    } catch (error) {
      // The payment is still recorded as authorised, so that the customer is not asked to pay again.
      fault = error;
    }
    isPaid ||= wasCaptured(payment);
    await recordWithRefunds(payments, payment, source);
  };
  for (const attempt of attempts) await take(attempt);
  for (const { payment_id: id, reported_at } of await openReports(payments.db, order.id)) {
    const listed = attempts.find((attempt) => attempt.id === id);
    // Lists can lag behind.
    const payment = listed ?? (await payments.gateway.fetchPayment(id));
    const differs = mismatch(order, payment);
    if (!listed && !differs) await take(payment);
    // With a surcharge, the amounts differ until the gateway reports the fee.
    const mayChange = differs ? differs === 'amount' : payment.status === 'created';
    const isOld = payments.now() - Date.parse(reported_at) > longestAttempt;
    const isOver = mayChange ? isOld : differs !== undefined;
    if (isOver) await deleteReports(payments.db, 'payment_id', id);
  }
  if (fault && !isPaid) throw fault;
  return (await findOrder(payments.db, order.id)) ?? order;
}

/** Records a payment with its refunds. */
export async function recordWithRefunds(
  payments: Payments,
  payment: GatewayPayment,
  source: Source,
): Promise<void> {
  const { db, gateway } = payments;
  const recorded = await recordPayment(db, payment, source, payments.now());
  if (recorded.outcome === 'unexplained') {
    log('error', 'a payment matches no order', { paymentId: payment.id, reason: recorded.why });
    return;
  }
  if (payment.amount_refunded === 0 || !wasCaptured(payment)) return;
  for (const refund of await gateway.refundsOfPayment(payment.id))
    await recordRefund(db, refund, source, payments.now());
}
