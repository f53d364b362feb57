import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { log } from '#web/log.ts';
import { migrations } from './migrations.ts';
import type { Database } from './tables.ts';

const migrationTableName = 'ledger_migrations';

/** Milliseconds for which a migration is retried while somebody uses a table that it changes. */
const longestWait = 120_000;
/** Milliseconds between attempts, in which customers' queries pass. */
const pause = 3000;

/** Runs the migrations that are missing. Throws an Error with what to do if another program is in the way for two minutes. */
export async function migrate(db: Database, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const known = migrations(dialect);
  const until = performance.now() + longestWait;
  let inTheWay = '';
  for (let attempt = 1; ; attempt += 1) {
    const all = { ...(await migrationsOfNewerReleases(db, known)), ...known };
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => all },
      // Older ledgers have migrations of other names in the usual table.
      migrationTableName,
      migrationLockTableName: `${migrationTableName}_lock`,
    }).migrateToLatest();
    if (!error) return;
    if (isLockTimeout(error)) {
      const found = await blockersOf(db);
      const seconds = longestWait / 1000;
      if (performance.now() > until)
        throw new Error(
          `The ledger could not be changed for ${seconds} seconds, because it is in use by ${found}. Wait until that has ended, or end it with select pg_terminate_backend(PROCESS), then try again.`,
        );
      if (found !== inTheWay)
        log('warn', `The ledger is to be changed, but is in use by ${found}. Trying for ${seconds} s.`);
      inTheWay = found;
      await wait(pause);
    } else {
      // SQLite has no lock for migrations: of two processes that start at once, one fails and retries.
      if (attempt === 5) throw error;
      await wait(100 * attempt);
    }
  }
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** Other sessions that have held a table of the ledger for a second or more; what they query is not shown. */
async function blockersOf(db: Database): Promise<string> {
  const { rows } = await sql<{ pid: number; program: string; since: Date | null }>`
    select distinct a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'unknown') as program,
      a.query_start as since
    from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
    where l.granted and a.datname = current_database() and a.pid <> pg_backend_pid()
      and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and coalesce(a.xact_start < now() - interval '1 second', true)
    order by a.pid limit 3`.execute(db);
  const sessions = rows.map(
    ({ pid, program, since }) => `process ${pid} (${program}, since ${since?.toISOString() ?? 'unknown'})`,
  );
  return sessions.join(', ') || 'another session';
}

/** Migrations of newer releases. Throws for one named `…-needs-N` when this release knows fewer than N. */
async function migrationsOfNewerReleases(db: Database, known: object) {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === migrationTableName)) return {};
  const done = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)}`.execute(db);
  const newer = done.rows.map(({ name }) => name).filter((name) => !(name in known));
  for (const name of newer) {
    const needed = Number(/-needs-(\d+)$/.exec(name)?.[1] ?? 0);
    if (needed > Object.keys(known).length)
      throw new Error(
        'The ledger was changed by a newer release, and this one cannot run on it. Deploy that one or a later one, or restore a backup from before it into another folder.',
      );
  }
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]));
}
