import { approvedRefunds, sendApprovedRefunds } from './desk/refund-requests.ts';
import { erasePersonalData } from './erasure.ts';
import { runJob } from './ledger/jobs.ts';
import { ordersToCheck } from './ledger/orders.ts';
import { log } from './log.ts';
import { addNews } from './mail/news.ts';
import { dueMessage } from './mail/outbox.ts';
import { sendDue } from './mail/send.ts';
import type { Payments } from './payments.ts';
import { forgetCounts } from './rate-limit.ts';
import { reconcile } from './reconciliation.ts';
import { type Swept, sweep } from './sweep.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Job = {
  name: string;
  /** The least time between two runs, in milliseconds. */
  every: number;
  /** Whether there is anything to do, where that is quickly told. */
  isDue?(payments: Payments): Promise<boolean>;
  work(payments: Payments, sweptTo: number | undefined): Promise<{ sweptTo?: number; report?: object }>;
};

/** What runs by itself, in one process at a time. */
const jobs: Job[] = [
  {
    name: 'reconciliation',
    every: 0,
    isDue: async ({ db, now }) => (await ordersToCheck(db, now(), 1)).length > 0,
    async work(payments) {
      const { asked, paid, failed } = await reconcile(payments);
      if (asked > 0) log('info', `reconciled: ${asked} asked about, ${paid} paid, ${failed} failed`);
      return {};
    },
  },
  {
    name: 'refunds',
    every: 0,
    isDue: async ({ db, now }) => (await approvedRefunds(db, now())).length > 0,
    async work(payments) {
      await sendApprovedRefunds(payments);
      return {};
    },
  },
  { name: 'messages', every: 10_000, work: addNews },
  {
    name: 'mail',
    every: 0,
    isDue: async ({ db, settings, now }) => Boolean(settings.mail && (await dueMessage(db, now()))),
    async work(payments) {
      await sendDue(payments);
      return {};
    },
  },
  { name: 'sweep', every: 5 * minute, work: (...given) => sweepFrom('short', ...given) },
  { name: 'daily sweep', every: day, work: (...given) => sweepFrom('long', ...given) },
  {
    name: 'forgetting counts',
    every: 5 * minute,
    async work({ db, now }) {
      // A count that has ended may still say how often an order was asked about.
      await forgetCounts(db, now() - hour);
      return {};
    },
  },
  {
    name: 'erasure',
    every: day,
    async work({ db, settings, now }) {
      await erasePersonalData(db, settings.retentionDays, now());
      return {};
    },
  },
];

/** How often each process looks whether a job is due, in milliseconds. */
const lookEvery = 5000;

/** Begins to look for jobs that are due. A failure is logged and tried again; it never stops the site. */
export function startJobs(open: () => Promise<Payments>): void {
  for (const { name, every, isDue, work } of jobs) {
    const look = async () => {
      try {
        const payments = await open();
        const { db, now } = payments;
        if (!isDue || (await isDue(payments)))
          await runJob(db, { name, every, now }, ({ sweptTo }) => work(payments, sweptTo));
      } catch (error) {
        log('error', `${name} failed`, { reason: error });
      }
      setTimeout(look, lookEvery).unref();
    };
    void look();
  }
}

/** Sweeps now, whenever it last ran. Resolves to what it found; undefined while another process sweeps. */
export async function sweepNow(payments: Payments): Promise<Swept | undefined> {
  let swept: Swept | undefined;
  const { db, now } = payments;
  await runJob(db, { name: 'daily sweep', every: 0, now }, async ({ sweptTo }) => {
    const done = await sweepFrom('long', payments, sweptTo);
    swept = done.report;
    return done;
  });
  return swept;
}

/** A ledger that was never swept is swept from its first order on. */
async function sweepFrom(depth: 'short' | 'long', payments: Payments, sweptTo: number | undefined) {
  const now = Math.floor(payments.now() / 1000);
  const report = await sweep(payments, sweptTo ?? (await firstOrderAt(payments)) ?? now, depth);
  const { from, to, differ, ...found } = report;
  if (Object.values(found).some((count) => count > 0))
    log('warn', `the gateway had news that no webhook brought: ${JSON.stringify(found)}`);
  return { sweptTo: now, report };
}

async function firstOrderAt({ db }: Payments): Promise<number | undefined> {
  const first = await db
    .selectFrom('orders')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first && Math.floor(Date.parse(first.created_at) / 1000);
}
