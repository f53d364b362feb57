import { SqliteAdapter, sql } from 'kysely';
import type { Database } from './tables.ts';

/** To call after erasing: SQLite's write-ahead log still holds the old pages. */
export async function emptyLog(db: Database): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter)
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
