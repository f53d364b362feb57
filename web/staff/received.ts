import { type RawBuilder, sql } from 'kysely';
import { day } from '#web/contracts/durations.ts';
import { likePattern } from '#web/database/page.ts';
import { eraseReceived, type Received } from '#web/database/received.ts';
import { truncateWal } from '#web/database/writable.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';
import { audit } from './audit.ts';
import { refuse, type StaffEnv } from './staff-route.ts';

/** Condition that one of the columns has the searched text. */
export function matchesSearch(search: string, columns: readonly string[]): RawBuilder<boolean> {
  const part = likePattern(search.normalize('NFC').toLowerCase());
  const matches = columns.map((name) => sql`lower(${sql.ref(name)}) like ${part} escape '\\'`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** Erases what a visitor sent, on request. The audit log does not name the visitor. */
export async function eraseOnRequest(
  { work: { db, settings, now }, staff }: StaffEnv<FormWork>['Variables'],
  what: Received,
  id: string,
): Promise<Record<string, never>> {
  const before = now() - settings.retention.minimum * day;
  const erased = await db.transaction().execute(async (trx) => {
    const count = await eraseReceived(trx, what, { ids: [id], before });
    if (count > 0) await audit(trx, { actor: staff, act: `${what}.erased`, subject: id }, now());
    return count;
  });
  if (erased === 0)
    refuse(404, `This ${what} was erased already, or must stay longer (PERSONAL_DATA_MIN_DAYS).`);
  await truncateWal(db);
  return {};
}
