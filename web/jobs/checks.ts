import { statfsSync } from 'node:fs';
import { sql } from 'kysely';
import { z } from 'zod';
import { ruleNoticeDays } from '#schemas/days.ts';
import { buildSelfUrl, type Settings } from '#settings';
import {
  type CheckResult,
  type ConditionKind,
  conditions,
  type Finding,
  isConditionKind,
} from '#telemetry/conditions.ts';
import { queryPublished } from '#web/content/client.ts';
import { day, hour, minute, second } from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { ordersPendingConfirmation } from '#web/payments/ledger/reports.ts';
import { clockProblem, newestInLedger } from './erasure.ts';

/** Dependencies of jobs that have nothing to do with payments. */
export type LedgerWork = { db: Database; settings: Settings; now: () => number };

type Check = (work: LedgerWork) => Promise<Finding[]> | Finding[];

/** Megabytes below which the disk counts as full. */
const leastDisk = 500;
/** Webhooks normally arrive within this time. */
const webhookLate = 15 * minute;
/** Seconds by which the clock may differ from Razorpay's or the database's. */
const mostSkew = 30;
/** Days before its end on which a job opening is reported. */
const openingNoticeDays = 3;

const endingContent = `*[(_type == "tenderRule" && until <= $rules)
  || (_type == "jobOpening" && validThrough >= $today && validThrough <= $openings)]{
    _id, _type, "name": coalesce(name, title, _id), "on": coalesce(until, validThrough)
  }`;
const endingSchema = z.array(
  z.object({ _id: z.string(), _type: z.string(), name: z.string(), on: z.string() }),
);
export type EndingContent = z.output<typeof endingSchema>[number];
/** Returns tender rules that end by the ISO day `rules`, and job openings that end from `today` to `openings`. */
export const readEndingContent = async (days: { today: string; rules: string; openings: string }) =>
  endingSchema.parse(await queryPublished(endingContent, days));

const readinessSchema = z.looseObject({ ready: z.boolean() });
const sweepSchema = z.object({ differ: z.array(z.string()) });

/** Joins names for a detail or a letter, the first ten. */
export const list = (names: string[]) =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');

const checks: Partial<Record<ConditionKind, Check>> = {
  async 'not-ready'({ settings }) {
    const response = await fetch(`${buildSelfUrl(settings)}/readyz`, {
      signal: AbortSignal.timeout(10 * second),
    });
    const state = readinessSchema.parse(await response.json());
    return state.ready ? [] : [{ detail: JSON.stringify(state) }];
  },
  disk({ settings: { dataDir } }) {
    const { bavail, bsize } = statfsSync(dataDir);
    const free = Math.round((bavail * bsize) / 1024 ** 2);
    return free < leastDisk ? [{ detail: `${free} MB are free on the disk of ${dataDir}.` }] : [];
  },
  clock: checkClock,
  async 'mail-fails'({ db }) {
    // A server that accepts other messages works: then a recipient's mailbox is the problem.
    const { rows } = await sql<{ problem: string | null; count: number }>`
      select max(problem) as problem, count(*) as count from outbox
      where state in ('waiting', 'sending') and problem is not null and recipient like '%@%' and created_at >
        coalesce((select max(sent_at) from outbox where recipient like '%@%'), '')`.execute(db);
    const { problem, count } = rows[0] ?? {};
    // An address in the server's response is personal data.
    return problem ? [{ detail: `Messages waiting: ${count}. ${problem.replaceAll(/\S+@\S+/g, '…')}` }] : [];
  },
  async 'webhooks-silent'({ db, now }) {
    const { rows } = await sql<{ webhook: string | null; unsigned: string | null }>`
        select w.ran_at as webhook, u.ran_at as unsigned from (select max(created_at) as captured from payments
          where captured_at is not null and created_at < ${moment(now() - webhookLate)}) last
          left join jobs w on w.name = 'webhook' left join jobs u on u.name = 'unsigned webhook'
        where captured > coalesce(w.ran_at, '')`.execute(db);
    return rows.map(({ webhook, unsigned }) => ({
      detail: `The last one arrived: ${webhook ?? 'never'}.${unsigned && unsigned > (webhook ?? '') ? ` One with a wrong signature arrived at ${unsigned}.` : ''}`,
    }));
  },
  async 'payment-pending'({ db }) {
    const ids = (await ordersPendingConfirmation(db)).map(({ id }) => id);
    return ids.length > 0 ? [{ detail: `Orders: ${list(ids)}` }] : [];
  },
  async 'ledger-differs'({ db }) {
    const named = db.selectFrom('jobs').select('report').where('name', '=', 'daily sweep');
    const report: unknown = JSON.parse((await named.executeTakeFirst())?.report ?? '{}');
    const { differ = [] } = sweepSchema.safeParse(report).data ?? {};
    return differ.length > 0 ? [{ detail: list(differ) }] : [];
  },
  async 'content-ends'({ now }) {
    const dayIn = (days: number) => dayInIndia(now() + days * day);
    const [rules, openings] = [dayIn(ruleNoticeDays), dayIn(openingNoticeDays)];
    const ending = await readEndingContent({ today: dayIn(0), rules, openings });
    return ending.map(({ _id, name, on }) => ({ subject: _id, detail: `${name}: last day ${on}` }));
  },
};

/** Returns a finding if the clock is off by `ahead` seconds. */
export const findSkew = (whose: string, ahead: number): Finding[] =>
  Math.abs(ahead) > mostSkew ? [{ subject: whose, detail: `${ahead} s ahead of ${whose}.` }] : [];

async function checkClock({ db, settings, now }: LedgerWork): Promise<Finding[]> {
  const newest = await newestInLedger(db);
  const isInFuture = newest !== undefined && newest > now() + minute;
  const problem = isInFuture
    ? `The ledger has a row dated ${moment(newest)}, in the future. The clock was ahead then, or is behind now.`
    : await clockProblem(db, now());
  const { rows } = settings.databaseUrl
    ? await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    : { rows: [] };
  return [
    ...(problem ? [{ detail: problem }] : []),
    ...rows.flatMap((row) => findSkew('the database', Math.round((Date.now() - row.now.getTime()) / second))),
  ];
}

/** Runs the checks that are due after `lastRuns`, in milliseconds since 1970. One that fails has no result. */
export async function runChecks(
  work: LedgerWork,
  lastRuns = new Map<string, number>(),
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [kind, check] of Object.entries(checks)) {
    const pause = kind === 'content-ends' ? hour : 0;
    if (!isConditionKind(kind) || work.now() - (lastRuns.get(kind) ?? 0) < pause) continue;
    try {
      results.push({ kind, findings: await check(work) });
      lastRuns.set(kind, work.now());
    } catch (reason) {
      log('warn', `could not check: ${conditions[kind].title}`, { reason });
    }
  }
  return results;
}
