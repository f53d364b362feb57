import path from 'node:path';
import type { Settings } from '#settings';

/** Test and live payments have separate ledgers. */
export function databasePlace({ databaseUrl, dataDir, razorpay }: Settings) {
  const isLive = razorpay?.keyId.startsWith('rzp_live_');
  const folder = path.join(/* turbopackIgnore: true */ dataDir, isLive ? 'payments-live' : 'payments');
  return { databaseUrl, folder };
}
