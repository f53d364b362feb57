import { z } from 'zod';
import { readConfig } from './config.ts';
import { faultsSchema } from './faults.ts';
import { openStore } from './store.ts';

/** The account's settings at Razorpay. */
export const accountSchema = z.strictObject({
  /** With `customer`, the fee is added to the order's amount. */
  feeBearer: z.enum(['business', 'customer']).default('business'),
  /** State of new refunds. */
  refunds: z.enum(['processed', 'pending']).default('processed'),
  /** Paise; larger refunds are refused. */
  balance: z.int().min(0).optional(),
});

export type Sandbox = ReturnType<typeof createSandbox>;

/** Throws an Error that names each wrong setting. */
export function createSandbox() {
  const settings = readConfig(process.env);
  return {
    settings,
    store: openStore(settings.folder),
    faults: faultsSchema.parse({}),
    account: accountSchema.parse({}),
  };
}
