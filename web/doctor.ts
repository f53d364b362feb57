import { sql } from 'kysely';
import { claimsQuery, unconfirmedClaims } from '#schemas/claims.ts';
import { findPromises, promiseSourcesQuery, promiseSourceTypes } from '#schemas/find-promises.ts';
import { reasonOf, reportCheck } from '#telemetry/report-check.ts';
import { publishedClient } from './content/client.ts';
import { placeholdersLeft } from './content/warn-of-placeholders.ts';
import { minute, second } from './contracts/durations.ts';
import { openDatabase } from './database/database.ts';
import { requireWritable } from './database/writable.ts';
import { siteSettings } from './env.ts';
import { clockProblem, newestInLedger } from './jobs/clock.ts';
import { readToday } from './payments/back-office/today.ts';
import { paymentSettings } from './payments/settings.ts';

// The site's part of `npm run doctor`: checks keys, clocks, ledger, webhooks and content.
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
    const problem = await clockProblem({ db, settings: siteSettings(), now: Date.now });
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

async function checkContent() {
  const left = await placeholdersLeft();
  const state = isLocal ? 'warn' : 'error';
  for (const { title, value, advice } of left)
    reportCheck(state, 'Content', `${title} is ${value || 'empty'}. ${advice} ${siteUrl}/studio/launch`);
  if (left.length === 0) reportCheck('ok', 'Content', 'It responds, and no placeholder is left.');
  const client = publishedClient();
  const unconfirmed = [
    ...unconfirmedClaims(await client.fetch<unknown[]>(claimsQuery)),
    ...findPromises(await client.fetch<unknown[]>(promiseSourcesQuery, { types: promiseSourceTypes })),
  ];
  for (const [kind, claims = []] of Object.entries(Object.groupBy(unconfirmed, (claim) => claim.kind))) {
    const titles = claims.map(({ title }) => title.replace(/\.$/, '')).join('; ');
    reportCheck(state, 'Content', `${kind} not confirmed: ${titles}. ${siteUrl}/studio/launch`);
  }
}

for (const [subject, check] of Object.entries({
  Payments: checkGateway,
  Database: checkLedger,
  Content: checkContent,
}))
  await check().catch((error) => reportCheck('error', subject, `No response: ${reasonOf(error)}`));
