import path from 'node:path';
import { isLiveKey, type Settings } from '#settings';

/** Returns where the ledger is. Test and live payments have separate ledgers. */
export function databaseLocation({ databaseUrl, dataDir, razorpay }: Settings) {
  const name = isLiveKey(razorpay?.keyId) ? 'payments-live' : 'payments';
  const folder = path.join(/* turbopackIgnore: true */ dataDir, name);
  return { databaseUrl, folder };
}
