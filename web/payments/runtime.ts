import { siteSettings } from '#web/env.ts';
import { openPayments, type Payments } from './payments.ts';
import { paymentSettings } from './settings.ts';

// Next bundles each route by itself, so a module variable would exist once per route.
declare global {
  var paymentsOfThisServer: Promise<Payments> | undefined;
}

/** The server's payments, opened on first use. A ledger that could not be opened is tried again by the next request. */
export function getPayments(): Promise<Payments> {
  globalThis.paymentsOfThisServer ??= Promise.resolve()
    .then(() => openPayments(paymentSettings(siteSettings())))
    .catch((error: unknown) => {
      globalThis.paymentsOfThisServer = undefined;
      throw error;
    });
  return globalThis.paymentsOfThisServer;
}
