import { type Answer, answerTo, gatewayTiming, refusal } from './answers.ts';
import { type Bill, fieldErrors, type Report, reportedBefore, verificationRequestSchema } from './bill.ts';
import type { GatewayPayment } from './gateway/entities.ts';
import { findReported, isBillOf, type Order, scheduleCheck } from './ledger/orders.ts';
import { acceptReport, recordPayment } from './ledger/record.ts';
import { recordFirstCapture } from './ledger/record-first-capture.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { isPaymentSignature } from './signatures.ts';
import { mismatch } from './states.ts';

/** How soon reconciliation looks after a signed payment that the gateway could not confirm, in milliseconds. */
const soon = 60_000;

/**
 * Confirms what the checkout reported. Answers 200 only when the signature fits the stored order, the payment fetched
 * from Razorpay belongs to it with its amount and currency, and it is captured (or is captured now).
 *
 * A report is accepted once, whoever sends it: what comes again is a replay and is refused with 409, because nothing
 * in it tells the paying browser from somebody who has seen the same bytes. A browser whose answer was lost is served
 * all the same: it holds the receipt's token, which only the order's maker was given, and asks `payment-status` with it.
 */
export async function verifyPayment(payments: Payments, body: unknown): Promise<Answer> {
  const parsed = verificationRequestSchema.safeParse(body);
  if (!parsed.success)
    return refusal(400, 'This is not a complete report of a payment.', {
      fieldErrors: fieldErrors(parsed.error),
    });
  const { report, bill } = parsed.data;
  return confirmReport(payments, report, bill);
}

/**
 * Applies the rules of `verifyPayment` to a report. `bill` is what the browser says was paid, and must be the stored
 * one; Razorpay's own page does not tell it.
 */
export async function confirmReport(payments: Payments, request: Report, bill?: Bill): Promise<Answer> {
  try {
    const reported = await findReported(payments.db, request.orderId, request.paymentId);
    if (!reported) return refused(request, 'unknown order');
    const { order, known } = reported;
    if (bill && !isBillOf(order, bill)) return refused(request, 'other bill');
    if (!isPaymentSignature(payments.settings.keySecret, order.id, request.paymentId, request.signature))
      return refused(request, 'signature');
    if (known?.verified_at) return replayed(request);
    if (known?.status === 'captured')
      return (await acceptReport(payments.db, request.paymentId, payments.now()))
        ? paid(order, request.paymentId)
        : replayed(request);
    return await confirmAtGateway(payments, order, request);
  } catch (error) {
    return answerTo(error, 'verifying a payment');
  }
}

async function confirmAtGateway(payments: Payments, order: Order, request: Report): Promise<Answer> {
  let payment: GatewayPayment | undefined;
  const asked = performance.now();
  try {
    payment = await payments.gateway.fetchPayment(request.paymentId);
    if (payment.status === 'authorized' && order.status !== 'paid' && !mismatch(order, payment))
      payment = await payments.gateway.capture(payment.id, order.amount, order.currency);
  } catch (error) {
    // It could not be captured: the receipt says that the bank has said yes, so that nobody pays again.
    if (payment) await recordPayment(payments.db, payment, 'verification', payments.now());
    await scheduleCheck(payments.db, order.id, payments.now() + soon, order.checks);
    return answerTo(error, 'verifying a payment');
  }
  const timing = gatewayTiming(asked);
  const what = mismatch(order, payment);
  if (what) return refused(request, `other ${what}`);
  const recorded =
    (payments.settings.databaseUrl &&
      (await recordFirstCapture(payments.db, order, payment, 'verification', payments.now()))) ||
    (await recordPayment(payments.db, payment, 'verification', payments.now()));
  if (recorded.outcome !== 'recorded' && recorded.outcome !== 'known')
    return refused(request, recorded.outcome === 'mismatch' ? `other ${recorded.what}` : recorded.outcome);
  if (recorded.before?.verified_at) return replayed(request);
  if (recorded.payment.status === 'captured')
    return { ...paid(recorded.order, recorded.payment.id), headers: timing };
  if (recorded.payment.status === 'authorized' && recorded.order.status === 'paid')
    return refusal(409, 'This order was paid by another payment. This one is not taken.', {
      code: 'order-paid',
    });
  return refusal(409, 'This payment is not complete.', { state: recorded.payment.status });
}

function paid(order: Order, paymentId: string): Answer {
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

function refused(request: Report, reason: string): Answer {
  log('warn', 'verification refused', { orderId: request.orderId, paymentId: request.paymentId, reason });
  return refusal(400, 'This payment could not be verified.');
}

function replayed(request: Report): Answer {
  log('warn', 'verification replayed', { orderId: request.orderId, paymentId: request.paymentId });
  return refusal(409, 'This payment was reported before.', { code: reportedBefore });
}
