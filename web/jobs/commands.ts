import { parseArgs } from 'node:util';
import { readSettings } from '#settings';
import { openPayments } from '#web/payments/payments.ts';
import { reconcile } from '#web/payments/reconciliation.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { clockDoubt } from './clock.ts';
import { erasePersonalData } from './erasure.ts';
import { mailNow, sweepNow } from './jobs.ts';

// The server's scheduled work, at once: `npm run payments:sweep`, `:reconcile`, `:mail`, and `:erase`, which takes `--
// --days N` instead of PAYMENT_RETENTION_DAYS, and `-- --clock-is-right` after the site was off for more than two weeks.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { days: { type: 'string' }, 'clock-is-right': { type: 'boolean' } },
});
const payments = await openPayments(paymentSettings(readSettings(process.env)));
try {
  if (positionals[0] === 'erase') await erase(Number(values.days ?? payments.settings.retentionDays));
  else if (positionals[0] === 'sweep') await sweepAll();
  else if (positionals[0] === 'mail') await mailNow(payments);
  else await reconcileNow();
} finally {
  await payments.db.destroy();
}

async function erase(days: number): Promise<void> {
  if (!Number.isInteger(days) || days < 1) {
    console.error('Give a whole number of days: npm run payments:erase -- --days 2922');
    process.exitCode = 1;
    return;
  }
  const doubt = await clockDoubt(payments, { isConfirming: values['clock-is-right'] ?? false });
  if (doubt !== undefined) {
    console.error(doubt);
    process.exitCode = 1;
    return;
  }
  const erased = await erasePersonalData(payments.db, days, payments.now());
  console.log(`Erased the personal data of ${erased === 1 ? '1 order' : `${erased} orders`}.`);
}

async function reconcileNow(): Promise<void> {
  const { asked, paid, failed } = await reconcile(payments);
  const orders = asked === 1 ? '1 order' : `${asked} orders`;
  console.log(`Asked about ${orders}: ${paid} turned out to be paid, ${failed} could not be asked about.`);
  if (failed > 0) process.exitCode = 1;
}

async function sweepAll(): Promise<void> {
  const swept = await sweepNow(payments);
  if (!swept) {
    console.log('Another process sweeps just now.');
    return;
  }
  const { from, to, differ, ...found } = swept;
  console.log(`Swept ${from} to ${to}: ${JSON.stringify(found)}`);
  if (differ.length === 0) return;
  console.error(`Ledger and gateway still differ on ${differ.join(', ')}`);
  process.exitCode = 1;
}
