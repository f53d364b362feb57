import { minute } from '#web/contracts/durations.ts';
import type { Order } from '#web/database/tables.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { log } from '#web/log.ts';
import { type Bill, verificationRequestSchema } from '#web/payments/bill.ts';
import { withBillCustomer } from '#web/payments/bills/pay-by-link.ts';
import type { Report } from '#web/payments/gateway.ts';
import { recordFirstCapture } from '#web/payments/ledger/first-capture.ts';
import { findReportedOrder, matchesBill, mismatch, scheduleCheck } from '#web/payments/ledger/orders.ts';
import { acceptReport, recordPayment } from '#web/payments/ledger/record.ts';
import { deleteReports, storeReport } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';
import { isPaymentSignature } from '#web/payments/razorpay/signatures.ts';
import { syncOrder } from '#web/payments/sync/reconciliation.ts';

/** Milliseconds until reconciliation checks a signed but unconfirmed payment. */
const retryAfter = minute;

export type Confirmation =
  | { outcome: 'paid'; order: Order; paymentId: string; gatewayMs?: number }
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  /** Not signed by Razorpay, or for another order or bill. */
  | { outcome: 'unverified' }
  /** The same report was accepted before. */
  | { outcome: 'replayed' }
  /** Another payment of the order was captured first; this payment is not captured. */
  | { outcome: 'order-paid' }
  | { outcome: 'incomplete'; state: string }
  /** Signed and stored, but not confirmed by the gateway. `isFirst`: the report had not been stored before. */
  | { outcome: 'confirming'; order: Order; isFirst: boolean; fault: unknown };

/**
 * Verifies a reported payment. `paid` requires a signature that fits the stored order, and a captured payment at
 * Razorpay that matches the order's id, amount and currency. A report is accepted once, because somebody could have
 * copied it; a browser that lost the response requests `payment-status`. Rejects with an error of the ledger.
 */
export async function verifyPayment(payments: Payments, given: unknown): Promise<Confirmation> {
  const { request } = await withBillCustomer(payments, given);
  const parsed = verificationRequestSchema.safeParse(request);
  if (!parsed.success) return { outcome: 'invalid', fieldErrors: fieldErrors(parsed.error) };
  const { report, bill } = parsed.data;
  return confirmReport(payments, report, bill);
}

/** Confirms a signed report. `bill`, if given, must match the stored bill; Razorpay's hosted page does not send it. */
export async function confirmReport(payments: Payments, report: Report, bill?: Bill): Promise<Confirmation> {
  const { orderId, paymentId, signature } = report;
  const isSigned = payments.settings.keySecrets.some((secret) =>
    isPaymentSignature(secret, orderId, paymentId, signature),
  );
  if (!isSigned) return unverified(report, 'signature');
  const order = await findReportedOrder(payments.db, orderId, paymentId);
  if (!order) return unverified(report, 'unknown order');
  // A valid signature means that money may have left an account, whatever else is wrong.
  const isFirst =
    order.known !== 'captured' && (await storeReport(payments.db, order.id, paymentId, payments.now()));
  if (bill && !matchesBill(order, bill)) return unverified(report, 'other bill');
  if (order.verified_at) return replayed(report);
  if (order.known === 'captured')
    return (await acceptReport(payments.db, paymentId, payments.now()))
      ? { outcome: 'paid', order, paymentId }
      : replayed(report);
  try {
    return await confirmAtGateway(payments, order, report);
  } catch (fault) {
    await scheduleCheck(payments.db, order, payments.now() + retryAfter, order.checks);
    return { outcome: 'confirming', order, isFirst, fault };
  }
}

async function confirmAtGateway(payments: Payments, order: Order, report: Report): Promise<Confirmation> {
  const { db, gateway } = payments;
  const start = performance.now();
  let payment = await gateway.fetchPayment(report.paymentId);
  // Only Razorpay knows whether another attempt was captured meanwhile.
  if (payment.status === 'authorized' && !mismatch(order, payment)) {
    await syncOrder(payments, order, 'reconciliation');
    payment = await gateway.fetchPayment(report.paymentId);
  }
  const gatewayMs = performance.now() - start;
  // Without this check the payment would be recorded under its own order, even if that is not the reported order.
  const what = mismatch(order, payment);
  if (what) {
    if (what !== 'amount') await deleteReports(db, 'payment_id', payment.id);
    return unverified(report, `other ${what}`);
  }
  const recorded =
    (payments.settings.databaseUrl &&
      (await recordFirstCapture(db, order, payment, 'verification', payments.now()))) ||
    (await recordPayment(db, payment, 'verification', payments.now()));
  if (recorded.outcome === 'unexplained') return unverified(report, recorded.why);
  const { status, verified_at } = recorded.payment;
  if (recorded.before?.verified_at) return replayed(report);
  if (status === 'captured' && verified_at)
    return { outcome: 'paid', order: recorded.order, paymentId: recorded.payment.id, gatewayMs };
  if (status === 'authorized' && recorded.order.status === 'paid') return { outcome: 'order-paid' };
  return { outcome: 'incomplete', state: status };
}

function unverified({ orderId, paymentId }: Report, reason: string): Confirmation {
  log('warn', 'verification refused', { orderId, paymentId, reason });
  return { outcome: 'unverified' };
}

function replayed({ orderId, paymentId }: Report): Confirmation {
  log('warn', 'verification replayed', { orderId, paymentId });
  return { outcome: 'replayed' };
}
