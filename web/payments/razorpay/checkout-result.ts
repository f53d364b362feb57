import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { orderIdSchema, paymentIdSchema, signatureSchema } from '#web/payments/bill.ts';

/** A payment as the checkout reports it, with Razorpay's signature. */
export type Report = { orderId: string; paymentId: string; signature: string };

/** Result of the checkout, also posted as a form to `callback_url` by Razorpay's hosted page. */
export const checkoutResultSchema = z.pipe(
  z.object({
    razorpay_order_id: orderIdSchema,
    razorpay_payment_id: paymentIdSchema,
    razorpay_signature: signatureSchema,
  }),
  z.transform(
    (form): Report => ({
      orderId: form.razorpay_order_id,
      paymentId: form.razorpay_payment_id,
      signature: form.razorpay_signature,
    }),
  ),
);

/** Returns how a payment on the hosted page failed; undefined if the form reports a payment. */
export function readFailure(form: URLSearchParams): 'cancelled' | 'failed' | undefined {
  if (form.has('razorpay_payment_id')) return undefined;
  return form.get('error[reason]') === 'payment_cancelled' ? 'cancelled' : 'failed';
}
