import type { Payments } from '#web/payments/payments.ts';
import { checkoutResultSchema, failureOf } from '#web/payments/razorpay/checkout-result.ts';
import { confirmReport } from './verify-payment.ts';

/** How a payment on Razorpay's hosted page ended: `?payment=` of the payment page. */
export type ReturnOutcome = 'cancelled' | 'failed' | 'unverified';

/**
 * Handles the form posted by Razorpay's hosted page. Resolves to the path to redirect to. Failures are only shown: the
 * ledger learns of them from Razorpay.
 */
export async function receiveCallback(payments: Payments, form: URLSearchParams): Promise<string> {
  const parsed = checkoutResultSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return paymentPage(failureOf(form) ?? 'unverified');
  const confirmed = await confirmReport(payments, parsed.data).catch(() => undefined);
  const isNew = confirmed?.outcome === 'confirming' && confirmed.isFirst;
  if (isNew || confirmed?.outcome === 'paid') return `/pay-online/receipt/${confirmed.order.receipt_token}`;
  // The browser sent the form again. The payment page finds the payment by the receipt stored in the browser.
  return confirmed?.outcome === 'replayed' ? '/pay-online' : paymentPage('unverified');
}

const paymentPage = (returned: ReturnOutcome) => `/pay-online?payment=${returned}`;
