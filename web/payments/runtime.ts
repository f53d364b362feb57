import { siteSettings } from '#web/env.ts';
import { erasePersonalData } from './erasure.ts';
import { log } from './log.ts';
import { openPayments, type Payments } from './payments.ts';
import { reconcile } from './reconciliation.ts';
import { paymentSettings } from './settings.ts';

const reconcileEvery = 60_000;
const eraseEvery = 24 * 3_600_000;

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
 * Called once when the server starts: reconciles every minute and erases personal data past its retention every day.
 * A failure is logged and tried again; it never stops the site.
 */
export function startPayments(): void {
  repeat('reconciliation', reconcileEvery, async () => {
    const { asked, paid, failed } = await reconcile(await getPayments());
    if (asked > 0) log('info', `reconciled: ${asked} asked about, ${paid} paid, ${failed} failed`);
  });
  repeat('erasure', eraseEvery, async () => {
    const payments = await getPayments();
    await erasePersonalData(payments.db, payments.settings.retentionDays, payments.now());
  });
}

function repeat(what: string, milliseconds: number, work: () => Promise<void>): void {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      log('error', `${what} failed`, { reason: error });
    }
    setTimeout(run, milliseconds).unref();
  };
  void run();
}
