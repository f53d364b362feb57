import { inWork, requestIdFrom } from '#telemetry/work.ts';
import { runJob } from '#web/database/jobs.ts';
import { forgetCounts } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { sendDue } from '#web/mail/send.ts';
import { keepSignedTokens } from '#web/payments/bills/link.ts';
import { sendApprovedRefunds } from '#web/payments/desk/refund-requests.ts';
import { addNews } from '#web/payments/messages/news.ts';
import type { Payments } from '#web/payments/payments.ts';
import { reconcile } from '#web/payments/reconciliation.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { sweep } from '#web/payments/sweep.ts';
import { erasePersonalData } from './erasure.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Job = {
  name: string;
  /** The least time between two runs, in milliseconds. Without it, each process takes what is due, piece by piece. */
  every?: number;
  work(payments: Payments, since: number | undefined): Promise<unknown>;
};

/** What runs by itself, in one process at a time. */
const jobs: Job[] = [
  { name: 'refunds', work: sendApprovedRefunds },
  { name: 'mail', work: sendDue },
  { name: 'messages', every: 10_000, work: addNews },
  { name: 'reconciliation', every: 10_000, work: reconcile },
  // Those that the release before this one made, after this one had started.
  {
    name: 'pay links',
    every: minute,
    work: ({ db, settings }) => keepSignedTokens(db, settings.keySecrets),
  },
  { name: 'sweep', every: 5 * minute, work: (payments, since) => sweep(payments, 'short', since) },
  { name: 'daily sweep', every: day, work: (payments, since) => sweep(payments, 'long', since) },
  // A count that has ended may still say how often an order was asked about.
  { name: 'forgetting counts', every: 5 * minute, work: ({ db, now }) => forgetCounts(db, now() - hour) },
  {
    name: 'erasure',
    every: day,
    work: ({ db, settings, now }) => erasePersonalData(db, settings.retentionDays, now()),
  },
];

/** How often each process looks whether a job is due, in milliseconds. */
const lookEvery = 5000;

/** Begins to look for jobs that are due. A failure is logged and tried again; it never stops the site. */
export function startJobs(): void {
  for (const { name, every, work } of jobs) {
    const look = async () => {
      try {
        const payments = await getPayments();
        const { db, now } = payments;
        if (every === undefined) await work(payments, undefined);
        else await runJob(db, { name, every, now }, (since) => work(payments, since));
      } catch (error) {
        log('error', `${name} failed`, { reason: error });
      }
      setTimeout(run, lookEvery).unref();
    };
    const run = () => inWork({ request: requestIdFrom(), job: name }, look);
    void run();
  }
}

/** Sweeps now, whenever it last ran. Resolves to what it found; undefined while another process sweeps. */
export function sweepNow(payments: Payments) {
  const { db, now } = payments;
  return runJob(db, { name: 'daily sweep', every: 0, now }, (since) => sweep(payments, 'long', since));
}

/** Writes the messages that the books ask for, unless another process does, and sends those that are due. */
export async function mailNow(payments: Payments): Promise<void> {
  const { db, now } = payments;
  await runJob(db, { name: 'messages', every: 0, now }, (since) => addNews(payments, since));
  await sendDue(payments);
}
