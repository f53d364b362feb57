import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { databaseLocation } from '#web/database/location.ts';
import type { Database } from '#web/database/tables.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { eraseIfClockIsRight } from './erasure.ts';
import { mailNow, sendMail, sweepNow } from './jobs.ts';

// Runs the scheduled work now: `npm run payments:sweep`, `:mail` and `:erase`.
const settings = readSettings(process.env);
const [, , command] = process.argv;
if (command === 'erase') await withDatabase(erase);
else if (command === 'mail' && !settings.razorpay)
  await withDatabase((db) => sendMail({ db, settings, now: Date.now }));
else await withPayments(command === 'mail' ? mailNow : sweepAll);

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(databaseLocation(settings));
  await work(db).finally(() => db.destroy());
}

/** Throws if there are no keys for Razorpay. */
function withPayments(work: (payments: Payments) => Promise<void>): Promise<void> {
  const ofPayments = paymentSettings(settings);
  return withDatabase(async (db) => work(await openPayments(ofPayments, db)));
}

async function erase(db: Database): Promise<void> {
  const done = await eraseIfClockIsRight(db, settings.retention, Date.now());
  if ('problem' in done) process.exitCode = 1;
  else console.log(`Erased the personal data of ${done.erased === 1 ? '1 order' : `${done.erased} orders`}.`);
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
