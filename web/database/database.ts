import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { minute, second } from '#web/contracts/durations.ts';
import { log } from '#web/log.ts';
import { migrate } from './migrate.ts';
import { columnList } from './migrations.ts';
import { nonBlockingSqlite } from './sqlite-driver.ts';
import { counters, type Database, type Tables } from './tables.ts';

/** A PostgreSQL connection string, or a folder for an SQLite file. */
type LedgerLocation = {
  databaseUrl?: string | undefined;
  folder: string;
  /** A PostgreSQL connection is closed if the server is silent for this many milliseconds. */
  timeoutMs?: number;
};

/** Opens and migrates the ledger. Writes are on disk before they are acknowledged. */
export async function openDatabase({ databaseUrl, folder, timeoutMs }: LedgerLocation): Promise<Database> {
  const dialect = databaseUrl ? postgres(databaseUrl, timeoutMs) : sqlite(folder);
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, databaseUrl ? 'postgres' : 'sqlite');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function sqlite(folder: string): Dialect {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return nonBlockingSqlite(() => {
    const file = path.join(folder, 'payments.sqlite');
    const database = new SQLite(file, { timeout: 0 });
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      // Otherwise erased personal data stays readable in the file's free space.
      database.pragma('secure_delete = ON');
      attachCounters(database, folder);
      return withPreparedStatements(database);
    } catch (error) {
      database.close();
      throw isDamaged(error) ? new Error(`${file} is damaged. Restore a backup.`, { cause: error }) : error;
    }
  });
}

const isDamaged = (error: unknown) =>
  error instanceof SQLite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);

/**
 * Attaches a separate file for counters, so that counting waits neither for the disk nor for the ledger's writers. A power
 * failure can lose the last counts.
 */
function attachCounters(database: SQLite.Database, folder: string): void {
  const file = path.join(folder, 'counters.sqlite');
  const attach = () => {
    database.prepare('attach ? as counters').run(file);
    database.pragma('counters.journal_mode = WAL');
    database.pragma('counters.synchronous = NORMAL');
    database.exec(`create table if not exists counters.rate_limits (${columnList(counters)})`);
    const check = String(database.pragma('counters.quick_check(1)', { simple: true }));
    if (check !== 'ok') throw new SQLite.SqliteError(check, 'SQLITE_CORRUPT');
  };
  try {
    attach();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const isAttached = database.prepare("select 1 from pragma_database_list where name = 'counters'").get();
    if (isAttached) database.exec('detach counters');
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    renameSync(file, `${file}.damaged`);
    log('error', `${file} was damaged. It is now ${file}.damaged, and counting starts again.`);
    attach();
  }
}

/** Caches prepared statements. Kysely prepares each statement anew, which takes SQLite as long as running it. */
function withPreparedStatements(database: SQLite.Database): SqliteDatabase {
  // A limit is needed, because queries with lists of different lengths are different statements.
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    prepare(text) {
      // All our transactions write, so they lock at the start. If they read first, their writes would fail whenever
      // another process wrote in between. After a disk error SQLite has already rolled back.
      const isRolledBack = text === 'rollback' && !database.inTransaction;
      const sql = text === 'begin' ? 'begin immediate' : isRolledBack ? 'select 1' : text;
      const prepared = statements.get(sql);
      if (prepared) return prepared;
      const statement = database.prepare<unknown[]>(sql);
      statements.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

// PostgreSQL returns counts as bigint and sums of bigint as numeric, and the driver returns both as text. The ledger's
// values are integers far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Connects to PostgreSQL, which ends statements after 10 seconds. A server that is silent for longer is gone (failover,
 * firewall), so its connection is closed after `timeoutMs` instead of TCP's 15 minutes.
 */
function postgres(connectionString: string, timeoutMs = 15 * second): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // By default pg closes idle connections after 10 s, and a customer then waits 5 to 50 ms for a new connection.
    min: 2,
    idleTimeoutMillis: 5 * minute,
    keepAlive: true,
    // Load balancers drop connections after four to six silent minutes. Linux sends keep-alives only after two hours.
    keepAliveInitialDelayMillis: minute,
    connectionTimeoutMillis: 5 * second,
    statement_timeout: 10 * second,
    application_name: 'agency-site',
    // JIT compilation takes twenty times as long as running a list's query.
    options: '-c jit=off',
  });
  // Without these listeners a broken connection ends the process. The queries on it reject anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log('error', 'ledger connection lost', { reason: error }));
    findSocket(client)?.on('timeout', function (this: Socket) {
      this.destroy(new Error('PostgreSQL did not respond'));
    });
  });
  pool.on('acquire', (client) => findSocket(client)?.setTimeout(timeoutMs));
  pool.on('release', (_error, client) => findSocket(client)?.setTimeout(0));
  return new PostgresDialect({ pool });
}

function findSocket(client: pg.PoolClient): Socket | undefined {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream : undefined;
}
