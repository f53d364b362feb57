import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { isSqlite } from './is-sqlite.ts';
import { noteRun } from './jobs.ts';
import type { Database } from './tables.ts';

/** Milliseconds for which a lock of another writer is normal, and between tries. */
const lock = { patience: 1_500, pause: 50 };

/** Writes to the ledger, and leaves nothing behind. Rejects if its disk is full or read-only, or another program locks it. */
export function requireWritable(db: Database): Promise<void> {
  return isSqlite(db) ? writeToSqlite(db) : writeToPostgres(db);
}

/**
 * SQLite waits for a lock in the thread that asks, which would stop the site. So this has a connection of its own that
 * never waits, and tries again in between other work.
 */
async function writeToSqlite(db: Database): Promise<void> {
  const main = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  const { file = '' } = (await main.execute(db)).rows[0] ?? {};
  const own = new SQLite(file, { fileMustExist: true, timeout: 0 });
  try {
    // Without a sync of the disk, which would stop the site as well. Payments do it, and checkpoints too.
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
    // As an order does, so that a lock on these counts.
    await sql`lock table orders, payments in row exclusive mode`.execute(transaction);
    await noteRun(transaction, 'writable', Date.now());
    await transaction.deleteFrom('jobs').where('name', '=', 'writable').execute();
  });
