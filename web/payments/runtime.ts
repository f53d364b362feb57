import { siteSettings } from '#web/env.ts';
import { runDueJobs } from './jobs.ts';
import { log } from './log.ts';
import { openPayments, type Payments } from './payments.ts';
import { paymentSettings } from './settings.ts';

/** How often each process looks for jobs that are due, in milliseconds. */
const lookEvery = 60_000;

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

/**
 * Called once when the server starts: looks every minute for what is due. A failure is logged and tried again; it never
 * stops the site.
 */
export function startPayments(): void {
  const run = async () => {
    try {
      await runDueJobs(await getPayments());
    } catch (error) {
      log('error', 'the ledger could not be opened', { reason: error });
    }
    setTimeout(run, lookEvery).unref();
  };
  void run();
}
