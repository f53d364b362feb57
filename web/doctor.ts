import { sql } from 'kysely';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { minute, second } from './contracts/durations.ts';
import { openDatabase } from './database/database.ts';
import { requireWritable } from './database/writable.ts';
import { siteSettings } from './env.ts';
import { clockProblem, newestInLedger } from './jobs/erasure.ts';
import { readToday } from './payments/back-office/today.ts';
import { paymentSettings } from './payments/settings.ts';

// The site's part of `npm run doctor`: checks keys, clocks, ledger, webhooks and jobs.
const { siteUrl, databaseUrl, isLocal, razorpayUrl } = siteSettings();
const settings = paymentSettings(siteSettings());

/** `time` is the other clock's, in Unix milliseconds. */
function compareClock(whose: string, time: number) {
  const ahead = Math.round((Date.now() - time) / second);
  const isOff = Math.abs(ahead) > 5;
  const text = `${ahead} s ahead of ${whose}.${isOff ? ' Correct it: timedatectl set-ntp true' : ''}`;
  reportCheck(isOff ? 'error' : 'ok', 'Clock', text);
}

async function checkGateway() {
  const { keyId, keySecret, isTest } = settings;
  if (isTest && !isLocal)
    reportCheck(
      'warn',
      'Payments',
      'Payments are in test mode. For real payments, use keys that begin with rzp_live_.',
    );
  if (isLocal && !isTest)
    reportCheck(
      'error',
      'Payments',
      'Payments on this machine are real. Use keys that begin with rzp_test_.',
    );
  const response = await fetch(`${razorpayUrl ?? 'https://api.razorpay.com'}/v1/payments?count=1`, {
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    signal: AbortSignal.timeout(10 * second),
  });
  if (response.ok) reportCheck('ok', 'Payments', `The key ${keyId} works.`);
  else
    reportCheck(
      'error',
      'Payments',
      `Razorpay refuses the key ${keyId} (${response.status}). Copy it and RAZORPAY_KEY_SECRET again.`,
    );
  compareClock('Razorpay', Date.parse(response.headers.get('date') ?? ''));
}

async function checkLedger() {
  const db = await openDatabase(settings);
  try {
    const newest = await newestInLedger(db);
    if (newest !== undefined && newest > Date.now() + minute)
      reportCheck(
        'error',
        'Clock',
        `The ledger has a row dated ${new Date(newest).toISOString()}, in the future. The clock was ahead then, or is behind now.`,
      );
    const problem = await clockProblem(db, Date.now());
    if (problem !== undefined) reportCheck('error', 'Clock', problem);
    await requireWritable(db);
    reportCheck('ok', 'Database', 'It responds, is up to date and writable.');
    if (databaseUrl) {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      compareClock('the database', Number(rows[0]?.now));
    }
    const { actionItems, webhook_at, swept_at } = await readToday({ db, now: Date.now });
    const needs = (kind: string) => actionItems.some((item) => item.kind === kind);
    const register = `In Razorpay's dashboard, activate ${siteUrl}/api/razorpay-webhook with RAZORPAY_WEBHOOK_SECRET.`;
    if (needs('webhooks-silent'))
      reportCheck('error', 'Webhook', `None has arrived since a payment was captured. ${register}`);
    else if (!webhook_at) reportCheck('warn', 'Webhook', `None has arrived yet. ${register}`);
    else reportCheck('ok', 'Webhook', `The last one arrived at ${webhook_at}.`);
    if (needs('sweep-late') || !swept_at)
      reportCheck('error', 'Jobs', 'The last sync with Razorpay is too old. See the log.');
    else reportCheck('ok', 'Jobs', `The last sync with Razorpay was at ${swept_at}.`);
  } finally {
    await db.destroy();
  }
}

for (const [subject, check] of Object.entries({
  Payments: checkGateway,
  Database: checkLedger,
}))
  await check().catch((error) => reportCheck('error', subject, `No response: ${findReason(error)}`));
