import type { Order } from '#web/database/tables.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { log } from '#web/log.ts';
import { verificationRequestSchema } from '#web/payments/bill.ts';
import { findReportedOrder, matchesBill, mismatch } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { deleteReports, storeReport } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';
import { checkoutResultSchema, type Report, readFailure } from '#web/payments/razorpay/checkout-result.ts';
import { isPaymentSignature } from '#web/payments/razorpay/events.ts';
import { syncOrder } from '#web/payments/sync/sync-order.ts';

export type Confirmation =
  | { outcome: 'paid'; order: Order; paymentId: string; gatewayMs?: number }
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  /** Not signed by Razorpay, or for another order or bill. */
  | { outcome: 'unverified' }
  /** Another payment of the order was captured first; this payment is not captured. */
  | { outcome: 'order-paid' }
  | { outcome: 'incomplete'; state: string }
  /** Signed and stored, but not confirmed by the gateway. */
  | { outcome: 'confirming'; order: Order; fault: unknown };

/**
 * Verifies a reported payment. `paid` requires a signature that fits the stored order, and a captured payment at
 * Razorpay that matches the order's id, amount and currency. A repeated report gets the same response. Rejects with an
 * error of the ledger.
 */
export async function verifyPayment(payments: Payments, given: unknown): Promise<Confirmation> {
  const parsed = verificationRequestSchema.safeParse(given);
  if (!parsed.success) return { outcome: 'invalid', fieldErrors: fieldErrors(parsed.error) };
  const { report, bill } = parsed.data;
  return confirmReport(payments, report, bill);
}

/** Confirms a signed report. `bill` must not contradict the stored order; Razorpay's hosted page does not send it. */
export async function confirmReport(
  payments: Payments,
  report: Report,
  bill: Parameters<typeof matchesBill>[1] = {},
): Promise<Confirmation> {
  const { orderId, paymentId, signature } = report;
  const isSigned = payments.settings.keySecrets.some((secret) =>
    isPaymentSignature(secret, orderId, paymentId, signature),
  );
  if (!isSigned) return unverified(report, 'signature');
  const order = await findReportedOrder(payments.db, orderId, paymentId);
  if (!order) return unverified(report, 'unknown order');
  // A valid signature means that money may have left an account, whatever else is wrong.
  if (order.known !== 'captured') await storeReport(payments.db, order.id, paymentId, payments.now());
  if (!matchesBill(order, bill)) return unverified(report, 'other bill');
  if (order.known === 'captured') return { outcome: 'paid', order, paymentId };
  try {
    return await confirmAtGateway(payments, order, report);
  } catch (fault) {
    return { outcome: 'confirming', order, fault };
  }
}

async function confirmAtGateway(payments: Payments, order: Order, report: Report): Promise<Confirmation> {
  const { db, gateway } = payments;
  const start = performance.now();
  let payment = await gateway.fetchPayment(report.paymentId);
  // Only Razorpay knows whether another attempt was captured meanwhile.
  if (payment.status === 'authorized' && !mismatch(order, payment)) {
    await syncOrder(payments, order, 'verification');
    payment = await gateway.fetchPayment(report.paymentId);
  }
  const gatewayMs = performance.now() - start;
  // Without this check the payment would be recorded under its own order, even if that is not the reported order.
  const what = mismatch(order, payment);
  if (what) {
    if (what !== 'amount') await deleteReports(db, 'payment_id', payment.id);
    return unverified(report, `other ${what}`);
  }
  const recorded = await recordPayment(db, payment, 'verification', payments.now());
  if (recorded.outcome === 'unexplained') return unverified(report, recorded.why);
  const { status } = recorded.payment;
  if (status === 'captured')
    return { outcome: 'paid', order: recorded.order, paymentId: recorded.payment.id, gatewayMs };
  if (status === 'authorized' && recorded.order.status === 'paid') return { outcome: 'order-paid' };
  return { outcome: 'incomplete', state: status };
}

function unverified({ orderId, paymentId }: Report, reason: string): Confirmation {
  log('warn', 'verification refused', { orderId, paymentId, reason });
  return { outcome: 'unverified' };
}

/** How a payment on Razorpay's hosted page ended: `?payment=` of the payment page. */
export type ReturnOutcome = 'cancelled' | 'failed' | 'unverified';

/**
 * Handles the form posted by Razorpay's hosted page. Resolves to the path to redirect to. Failures are only shown: the
 * ledger learns of them from Razorpay.
 */
export async function receiveCallback(payments: Payments, form: URLSearchParams): Promise<string> {
  const parsed = checkoutResultSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return paymentPage(readFailure(form) ?? 'unverified');
  const confirmed = await confirmReport(payments, parsed.data).catch(() => undefined);
  return confirmed?.outcome === 'confirming' || confirmed?.outcome === 'paid'
    ? `/pay-online/receipt/${confirmed.order.receipt_token}`
    : paymentPage('unverified');
}

const paymentPage = (returned: ReturnOutcome) => `/pay-online?payment=${returned}`;
