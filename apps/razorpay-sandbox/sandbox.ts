import { z } from 'zod';
import { readConfig } from './config.ts';
import { faultsSchema } from './faults.ts';
import { openStore } from './store.ts';

/** The settings of the merchant's account at Razorpay. */
export const accountSchema = z.strictObject({
  /** With `customer`, the fee is added to the order's amount; with `shared`, half of the fee. */
  feeBearer: z.enum(['business', 'customer', 'shared']).default('business'),
  /** Once a payment has this status, it shows the fee that the customer bears. */
  feeKnown: z.enum(['authorized', 'captured']).default('authorized'),
  /** Status of new refunds. */
  refunds: z.enum(['processed', 'pending']).default('processed'),
  /** Balance in paise; larger refunds are refused. */
  balance: z.int().min(0).optional(),
});

export type Sandbox = ReturnType<typeof createSandbox>;

/** Opens the sandbox's store. Throws an Error that names each wrong setting. */
export function createSandbox() {
  const settings = readConfig(process.env);
  return {
    settings,
    store: openStore(settings.folder),
    faults: faultsSchema.parse({}),
    account: accountSchema.parse({}),
  };
}
