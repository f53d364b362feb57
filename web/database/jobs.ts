import { moment } from './moment.ts';
import type { Database } from './tables.ts';

/** Notes that something happened now, such as the arrival of a webhook. */
export async function noteRun(db: Database, name: string, now: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, ran_at: moment(now) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ran_at: moment(now) }))
    .execute();
}

/** For how long a claim holds that is not renewed, because its process died; milliseconds. */
const lease = 10_000;
/** After a failure a job is left alone for so long. */
const pause = 60_000;

/**
 * Runs a job unless it runs in another process, or ran less than `every` milliseconds ago. `work` is given when it last
 * began (seconds since 1970); its result is kept as report, and resolved to unless it did not run. A failure is thrown.
 */
export async function runJob<Report>(
  db: Database,
  { name, every, now }: { name: string; every: number; now: () => number },
  work: (since: number | undefined) => Promise<Report>,
): Promise<Report | undefined> {
  const job = await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  // What is further ahead was written before the clock was set back.
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
    await hold(moment(now() + Math.min(every, pause)));
    throw error;
  }
}
