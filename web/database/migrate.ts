import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { minute, second } from '#web/contracts/durations.ts';
import { log } from '#web/log.ts';
import { migrations } from './migrations.ts';
import type { Database } from './tables.ts';

const migrationTableName = 'ledger_migrations';

/** How long a migration is retried while another session uses a table that it changes. */
const longestWait = 2 * minute;
/** Pause between attempts, in which customers' queries can run. */
const pause = 3 * second;

/** Runs the missing migrations. If another session blocks them for two minutes, throws an Error that says what to do. */
export async function migrate(
  db: Database,
  dialect: 'sqlite' | 'postgres',
  known = migrations(dialect),
): Promise<void> {
  const until = performance.now() + longestWait;
  for (let attempt = 1; ; attempt += 1) {
    const all = { ...(await migrationsOfNewerReleases(db, known)), ...known };
    const limited = dialect === 'postgres' ? withLimits(all) : all;
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => limited },
      migrationTableName,
      migrationLockTableName: `${migrationTableName}_lock`,
    }).migrateToLatest();
    if (!error) return;
    if (isLockTimeout(error)) {
      const seconds = longestWait / second;
      if (performance.now() > until)
        throw new Error(
          `The ledger could not be migrated for ${seconds} seconds (lock timeout), because another session uses it. End that session, then try again.`,
          { cause: error },
        );
      if (attempt === 1)
        log('warn', `The ledger cannot be migrated while another session uses it. Trying for ${seconds} s.`);
      await wait(pause);
    } else {
      // SQLite has no lock for migrations. If two processes start at once, one fails and retries.
      if (attempt === 5) throw error;
      await wait(100 * attempt);
    }
  }
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * Sets limits for each migration in PostgreSQL. There is no statement timeout, since a large ledger takes time. A
 * migration waits for a table lock for one second only, because other queries queue behind it; `migrate` retries.
 * PostgreSQL 14 or later ends the migration if this process is killed.
 */
function withLimits(all: Record<string, Migration>): Record<string, Migration> {
  const limit = sql`select set_config(name, value, true) from (values ('statement_timeout', '0'), ('lock_timeout', '1s'),
    ('client_connection_check_interval', '2s')) limits (name, value) where name in (select name from pg_settings)`;
  return Object.fromEntries(
    Object.entries(all).map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await limit.execute(db);
          await up(db);
        },
      },
    ]),
  );
}

/** The first migration of ledgers from before version 1. */
const firstBeforeVersion1 = '001-tables';

/**
 * Returns newer releases' migrations. Throws if one named `…-needs-N` needs more migrations than this release has, or if
 * the ledger is from before version 1. Changes nothing.
 */
async function migrationsOfNewerReleases(db: Database, known: object): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === migrationTableName)) return {};
  const done = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)}`.execute(db);
  const newer = done.rows.map(({ name }) => name).filter((name) => !(name in known));
  if (newer.includes(firstBeforeVersion1))
    throw new Error(
      'This ledger is from a release before version 1, and this release cannot read it. Nothing was changed. With the release that made it, export what you need: in the Studio under Payments, select Export CSV and For the accountant. Then move its folder (payments or payments-live in DATA_DIR) to another place, or set DATABASE_URL to an empty database, and start again.',
    );
  for (const name of newer) {
    const needed = Number(/-needs-(\d+)$/.exec(name)?.[1] ?? 0);
    if (needed > Object.keys(known).length)
      throw new Error(
        'A newer release has migrated the ledger, and this release cannot run on it. Deploy that release or a later one, or restore an earlier backup into another folder.',
      );
  }
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]));
}
