import { z } from 'zod';
import { readConfig } from './config.ts';
import { faultsSchema } from './faults.ts';
import { openStore } from './store.ts';

/** How Razorpay has set up the account. */
export const accountSchema = z.strictObject({
  /** With `customer`, the fee comes on top of the order's amount and is part of the payment. */
  feeBearer: z.enum(['business', 'customer']).default('business'),
  /** The state that a refund is created in. */
  refunds: z.enum(['processed', 'pending']).default('processed'),
  /** Refunds above it, in paise, are refused. */
  balance: z.int().min(0).optional(),
});

export type Sandbox = ReturnType<typeof createSandbox>;

/** Razorpay's stand-in, as it is now. Throws an Error that names each wrong setting. */
export function createSandbox() {
  const settings = readConfig(process.env);
  return {
    settings,
    store: openStore(settings.folder),
    /** The faults that are switched on. */
    faults: faultsSchema.parse({}),
    account: accountSchema.parse({}),
  };
}
