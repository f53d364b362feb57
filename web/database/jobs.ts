import { moment } from './moment.ts';
import type { Database } from './tables.ts';

/** Records that something happened now, such as the arrival of a webhook. */
export async function noteRun(db: Database, name: string, now: number, report?: object): Promise<void> {
  const run = { ran_at: moment(now), ...(report && { report: JSON.stringify(report) }) };
  await db
    .insertInto('jobs')
    .values({ name, ...run })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute();
}

/** Milliseconds until the claim of a dead process ends. */
const lease = 10_000;
/** Milliseconds before a failed job is retried. */
const pause = 60_000;

/**
 * Runs a job unless another process does, or it ran less than `every` milliseconds ago. `work` gets the start of the
 * last run (seconds since 1970); its result is stored as report and returned. Rejects when `work` does.
 */
export async function runJob<Report>(
  db: Database,
  { name, every, now }: { name: string; every: number; now: () => number },
  work: (since: number | undefined) => Promise<Report>,
): Promise<Report | undefined> {
  const job = await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  // Times further ahead are from before the clock was set back.
  const isPast = (at: string | null | undefined, since: number) =>
    !at || at < moment(since) || at > moment(now() + pause);
  if (!isPast(job?.claimed_until, now()) || !isPast(job?.ran_at, now() - every + 1)) return undefined;
  if (!job)
    await db
      .insertInto('jobs')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  let held = job?.claimed_until ?? null;
  const hold = async (
    until: string | null,
    done: { ran_at?: string; swept_to?: number; report?: string } = {},
  ) => {
    const changed = await db
      .updateTable('jobs')
      .set({ ...done, claimed_until: until })
      .where('name', '=', name)
      .where('claimed_until', 'is not distinct from', held)
      .executeTakeFirst();
    held = until;
    return changed.numUpdatedRows === 1n;
  };
  if (!(await hold(moment(now() + lease)))) return undefined;
  const swept_to = Math.floor(now() / 1000);
  const renewal = setInterval(() => void hold(moment(now() + lease)).catch(() => undefined), lease / 4);
  try {
    const since = job?.swept_to ?? undefined;
    const report = await work(since && Math.min(since, swept_to));
    clearInterval(renewal);
    await hold(null, { ran_at: moment(now()), swept_to, report: JSON.stringify(report) });
    return report;
  } catch (error) {
    clearInterval(renewal);
    // Of a job that never ended well nothing else says since when it fails.
    const first = job?.report ? {} : { report: JSON.stringify({ failingSince: moment(now()) }) };
    await hold(moment(now() + Math.min(every, pause)), first);
    throw error;
  }
}
