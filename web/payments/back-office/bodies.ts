import * as z from 'zod/mini';
import { smallestAmount } from '#web/contracts/money.ts';
import { explanationSchema, requestKeySchema } from '#web/payments/staff-fields.ts';

/** Body of `POST /:orderId/refund`. The same `key` never creates a second request. */
export const refundBodySchema = z.object({
  key: requestKeySchema,
  paymentId: z.string(),
  amount: z
    .number()
    .check(z.int('Enter the amount in whole paise'), z.gte(smallestAmount, 'Enter at least ₹1.00')),
  reason: explanationSchema('Say why'),
});

/** Body of `POST /unexplained/:subject`. */
export const noteBodySchema = z.object({ note: explanationSchema('Say what it was') });
