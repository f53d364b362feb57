import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';

/** Notes that something happened now, such as the arrival of a webhook. */
export async function noteRun(db: LedgerDatabase, name: string, now: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, ran_at: moment(now) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ran_at: moment(now) }))
    .execute();
}

type Run = { sweptTo: number | undefined };
type Done = { sweptTo?: number; report?: object };

/** For how long a claim holds that is not renewed, because its process died; milliseconds. */
const lease = 10_000;
/** After a failure a job is left alone for so long. */
const pause = 60_000;

/**
 * Runs a job in this process unless it runs in another one, or ran less than `every` milliseconds ago. Resolves to
 * whether it ran; a failure of the job is thrown.
 */
export async function runJob(
  db: LedgerDatabase,
  { name, every, now }: { name: string; every: number; now: () => number },
  work: (run: Run) => Promise<Done>,
): Promise<boolean> {
  const job = await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  const isBusy = job?.claimed_until && job.claimed_until >= moment(now());
  if (isBusy || (job?.ran_at && job.ran_at > moment(now() - every))) return false;
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
  if (!(await hold(moment(now() + lease)))) return false;
  const renewal = setInterval(() => void hold(moment(now() + lease)).catch(() => undefined), lease / 4);
  try {
    const { sweptTo, report } = await work({ sweptTo: job?.swept_to ?? undefined });
    clearInterval(renewal);
    await hold(null, {
      ran_at: moment(now()),
      ...(sweptTo === undefined ? {} : { swept_to: sweptTo }),
      ...(report ? { report: JSON.stringify(report) } : {}),
    });
  } catch (error) {
    clearInterval(renewal);
    await hold(moment(now() + Math.min(every, pause)));
    throw error;
  }
  return true;
}
