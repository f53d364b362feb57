import { sql } from 'kysely';
import { moment } from './moment.ts';
import type { Database } from './tables.ts';

/** The table of each form of visitors, with the e-mails or files that are erased with it. */
const received = {
  enquiry: { table: 'enquiries', dependents: 'outbox', key: 'enquiry_id' },
  application: { table: 'applications', dependents: 'application_files', key: 'application_id' },
};
export type Received = keyof typeof received;

/**
 * Deletes what is due for erasure, or what has one of the `ids` and is from before a time. Returns the number of enquiries
 * or applications.
 */
export async function eraseReceived(
  db: Database,
  what: Received,
  which: { ids: string[]; before: number } | { until: number },
): Promise<number> {
  const { table, dependents, key } = received[what];
  const condition =
    'ids' in which
      ? sql`id in (${sql.join(which.ids)}) and created_at <= ${moment(which.before)}`
      : sql`erase_at <= ${moment(which.until)}`;
  const erased = sql`(select id from ${sql.table(table)} where ${condition})`;
  await sql`delete from ${sql.table(dependents)} where ${sql.ref(key)} in ${erased}`.execute(db);
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(db);
  return Number(numAffectedRows);
}
