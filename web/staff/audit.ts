import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';

/** Records an act of a member of staff. */
export async function audit(
  db: Database,
  { actor, act, subject, detail }: { actor: string; act: string; subject: string; detail?: string },
  now: number,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ at: moment(now), actor, act, subject, detail: detail ?? null })
    .execute();
}
