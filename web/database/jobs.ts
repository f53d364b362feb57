import { minute, second } from '#web/contracts/durations.ts';
import { moment } from './moment.ts';
import type { Database } from './tables.ts';

/** Records the time of an event, such as the arrival of a webhook. */
export async function recordRun(db: Database, name: string, now: number): Promise<void> {
  const run = { ran_at: moment(now) };
  await db
    .insertInto('jobs')
    .values({ name, ...run })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute();
}

/** How long a job stays claimed after its process has died. */
const lease = 10 * second;
/** Pause before a failed job is retried. */
const pause = minute;

/**
 * Runs a job, unless another process is running it or it ran less than `every` milliseconds ago. `work` gets the start
 * of the last run (milliseconds since 1970). The result of `work` is stored as the job's report and returned. Rejects if
 * `work` does.
 */
export async function runJob<Report>(
  db: Database,
  { name, every, now }: { name: string; every: number; now: () => number },
  work: (since: number | undefined) => Promise<Report>,
): Promise<Report | undefined> {
  const job = await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  // A time more than `pause` in the future was written before the clock was set back. It counts as past.
  const isPast = (at: string | null | undefined, since: number) =>
    !at || at < moment(since) || at > moment(now() + pause);
  if (!isPast(job?.claimed_until, now()) || !isPast(job?.ran_at, now() - every + 1)) return undefined;
  if (!job)
    await db
      .insertInto('jobs')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  let claimed = job?.claimed_until ?? null;
  const claim = async (
    until: string | null,
    done: { ran_at?: string; swept_to?: number; report?: string } = {},
  ) => {
    const changed = await db
      .updateTable('jobs')
      .set({ ...done, claimed_until: until })
      .where('name', '=', name)
      .where('claimed_until', 'is not distinct from', claimed)
      .executeTakeFirst();
    claimed = until;
    return changed.numUpdatedRows === 1n;
  };
  if (!(await claim(moment(now() + lease)))) return undefined;
  const swept_to = Math.floor(now() / second);
  const renewal = setInterval(() => void claim(moment(now() + lease)).catch(() => undefined), lease / 4);
  try {
    const since = job?.swept_to ?? undefined;
    const report = await work(since && Math.min(since, swept_to) * second);
    clearInterval(renewal);
    await claim(null, { ran_at: moment(now()), swept_to, report: JSON.stringify(report) });
    return report;
  } catch (error) {
    clearInterval(renewal);
    await claim(moment(now() + Math.min(every, pause)));
    throw error;
  }
}
