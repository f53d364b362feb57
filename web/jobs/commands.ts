import { parseArgs } from 'node:util';
import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { databaseLocation } from '#web/database/location.ts';
import type { Database } from '#web/database/tables.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { reconcile } from '#web/payments/sync/reconciliation.ts';
import { clockProblem } from './clock.ts';
import { erasePersonalData } from './erasure.ts';
import { mailNow, sendMail, sweepNow } from './jobs.ts';

// Runs the scheduled work now: `npm run payments:sweep`, `:reconcile`, `:mail` and `:erase`. Option of `:erase`: `--
// --clock-is-right` if the site was off for more than two weeks.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'clock-is-right': { type: 'boolean' } },
});
const settings = readSettings(process.env);
const [command] = positionals;
if (command === 'erase') await erase();
else if (command === 'mail' && !settings.razorpay)
  await withDatabase((db) => sendMail({ db, settings, now: Date.now }));
else await withPayments(command === 'mail' ? mailNow : command === 'sweep' ? sweepAll : reconcileNow);

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(databaseLocation(settings));
  await work(db).finally(() => db.destroy());
}

/** Throws if there are no keys for Razorpay. */
function withPayments(work: (payments: Payments) => Promise<void>): Promise<void> {
  const ofPayments = paymentSettings(settings);
  return withDatabase(async (db) => work(await openPayments(ofPayments, db)));
}

async function erase(): Promise<void> {
  await withDatabase(async (db) => {
    const isClockConfirmed = values['clock-is-right'] ?? false;
    const doubt = await clockProblem({ db, settings, now: Date.now }, { isClockConfirmed });
    if (doubt !== undefined) {
      console.error(doubt);
      process.exitCode = 1;
      return;
    }
    const erased = await erasePersonalData(db, settings.retention, Date.now());
    console.log(`Erased the personal data of ${erased === 1 ? '1 order' : `${erased} orders`}.`);
  });
}

async function reconcileNow(payments: Payments): Promise<void> {
  const { checked, paid, failed } = await reconcile(payments);
  const orders = checked === 1 ? '1 order' : `${checked} orders`;
  console.log(`Checked ${orders}: ${paid} found to be paid, ${failed} could not be checked.`);
  if (failed > 0) process.exitCode = 1;
}

async function sweepAll(payments: Payments): Promise<void> {
  const swept = await sweepNow(payments);
  if (!swept) {
    console.log('Another process is sweeping.');
    return;
  }
  const { from, to, differ, ...found } = swept;
  console.log(`Swept ${from} to ${to}: ${JSON.stringify(found)}`);
  if (differ.length === 0) return;
  console.error(`Ledger and gateway still differ on ${differ.join(', ')}`);
  process.exitCode = 1;
}
