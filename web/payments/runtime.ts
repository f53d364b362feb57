import { getDatabase } from '#web/database/runtime.ts';
import { siteSettings } from '#web/env.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { openPayments, type Payments } from './payments.ts';
import { paymentSettings } from './settings.ts';

declare global {
  interface OncePerProcess {
    payments: Promise<Payments>;
  }
}

/** Opens payments on first use. After a failure the next request retries. */
export function getPayments(): Promise<Payments> {
  oncePerProcess.payments ??= getDatabase()
    .then((db) => openPayments(paymentSettings(siteSettings()), db))
    .catch((error: unknown) => {
      delete oncePerProcess.payments;
      throw error;
    });
  return oncePerProcess.payments;
}
