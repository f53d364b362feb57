import { callbackSchema } from './bill.ts';
import type { Payments } from './payments.ts';
import { confirmReport } from './verify-payment.ts';

/** How a payment on Razorpay's own page ended, as the payment page is told in its address. */
export type Returned = 'cancelled' | 'failed' | 'unverified';

/**
 * Handles the form that Razorpay's own page posts for a browser that cannot show the checkout's frame. Resolves to the
 * path to redirect to. A failure is only shown, the ledger hears of it from Razorpay.
 */
export async function receiveCallback(payments: Payments, form: URLSearchParams): Promise<string> {
  const parsed = callbackSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    if (form.has('razorpay_payment_id')) return paymentPage('unverified');
    return paymentPage(form.get('error[reason]') === 'payment_cancelled' ? 'cancelled' : 'failed');
  }
  const confirmed = await confirmReport(payments, parsed.data).catch(() => undefined);
  const isKept = confirmed?.outcome === 'confirming' && confirmed.isFirst;
  if (isKept || confirmed?.outcome === 'paid') return `/pay-online/receipt/${confirmed.order.receipt_token}`;
  // Sent again by the browser: what it paid is found by the receipt that it keeps.
  return confirmed?.outcome === 'replayed' ? '/pay-online' : paymentPage('unverified');
}

const paymentPage = (returned: Returned) => `/pay-online?payment=${returned}`;
