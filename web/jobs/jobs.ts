import { inWork, requestIdFrom } from '#telemetry/work.ts';
import { runJob } from '#web/database/jobs.ts';
import { siteSettings } from '#web/env.ts';
import { forgetCounts } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { sendDue } from '#web/mail/send.ts';
import { keepSignedTokens } from '#web/payments/bills/link.ts';
import { sendApprovedRefunds } from '#web/payments/desk/refund-requests.ts';
import { addNews } from '#web/payments/messages/news.ts';
import type { Payments } from '#web/payments/payments.ts';
import { reconcile } from '#web/payments/reconciliation.ts';
import { addReminders, clearanceOf } from '#web/payments/reminders.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { lookAtCheckout, watchJob } from '#web/payments/script-watch.ts';
import { checkoutScriptUrl } from '#web/payments/settings.ts';
import { sweep } from '#web/payments/sweep.ts';
import { announceChanges } from '#web/seo/announce.ts';
import { listedPages, readListed } from '#web/seo/listed-pages.ts';
import { clockDoubt } from './clock.ts';
import { erasePersonalData } from './erasure.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Job = {
  name: string;
  /** Milliseconds between runs. Without it every process takes due work, item by item. */
  every?: number;
  work(payments: Payments, since: number | undefined): Promise<unknown>;
};

/** For work that cannot be undone: a clock that is ahead erases what is still needed, and reminds of what is not due. */
const onBelievedClock =
  (work: Job['work']): Job['work'] =>
  async (payments, since) => {
    const doubt = await clockDoubt(payments);
    if (doubt === undefined) return work(payments, since);
    log('error', doubt);
    return { doubt };
  };

/** Notes the time while it can be believed, and logs when it cannot. */
const checkClock = onBelievedClock(async () => undefined);
const remind = onBelievedClock(addReminders);

/** Bills and reminders are looked at once more before they leave. */
const sendMail = (payments: Payments) => sendDue(payments, (message) => clearanceOf(payments, message));

const jobs: Job[] = [
  { name: 'refunds', work: sendApprovedRefunds },
  { name: 'mail', work: sendMail },
  { name: 'clock', every: hour, work: checkClock },
  { name: 'reminders', every: 10 * minute, work: remind },
  { name: 'messages', every: 10_000, work: addNews },
  { name: 'reconciliation', every: 10_000, work: reconcile },
  // For bills that the release before made after this one had started.
  { name: 'pay links', every: minute, work: ({ db, settings }) => keepSignedTokens(db, settings.keySecrets) },
  { name: 'sweep', every: 5 * minute, work: (payments, since) => sweep(payments, 'short', since) },
  { name: 'daily sweep', every: day, work: (payments, since) => sweep(payments, 'long', since) },
  { name: watchJob, every: day, work: (payments) => lookAtCheckout(payments, checkoutScriptUrl()) },
  {
    name: 'announcing',
    every: 5 * minute,
    work: ({ db }) => {
      const settings = siteSettings();
      return announceChanges(db, settings, async () =>
        listedPages((await readListed()).result, settings.siteUrl),
      );
    },
  },
  // An expired count may still say how often an order was asked about.
  { name: 'forgetting counts', every: 5 * minute, work: ({ db, now }) => forgetCounts(db, now() - hour) },
  {
    name: 'erasure',
    every: day,
    work: onBelievedClock(({ db, settings, now }) => erasePersonalData(db, settings.retentionDays, now())),
  },
];

/** Milliseconds between checks for due jobs. */
const lookEvery = 5000;

/** Polls for due jobs. A failure is logged and retried; it never stops the site. */
export function startJobs(): void {
  // First, as other jobs note when they ran: the newest time in the ledger is then from before this start.
  const clockChecked = getPayments()
    .then((payments) => checkClock(payments, undefined))
    .catch(() => undefined);
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
    void clockChecked.then(run);
  }
}

/** Sweeps regardless of the last run; undefined while another process sweeps. */
export function sweepNow(payments: Payments) {
  const { db, now } = payments;
  return runJob(db, { name: 'daily sweep', every: 0, now }, (since) => sweep(payments, 'long', since));
}

/** Queues messages about new entries and reminders, unless another process does, and sends those that are due. */
export async function mailNow(payments: Payments): Promise<void> {
  const { db, now } = payments;
  await runJob(db, { name: 'messages', every: 0, now }, (since) => addNews(payments, since));
  await runJob(db, { name: 'reminders', every: 0, now }, () => remind(payments, undefined));
  await sendMail(payments);
}
