import { SqliteAdapter, sql } from 'kysely';
import type { Database } from './tables.ts';

/** After something was erased: SQLite's log of changes still holds the pages as they were. */
export async function emptyLog(db: Database): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter)
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
