import * as z from 'zod/mini';
import { smallestAmount } from '#web/contracts/money.ts';
import { severalLines } from '#web/contracts/text.ts';

const explanation = (tooShort: string) =>
  z
    .string()
    .check(
      z.overwrite(severalLines),
      z.minLength(3, tooShort),
      z.maxLength(300, 'Use at most 300 characters'),
    );

/** Body of `POST /:orderId/refund`; the same `key` never makes a second request. */
export const refundBodySchema = z.object({
  key: z.string().check(z.regex(/^[\w-]{16,64}$/, 'The key must be 16 to 64 letters, digits, _ or -')),
  paymentId: z.string(),
  amount: z
    .number()
    .check(z.int('Give the amount in whole paise'), z.gte(smallestAmount, 'Give at least ₹1.00')),
  reason: explanation('Say why'),
});

/** Body of `POST /unexplained/:subject`. */
export const noteBodySchema = z.object({ note: explanation('Say what it was') });
