import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { Staff } from './require-staff.ts';

/** Records who did it, when and from where. */
export async function audit(
  db: Database,
  { name: actor, address }: Staff,
  { act, subject, detail }: { act: string; subject: string; detail?: string | undefined },
  now: number,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ at: moment(now), actor, act, subject, detail: detail ?? null, address })
    .execute();
}
