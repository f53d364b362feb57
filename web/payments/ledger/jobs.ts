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

/**
 * Runs a job in this process unless it runs in another one, or ran less than `every` milliseconds ago. A process that
 * dies in the middle holds it for `longest` milliseconds. Resolves to whether it ran; a failure of the job is thrown,
 * and the job is free at once.
 */
export async function runJob(
  db: LedgerDatabase,
  { name, every, longest, now }: { name: string; every: number; longest: number; now: () => number },
  work: (run: Run) => Promise<Done>,
): Promise<boolean> {
  const started = now();
  await db
    .insertInto('jobs')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const claimed = await db
    .updateTable('jobs')
    .set({ claimed_until: moment(started + longest) })
    .where('name', '=', name)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<', moment(started))]))
    .where((is) => is.or([is('ran_at', 'is', null), is('ran_at', '<=', moment(started - every))]))
    .returning('swept_to')
    .executeTakeFirst();
  if (!claimed) return false;
  const free = db.updateTable('jobs').set({ claimed_until: null }).where('name', '=', name);
  try {
    const { sweptTo, report } = await work({ sweptTo: claimed.swept_to ?? undefined });
    await free
      .set({
        ran_at: moment(now()),
        ...(sweptTo === undefined ? {} : { swept_to: sweptTo }),
        ...(report ? { report: JSON.stringify(report) } : {}),
      })
      .execute();
  } catch (error) {
    await free.execute();
    throw error;
  }
  return true;
}
