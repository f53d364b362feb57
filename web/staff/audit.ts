import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { Staff } from './require-staff.ts';

/** Records an action of a member of staff in the audit log, with its time and network address. */
export async function audit(
  db: Database,
  { actor, act, subject, detail }: { actor: Staff; act: string; subject: string; detail?: string },
  now: number,
): Promise<void> {
  const { name, address = null } = actor;
  await db
    .insertInto('audit')
    .values({ at: moment(now), actor: name, act, subject, detail: detail ?? null, address })
    .execute();
}
