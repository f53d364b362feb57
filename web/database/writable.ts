import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { isSqlite } from './is-sqlite.ts';
import { recordRun } from './jobs.ts';
import type { Database } from './tables.ts';

/** In milliseconds: the longest normal lock of another writer, and the pause between attempts. */
const lock = { patience: 1_500, pause: 50 };

/** The ledger, or the counters of rate limits. On SQLite, each has its own file. */
type Part = 'main' | 'counters';

/** Makes a test write. Rejects if the disk is full or read-only, or if another program locks the database. */
export function requireWritable(db: Database, part: Part = 'main'): Promise<void> {
  return isSqlite(db) ? writeToSqlite(db, part) : writeToPostgres(db);
}

/**
 * Uses a separate connection that never waits, and retries. SQLite's own wait for a lock would block the event loop and
 * with it the site.
 */
async function writeToSqlite(db: Database, part: Part): Promise<void> {
  const files = sql<{ file: string }>`select file from pragma_database_list where name = ${part}`;
  const { file = '' } = (await files.execute(db)).rows[0] ?? {};
  await writeToFile(file).catch((cause) => {
    throw new Error(`${file} cannot be written`, { cause });
  });
}

async function writeToFile(file: string): Promise<void> {
  const own = new SQLite(file, { fileMustExist: true, timeout: 0 });
  try {
    // Turns off the disk sync and the checkpoint, which would also block the site. Writes of payments still do both.
    own.pragma('synchronous = NORMAL');
    own.pragma('wal_autocheckpoint = 0');
    const write = own.transaction(() =>
      own.pragma(`user_version = ${own.pragma('user_version', { simple: true })}`),
    );
    for (const until = performance.now() + lock.patience; ; await wait(lock.pause))
      try {
        return void write.immediate();
      } catch (error) {
        const isLocked = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
        if (!isLocked || performance.now() > until) throw error;
      }
  } finally {
    own.close();
  }
}

const writeToPostgres = (db: Database) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(lock.patience)}`.execute(transaction);
    // Takes the same locks as the creation of an order, so that another session's lock on these tables is detected.
    await sql`lock table orders, payments, rate_limits in row exclusive mode`.execute(transaction);
    await recordRun(transaction, 'writable', Date.now());
    await transaction.deleteFrom('jobs').where('name', '=', 'writable').execute();
  });
