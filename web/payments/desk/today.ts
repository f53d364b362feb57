import { dayInIndia, firstOfMonth } from '#web/payments/india.ts';
import { moment } from '#web/payments/ledger/orders.ts';
import { secondPayments } from '#web/payments/ledger/second-payments.ts';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { Hand, Today } from './contract.ts';
import { momentsOf } from './listing.ts';
import { sumsOf } from './sums.ts';

const minute = 60_000;
/** A sweep comes every five minutes; this many without one are news. */
const sweepLate = 30 * minute;
/** The longest that the gateway takes for a webhook when nothing is wrong. */
const webhookLate = 15 * minute;
/** A refund that failed, or a difference, is shown for so long. */
const recent = 30 * 24 * 60 * minute;
const mostShown = 100;

/** Today's and this month's money, and what needs a hand. */
export async function readToday({ db, now }: Payments): Promise<Today> {
  const jobs = await db.selectFrom('jobs').selectAll().execute();
  const ranAt = (name: string) => jobs.find((job) => job.name === name)?.ran_at ?? null;
  const [sums, month, silent, ...hands] = await Promise.all([
    sumsOf(db, momentsOf({ from: dayInIndia(now()) })),
    sumsOf(db, momentsOf({ from: firstOfMonth(now()) })),
    silentWebhooks(db, ranAt('webhook'), now()),
    disputes(db),
    failedRefunds(db, now()),
    waitingRefunds(db),
    unexplained(db),
    seconds(db),
    failedMessages(db, now()),
  ]);
  const sweptAt = ranAt('sweep');
  const late = sweptAt !== null && Date.parse(sweptAt) < now() - sweepLate;
  return {
    today: sums,
    month,
    hands: [
      ...hands.flat(),
      ...silent,
      ...(late ? [hand('sweep-late', 'sweep', sweptAt)] : []),
      ...differences(jobs.find((job) => job.name === 'daily sweep')),
    ],
    webhook_at: ranAt('webhook'),
    swept_at: sweptAt,
  };
}

function hand(kind: Hand['kind'], subject: string, at: string, more: Partial<Hand> = {}): Hand {
  return { kind, subject, at, order_id: null, amount: null, deadline: null, detail: null, ...more };
}

/** Webhooks are silent when a payment was captured long after the last one came. */
async function silentWebhooks(db: LedgerDatabase, webhookAt: string | null, now: number): Promise<Hand[]> {
  const last = await db
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .where('captured_at', 'is not', null)
    .where('created_at', '<', moment(now - webhookLate))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || (webhookAt !== null && webhookAt >= last.created_at)) return [];
  return [hand('webhooks-silent', 'webhooks', webhookAt ?? last.created_at)];
}

function differences(job: { ran_at: string | null; report: string | null } | undefined): Hand[] {
  const report: unknown = JSON.parse(job?.report ?? '{}');
  const differ: unknown = typeof report === 'object' && report && 'differ' in report ? report.differ : [];
  if (!Array.isArray(differ)) return [];
  return differ.map((id) => hand('difference', String(id), job?.ran_at ?? ''));
}

async function disputes(db: LedgerDatabase): Promise<Hand[]> {
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('status', 'in', ['open', 'under_review'])
    .orderBy('respond_by')
    .limit(mostShown)
    .execute();
  return rows.map(({ id, order_id, amount, created_at, respond_by, status, reason }) =>
    hand('dispute', id, created_at, {
      order_id,
      amount,
      deadline: status === 'open' ? respond_by : null,
      detail: reason,
    }),
  );
}

async function failedRefunds(db: LedgerDatabase, now: number): Promise<Hand[]> {
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', 'failed')
    .where('ended_at', '>=', moment(now - recent))
    // Given back by another refund since.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as later')
            .select('later.id')
            .whereRef('later.payment_id', '=', 'refunds.payment_id')
            .whereRef('later.created_at', '>', 'refunds.created_at')
            .whereRef('later.amount', '>=', 'refunds.amount')
            .where('later.status', '!=', 'failed'),
        ),
      ),
    )
    .limit(mostShown)
    .execute();
  const requests = await db
    .selectFrom('refund_requests')
    .selectAll()
    .where('state', '=', 'failed')
    .where('created_at', '>=', moment(now - recent))
    .limit(mostShown)
    .execute();
  return [
    ...refunds.map(({ id, order_id, amount, ended_at, created_at }) =>
      hand('refund-failed', id, ended_at ?? created_at, { order_id, amount }),
    ),
    ...requests.map(({ id, order_id, amount, created_at, problem }) =>
      hand('refund-failed', id, created_at, { order_id, amount, detail: problem }),
    ),
  ];
}

async function waitingRefunds(db: LedgerDatabase): Promise<Hand[]> {
  const rows = await db
    .selectFrom('refund_requests')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(mostShown)
    .execute();
  return rows.map(({ id, order_id, amount, created_at, reason }) =>
    hand('refund-waiting', id, created_at, { order_id, amount, detail: reason }),
  );
}

/** Messages that reached nobody, unless one was sent again since. */
async function failedMessages(db: LedgerDatabase, now: number): Promise<Hand[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'failed')
    .where('created_at', '>=', moment(now - recent))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as later')
            .select('later.id')
            .whereRef('later.order_id', '=', 'outbox.order_id')
            .whereRef('later.kind', '=', 'outbox.kind')
            .whereRef('later.id', '>', 'outbox.id')
            .where('later.state', '!=', 'failed'),
        ),
      ),
    )
    .orderBy('id')
    .limit(mostShown)
    .execute();
  return rows.map(({ id, order_id, created_at, problem }) =>
    hand('mail-failed', String(id), created_at, { order_id, detail: problem }),
  );
}

async function unexplained(db: LedgerDatabase): Promise<Hand[]> {
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('kind', '=', 'unexplained')
    .where('subject', 'not in', db.selectFrom('entries').select('subject').where('kind', '=', 'explained'))
    .orderBy('id')
    .limit(mostShown)
    .execute();
  return rows.map(({ subject, amount, at, detail }) => hand('unexplained', subject, at, { amount, detail }));
}

async function seconds(db: LedgerDatabase): Promise<Hand[]> {
  const rows = (await secondPayments(db)).slice(0, mostShown);
  return rows.map(({ id, order_id, amount, captured_at, created_at }) =>
    hand('second', id, captured_at ?? created_at, { order_id, amount }),
  );
}
