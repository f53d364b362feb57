import { requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { day, hour, minute } from '#web/contracts/durations.ts';
import { runJob } from '#web/database/jobs.ts';
import { getDatabase } from '#web/database/runtime.ts';
import { siteSettings } from '#web/env.ts';
import { deleteExpiredCounts } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { sendDue } from '#web/mail/send.ts';
import { sendApprovedRefunds } from '#web/payments/back-office/refund-requests.ts';
import { addNotifications } from '#web/payments/messages/notifications.ts';
import { addReminders, sendDecisionFor } from '#web/payments/messages/reminders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { getPayments } from '#web/payments/payments.ts';
import { makeDueBills } from '#web/payments/retainers/make-bills.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { type LedgerWork, runChecks } from './checks.ts';
import { clockProblem, eraseIfClockIsRight } from './erasure.ts';
import { addReviewMessages } from './reviews.ts';
import { watch, withFailureRecord } from './watch.ts';
import { addWeeklyLetter } from './weekly-letter.ts';

type Job = {
  name: string;
  /** Interval in milliseconds. If missing, every process runs the job and claims due work item by item. */
  every?: number;
  /** Milliseconds before each run in this process. Default: none before the first one, then `pollInterval`. */
  pause?: number;
} & (
  | { needs: 'ledger'; work(ledger: LedgerWork, since: number | undefined): Promise<unknown> }
  /** Runs only with keys for Razorpay. */
  | { needs: 'payments'; work(payments: Payments, since: number | undefined): Promise<unknown> }
);

/** Sends due messages. Bills and reminders are checked again just before sending, and wait while payments are off. */
export async function sendMail(ledger: LedgerWork): Promise<void> {
  const payments = ledger.settings.razorpay ? await getPayments() : undefined;
  await sendDue(ledger, (message) => {
    if (payments) return sendDecisionFor(payments, message);
    return Promise.resolve(message.bill_id ? { notBefore: ledger.now() + hour } : {});
  });
}

/** Bills are made every month, so a ledger without a row for this many milliseconds means a clock that is ahead. */
const silenceBetweenBills = 45 * day;

/** Makes the due bills of retainers. Rejects if the clock may be wrong: an e-mail about an early bill is not undone. */
export async function makeBillsIfClockIsRight(payments: Payments) {
  const problem = await clockProblem(payments.db, payments.now(), silenceBetweenBills);
  if (problem) throw new Error(problem);
  return makeDueBills(payments);
}

/** When this process last ran each check, in milliseconds since 1970. */
const lastRuns = new Map<string, number>();

const jobs: Job[] = [
  // Every process watches its own machine.
  {
    name: 'watch',
    needs: 'ledger',
    pause: minute,
    work: async (ledger) => watch(ledger, await runChecks(ledger, lastRuns)),
  },
  { name: 'refunds', needs: 'payments', work: sendApprovedRefunds },
  { name: 'mail', needs: 'ledger', work: sendMail },
  { name: 'reviews', needs: 'ledger', every: 10_000, work: addReviewMessages },
  { name: 'retainers', needs: 'payments', every: 5 * minute, work: makeBillsIfClockIsRight },
  { name: 'weekly letter', needs: 'ledger', every: 5 * minute, work: addWeeklyLetter },
  { name: 'reminders', needs: 'payments', every: 10 * minute, work: addReminders },
  { name: 'messages', needs: 'payments', every: 10_000, work: addNotifications },
  {
    name: 'sweep',
    needs: 'payments',
    every: 5 * minute,
    work: (payments, since) => sweep(payments, 'short', since),
  },
  {
    name: 'daily sweep',
    needs: 'payments',
    every: day,
    work: (payments, since) => sweep(payments, 'long', since),
  },
  {
    name: 'forgetting counts',
    needs: 'ledger',
    every: 5 * minute,
    work: ({ db, now }) => deleteExpiredCounts(db, now()),
  },
  {
    name: 'erasure',
    needs: 'ledger',
    every: day,
    work: ({ db, settings, now }) => eraseIfClockIsRight(db, settings.retention, now()),
  },
];

/** In milliseconds. */
const pollInterval = 5000;

const openLedger = async (): Promise<LedgerWork> => ({
  db: await getDatabase(),
  settings: siteSettings(),
  now: Date.now,
});

async function runOnce(job: Job): Promise<void> {
  const ledger = await openLedger();
  const work =
    job.needs === 'ledger'
      ? (since?: number) => job.work(ledger, since)
      : async (since?: number) => job.work(await getPayments(), since);
  const { name, every } = job;
  const tracked = (since?: number) => withFailureRecord(ledger, name, () => work(since));
  if (every === undefined) await tracked();
  else await runJob(ledger.db, { name, every, now: ledger.now }, tracked);
}

/**
 * Polls for due jobs. A failure is logged and retried; it never stops the site. Without keys for Razorpay, payment jobs
 * are skipped, which is logged once.
 */
export function startJobs(): void {
  const hasPayments = siteSettings().razorpay !== undefined;
  if (!hasPayments) log('warn', 'payments are off: RAZORPAY_KEY_ID is not set');
  for (const job of jobs) {
    if (job.needs === 'payments' && !hasPayments) continue;
    const runAndReschedule = async () => {
      await runOnce(job).catch((error: unknown) => log('error', `${job.name} failed`, { reason: error }));
      setTimeout(run, job.pause ?? pollInterval).unref();
    };
    const run = () => withLogContext({ request: requestIdFrom(), job: job.name }, runAndReschedule);
    if (job.pause) setTimeout(run, job.pause).unref();
    else void run();
  }
}

/** Sweeps now, even if the last run was recent. Returns undefined if another process is sweeping. */
export function sweepNow(payments: Payments) {
  const { db, now } = payments;
  return runJob(db, { name: 'daily sweep', every: 0, now }, (since) => sweep(payments, 'long', since));
}

/** Queues notifications and reminders, unless another process is doing so, and sends due messages. */
export async function mailNow(payments: Payments): Promise<void> {
  const { db, now } = payments;
  await runJob(db, { name: 'messages', every: 0, now }, (since) => addNotifications(payments, since));
  await runJob(db, { name: 'reminders', every: 0, now }, () => addReminders(payments));
  await sendDue(payments, (message) => sendDecisionFor(payments, message));
}
