import { sql } from 'kysely';
import { claimsQuery, unconfirmedClaims } from '#schemas/claims.ts';
import { findPromises, promiseSourcesQuery, promiseSourceTypes } from '#schemas/find-promises.ts';
import { reasonOf, reportCheck } from '#telemetry/report-check.ts';
import { publishedClient } from './content/client.ts';
import { placeholdersLeft } from './content/warn-of-placeholders.ts';
import { openDatabase } from './database/database.ts';
import { requireWritable } from './database/writable.ts';
import { siteSettings } from './env.ts';
import { clockProblem, newestInLedger } from './jobs/clock.ts';
import { readToday } from './payments/back-office/today.ts';
import { paymentSettings } from './payments/settings.ts';

// The site's part of `npm run doctor`: keys, clocks, ledger, webhooks and content.
const { siteUrl, databaseUrl, isLocal, razorpayUrl } = siteSettings();
const settings = paymentSettings(siteSettings());

function compareClock(whose: string, time: number) {
  const ahead = Math.round((Date.now() - time) / 1000);
  const isOff = Math.abs(ahead) > 5;
  const says = `${ahead} s ahead of ${whose}.${isOff ? ' Set it right: timedatectl set-ntp true' : ''}`;
  reportCheck(isOff ? 'wrong' : 'ok', 'Clock', says);
}

async function checkGateway() {
  const { keyId, keySecret, isTest } = settings;
  if (isTest && !isLocal)
    reportCheck('look', 'Payments', 'Nobody pays real money: that takes keys that begin rzp_live_.');
  if (isLocal && !isTest)
    reportCheck('wrong', 'Payments', 'This machine takes real money: use keys that begin rzp_test_.');
  const answer = await fetch(`${razorpayUrl ?? 'https://api.razorpay.com'}/v1/payments?count=1`, {
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    signal: AbortSignal.timeout(10_000),
  });
  if (answer.ok) reportCheck('ok', 'Payments', `The key ${keyId} works.`);
  else
    reportCheck(
      'wrong',
      'Payments',
      `The key ${keyId} is refused (${answer.status}): copy it and RAZORPAY_KEY_SECRET anew.`,
    );
  compareClock('Razorpay', Date.parse(answer.headers.get('date') ?? ''));
}

async function checkLedger() {
  const db = await openDatabase(settings);
  try {
    const newest = await newestInLedger(db);
    if (newest !== undefined && newest > Date.now() + 60_000)
      reportCheck(
        'wrong',
        'Clock',
        `The ledger has a row of ${new Date(newest).toISOString()}, which is in the future: the clock was ahead then, or is behind now.`,
      );
    const doubt = await clockProblem({ db, settings: siteSettings(), now: Date.now });
    if (doubt !== undefined) reportCheck('wrong', 'Clock', doubt);
    await requireWritable(db);
    reportCheck('ok', 'Database', 'It answers, is up to date and can be written.');
    if (databaseUrl) {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      compareClock('the database', Number(rows[0]?.now));
    }
    const { actionItems, webhook_at, swept_at } = await readToday({ db, now: Date.now });
    const needs = (kind: string) => actionItems.some((item) => item.kind === kind);
    const register = `In Razorpay's dashboard ${siteUrl}/api/razorpay-webhook must be active, with RAZORPAY_WEBHOOK_SECRET.`;
    if (needs('webhooks-silent'))
      reportCheck('wrong', 'Webhook', `None has come since a payment was captured. ${register}`);
    else if (!webhook_at) reportCheck('look', 'Webhook', `None has come yet. ${register}`);
    else reportCheck('ok', 'Webhook', `The last one came at ${webhook_at}.`);
    if (needs('sweep-late') || !swept_at)
      reportCheck('wrong', 'Jobs', 'The gateway was not swept of late: the log says why.');
    else reportCheck('ok', 'Jobs', `The gateway was swept at ${swept_at}.`);
  } finally {
    await db.destroy();
  }
}

async function checkContent() {
  const left = await placeholdersLeft();
  const state = isLocal ? 'look' : 'wrong';
  for (const { title, value, advice } of left)
    reportCheck(state, 'Content', `${title} is ${value || 'empty'}. ${advice} ${siteUrl}/studio/launch`);
  if (left.length === 0) reportCheck('ok', 'Content', 'It answers, and no placeholder is left.');
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

for (const [about, look] of Object.entries({
  Payments: checkGateway,
  Database: checkLedger,
  Content: checkContent,
}))
  await look().catch((error) => reportCheck('wrong', about, `No answer: ${reasonOf(error)}`));
