import { z } from 'zod';

export const accountSchema = z.strictObject({
  /** With `customer`, the fee comes on top of the order's amount and is part of the payment. */
  feeBearer: z.enum(['business', 'customer']).default('business'),
  /** The state that a refund is created in. */
  refunds: z.enum(['processed', 'pending']).default('processed'),
  /** What becomes of a payment that is authorised when its order is already paid. */
  lateAuthorized: z.enum(['kept', 'refunded']).default('kept'),
  /** Refunds above it, in paise, are refused. */
  balance: z.int().min(0).optional(),
});

/** How Razorpay has set up the account. */
export class Account {
  current = accountSchema.parse({});
}

/** Razorpay's share of a payment in paise, the tax in it: two per cent, with 18 % GST on top. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const share = Math.round(amount * 0.02);
  const tax = Math.round(share * 0.18);
  return { fee: share + tax, tax };
}
