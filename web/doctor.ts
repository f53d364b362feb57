import { text } from 'node:stream/consumers';
import { z } from 'zod';
import {
  type CheckResult,
  type ConditionKind,
  conditions,
  type Finding,
  isConditionKind,
} from '#telemetry/conditions.ts';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { second } from './contracts/durations.ts';
import { listConditions } from './database/conditions.ts';
import { openDatabase } from './database/database.ts';
import { requireWritable } from './database/writable.ts';
import { siteSettings } from './env.ts';
import { findSkew, runChecks } from './jobs/checks.ts';
import { isEverybodyNotified, watch } from './jobs/watch.ts';
import { sendDue } from './mail/send.ts';
import { paymentSettings } from './payments/settings.ts';

// The site's part of `npm run doctor`: checks keys, ledger and conditions. Reads the machine's conditions from stdin.
const { isLocal, razorpayUrl } = siteSettings();
const settings = paymentSettings(siteSettings());
const isWatch = process.argv.includes('--watch');

const resultsSchema = z.array(
  z.object({
    kind: z.custom<ConditionKind>(isConditionKind),
    findings: z.array(z.object({ detail: z.string() })),
  }),
);

/** Checks the keys, and compares the clock with Razorpay's. */
async function checkGateway(): Promise<Finding[]> {
  const { keyId, keySecret, isTest } = settings;
  const [test, real] = ['use keys that begin with rzp_test_', 'use keys that begin with rzp_live_'];
  if (isTest && !isLocal)
    reportCheck('warn', 'Payments', `Payments are in test mode. For real payments, ${real}.`);
  if (isLocal && !isTest)
    reportCheck('error', 'Payments', `Payments on this machine are real. To try, ${test}.`);
  const response = await fetch(`${razorpayUrl ?? 'https://api.razorpay.com'}/v1/payments?count=1`, {
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    signal: AbortSignal.timeout(10 * second),
  });
  const { ok, status } = response;
  const refused = `Razorpay refuses the key ${keyId} (${status}). Copy it and RAZORPAY_KEY_SECRET again.`;
  reportCheck(ok ? 'ok' : 'error', 'Payments', ok ? `The key ${keyId} works.` : refused);
  return findSkew(
    'Razorpay',
    Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / second),
  );
}

function printResults(results: CheckResult[]) {
  for (const [kind, all] of Map.groupBy(results, (one) => one.kind)) {
    const { name, severity, title, advice } = conditions[kind];
    const findings = all.flatMap((one) => one.findings);
    if (findings.length === 0) reportCheck('ok', name, 'Nothing to report.');
    for (const { detail } of findings) reportCheck(severity, name, `${title}. ${detail} ${advice}`);
  }
}

/** Checks the ledger, then prints the site's conditions with `others`. With `--watch`, also stores and notifies them. */
async function checkLedger(others: CheckResult[]) {
  const db = await openDatabase(settings);
  try {
    await requireWritable(db);
    reportCheck('ok', 'Database', 'It responds, is up to date and writable.');
    const work = { db, settings: siteSettings(), now: Date.now };
    const results = [...others, ...(await runChecks(work))];
    if (isWatch) {
      await watch(work, results);
      // The site may be down.
      await sendDue(work);
    }
    const stored = await listConditions(db, Date.now());
    printResults([
      ...results,
      { kind: 'job-fails', findings: stored.filter(({ kind }) => kind === 'job-fails') },
    ]);
    if (isWatch) process.exitCode = (await isEverybodyNotified(work)) ? 0 : 1;
  } finally {
    await db.destroy();
  }
}

/** Runs a check. If it fails, reports that and returns no result. */
const tryCheck = <T>(subject: string, check: () => Promise<T>): Promise<T | undefined> =>
  check().catch((error) => {
    reportCheck('error', subject, `No response: ${findReason(error)}`);
    return undefined;
  });

const machine = resultsSchema.parse(JSON.parse(await text(process.stdin)));
const skew = await tryCheck('Payments', checkGateway);
const others: CheckResult[] = [
  ...machine,
  ...(skew ? [{ kind: 'clock-differs' as const, findings: skew }] : []),
];
const isOpen = await tryCheck('Database', async () => (await checkLedger(others)) ?? true);
if (!isOpen) printResults(others);
