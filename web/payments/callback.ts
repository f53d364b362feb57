import { z } from 'zod';
import { callbackSchema, reportedBefore } from './bill.ts';
import type { Payments } from './payments.ts';
import { confirmReport } from './verify-payment.ts';

/** How a payment on Razorpay's own page ended, as the payment page is told in its address. */
export type Returned = 'cancelled' | 'failed' | 'unverified';

const paidSchema = z.object({ receipt: z.string() });

/**
 * Handles the form that Razorpay's own page posts for a browser that cannot show the checkout's frame. Resolves to the
 * path to redirect to: the receipt, or the payment page with a notice. A payment is confirmed as by `verifyPayment`; a
 * failure is only shown, the ledger hears of it from Razorpay.
 */
export async function receiveCallback(payments: Payments, form: URLSearchParams): Promise<string> {
  const parsed = callbackSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    if (form.has('razorpay_payment_id')) return paymentPage('unverified');
    return paymentPage(form.get('error[reason]') === 'payment_cancelled' ? 'cancelled' : 'failed');
  }
  const { status, body } = await confirmReport(payments, parsed.data);
  const paid = paidSchema.safeParse(body);
  if (status === 200 && paid.success) return `/pay-online/receipt/${paid.data.receipt}`;
  // Sent again by the browser: what it paid is found by the receipt that it keeps.
  return body.code === reportedBefore ? '/pay-online' : paymentPage('unverified');
}

const paymentPage = (returned: Returned) => `/pay-online?payment=${returned}`;
