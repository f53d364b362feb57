import { sql } from 'kysely';
import { second } from '#web/contracts/durations.ts';
import { log } from '#web/log.ts';
import { recordRun } from './jobs.ts';
import { moment } from './moment.ts';
import type { Database } from './tables.ts';

/** Avoids `instanceof`, since Next bundles each route with its own copy of Kysely's classes. */
const isSqlite = (db: Database): boolean => !db.getExecutor().adapter.supportsTransactionalDdl;

/** In milliseconds: the longest normal lock of another PostgreSQL session. */
const longestLock = 1.5 * second;

/** The row of `jobs`, or of the counters, that test writes change. */
const name = 'writable';

/**
 * Makes a test write to the ledger, or to the counters of rate limits, which are in another file on SQLite. Rejects if
 * the disk is full or read-only, or if another program locks the database.
 */
export async function requireWritable(db: Database, part: 'main' | 'counters' = 'main'): Promise<void> {
  const now = Date.now();
  if (!isSqlite(db)) return writeToPostgres(db, now);
  if (part === 'main') return recordRun(db, name, now);
  const count = { uses: 0, expires_at: moment(now) };
  await db
    .insertInto('rate_limits')
    .values({ key: name, ...count })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(count))
    .execute();
}

const writeToPostgres = (db: Database, now: number) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(longestLock)}`.execute(transaction);
    // Takes the same locks as the creation of an order, so that another session's lock on these tables is detected.
    await sql`lock table orders, payments, rate_limits in row exclusive mode`.execute(transaction);
    await recordRun(transaction, name, now);
  });

/** Empties SQLite's write-ahead log, which still contains erased data in old pages. */
export async function truncateWal(db: Database): Promise<void> {
  if (!isSqlite(db)) return;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy === 1)
    log(
      'warn',
      'erased data stays in the write-ahead log for now, because another program is reading the ledger',
    );
}
