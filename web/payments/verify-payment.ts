import { type ApiResponse, errorResponse, failureResponse, gatewayTiming } from './api-response.ts';
import { type Bill, fieldErrors, type Report, reportedBefore, verificationRequestSchema } from './bill.ts';
import type { GatewayPayment } from './gateway/gateway.ts';
import { findReported, isBillOf, mismatch, type Order, scheduleCheck } from './ledger/orders.ts';
import { acceptReport, recordFirstCapture, recordPayment } from './ledger/record.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { isPaymentSignature } from './signatures.ts';

/** When reconciliation asks about a signed payment that the gateway could not confirm, in milliseconds. */
const retryAfter = 60_000;

/**
 * Confirms what the checkout reported. 200 only when the signature fits the stored order, the payment fetched from
 * Razorpay belongs to it with its amount and currency, and it is captured (or is captured now).
 *
 * A report is accepted once; a repeated one is a replay and gets 409, because nothing in it tells the paying browser
 * from somebody who has seen the same bytes. A browser that lost the response asks `payment-status` instead, with the
 * receipt's token that only the order's maker was given.
 */
export async function verifyPayment(payments: Payments, request: unknown): Promise<ApiResponse> {
  const parsed = verificationRequestSchema.safeParse(request);
  if (!parsed.success)
    return errorResponse(400, 'This is not a complete report of a payment.', {
      fieldErrors: fieldErrors(parsed.error),
    });
  const { report, bill } = parsed.data;
  return confirmReport(payments, report, bill);
}

/**
 * Applies the rules of `verifyPayment` to a report. `bill` is what the browser says was paid, and must be the stored
 * one; Razorpay's own page does not tell it.
 */
export async function confirmReport(payments: Payments, report: Report, bill?: Bill): Promise<ApiResponse> {
  try {
    const reported = await findReported(payments.db, report.orderId, report.paymentId);
    if (!reported) return unverified(report, 'unknown order');
    const { order, known } = reported;
    if (bill && !isBillOf(order, bill)) return unverified(report, 'other bill');
    if (!isPaymentSignature(payments.settings.keySecret, order.id, report.paymentId, report.signature))
      return unverified(report, 'signature');
    if (known?.verified_at) return replayed(report);
    if (known?.status === 'captured')
      return (await acceptReport(payments.db, report.paymentId, payments.now()))
        ? paid(order, report.paymentId)
        : replayed(report);
    return await confirmAtGateway(payments, order, report);
  } catch (error) {
    return failureResponse(error, 'verifying a payment');
  }
}

async function confirmAtGateway(payments: Payments, order: Order, report: Report): Promise<ApiResponse> {
  let payment: GatewayPayment | undefined;
  const start = performance.now();
  try {
    payment = await payments.gateway.fetchPayment(report.paymentId);
    if (payment.status === 'authorized' && order.status !== 'paid' && !mismatch(order, payment))
      payment = await payments.gateway.capture(payment.id, order.amount, order.currency);
  } catch (error) {
    // It could not be captured: the receipt shows that the bank has authorised it, so that nobody pays again.
    if (payment) await recordPayment(payments.db, payment, 'verification', payments.now());
    await scheduleCheck(payments.db, order.id, payments.now() + retryAfter, order.checks);
    throw error;
  }
  const timing = gatewayTiming(start);
  // The ledger would record it under the order that it belongs to, which may be another one.
  const what = mismatch(order, payment);
  if (what) return unverified(report, `other ${what}`);
  const recorded =
    (payments.settings.databaseUrl &&
      (await recordFirstCapture(payments.db, order, payment, 'verification', payments.now()))) ||
    (await recordPayment(payments.db, payment, 'verification', payments.now()));
  if (recorded.outcome !== 'recorded' && recorded.outcome !== 'known')
    return unverified(report, recorded.outcome === 'mismatch' ? `other ${recorded.what}` : recorded.outcome);
  if (recorded.before?.verified_at) return replayed(report);
  if (recorded.payment.status === 'captured')
    return { ...paid(recorded.order, recorded.payment.id), headers: timing };
  if (recorded.payment.status === 'authorized' && recorded.order.status === 'paid')
    return errorResponse(409, 'This order was paid by another payment. This one is not taken.', {
      code: 'order-paid',
    });
  return errorResponse(409, 'This payment is not complete.', { state: recorded.payment.status });
}

function paid(order: Order, paymentId: string): ApiResponse {
  return {
    status: 200,
    body: {
      state: 'paid',
      orderId: order.id,
      paymentId,
      amount: order.amount,
      currency: order.currency,
      receipt: order.receipt_token,
    },
  };
}

function unverified({ orderId, paymentId }: Report, reason: string): ApiResponse {
  log('warn', 'verification refused', { orderId, paymentId, reason });
  return errorResponse(400, 'This payment could not be verified.');
}

function replayed({ orderId, paymentId }: Report): ApiResponse {
  log('warn', 'verification replayed', { orderId, paymentId });
  return errorResponse(409, 'This payment was reported before.', { code: reportedBefore });
}
