import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { log } from '#web/log.ts';
import { migrate } from './migrate.ts';
import { columnsOf } from './migrations.ts';
import { waitingSqlite } from './sqlite-driver.ts';
import { counters, type Database, type Tables } from './tables.ts';

/** A PostgreSQL connection string, or else a folder for an SQLite file. */
type LedgerPlace = {
  databaseUrl?: string | undefined;
  folder: string;
  /** Milliseconds of silence after which a PostgreSQL connection is closed. */
  timeoutMs?: number;
};

/** Opens and migrates the ledger. A write is durable before it is acknowledged. */
export async function openDatabase({ databaseUrl, folder, timeoutMs }: LedgerPlace): Promise<Database> {
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
  return waitingSqlite(() => {
    const database = new SQLite(path.join(folder, 'payments.sqlite'), { timeout: 0 });
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      // Otherwise erased names and numbers stay readable in the file's free space.
      database.pragma('secure_delete = ON');
      keepCountersApart(database, folder);
      return preparedOnce(database);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Counters have a file of their own, so that counting waits for neither the disk nor the ledger's writers. A power
 * failure can lose the last counts.
 */
function keepCountersApart(database: SQLite.Database, folder: string): void {
  database.prepare('attach ? as counters').run(path.join(folder, 'counters.sqlite'));
  database.pragma('counters.journal_mode = WAL');
  database.pragma('counters.synchronous = NORMAL');
  database.exec(`create table if not exists counters.rate_limits (${columnsOf(counters)})`);
}

/** Kysely prepares every statement anew, which costs SQLite as much as running it. */
function preparedOnce(database: SQLite.Database): SqliteDatabase {
  // Bounds the variants of lists of varying length.
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    prepare(text) {
      // A transaction that reads, then writes fails at once if another process wrote in between; all of ours write.
      // After a disk error SQLite has already rolled back.
      const isOver = text === 'rollback' && !database.inTransaction;
      const sql = text === 'begin' ? 'begin immediate' : isOver ? 'select 1' : text;
      const known = statements.get(sql);
      if (known) return known;
      const statement = database.prepare<unknown[]>(sql);
      statements.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

// PostgreSQL counts in bigint and sums bigint in numeric, which the driver gives as text. All of ours are whole numbers far
// below 2^53, so that queries need no casts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * PostgreSQL ends statements after 10 seconds. A server that is silent for longer is gone (failover, firewall): its
 * connection is closed here, not after TCP's quarter of an hour.
 */
function postgres(connectionString: string, timeoutMs = 15_000): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // By default pg closes idle connections after 10 s, and a customer waits 5 to 50 ms for a new one.
    min: 2,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    // Linux waits two hours; load balancers drop connections that are silent for four to six minutes.
    keepAliveInitialDelayMillis: 60_000,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    application_name: 'agency-site',
    // JIT compilation of a list's query takes twenty times as long as running it.
    options: '-c jit=off',
  });
  // Without both listeners a broken connection, idle or in use, ends the process. Its queries reject by themselves.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log('error', 'ledger connection lost', { reason: error }));
    socketOf(client)?.on('timeout', function (this: Socket) {
      this.destroy(new Error('PostgreSQL did not answer'));
    });
  });
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(timeoutMs));
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0));
  return new PostgresDialect({ pool });
}

function socketOf(client: pg.PoolClient): Socket | undefined {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream : undefined;
}
