import path from 'node:path';
import { z } from 'zod';
import { readSettings, settingsError } from '#settings';
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

/** What stands in for Razorpay, as it is now. Throws an Error that names each wrong setting. */
export function createSandbox() {
  const { razorpay, sandbox, dataDir } = readSettings(process.env);
  if (!razorpay) throw settingsError(['RAZORPAY_KEY_ID is missing: `npm start` sets it']);
  if (razorpay.keyId.startsWith('rzp_live_'))
    throw settingsError(['RAZORPAY_KEY_ID is a live key: the payment sandbox never runs with live keys']);
  return {
    settings: { ...sandbox, ...razorpay },
    store: openStore(path.join(dataDir, 'razorpay-sandbox')),
    /** The faults that are switched on. */
    faults: faultsSchema.parse({}),
    account: accountSchema.parse({}),
  };
}
