import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
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
export async function migrate(db: Database, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const known = migrations(dialect);
  const until = performance.now() + longestWait;
  let reported = '';
  for (let attempt = 1; ; attempt += 1) {
    const all = { ...(await migrationsOfNewerReleases(db, known)), ...known };
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => all },
      // In older ledgers, Kysely's default table lists migrations with other names.
      migrationTableName,
      migrationLockTableName: `${migrationTableName}_lock`,
    }).migrateToLatest();
    if (!error) return;
    if (isLockTimeout(error)) {
      const blockers = await blockersOf(db);
      const seconds = longestWait / second;
      if (performance.now() > until)
        throw new Error(
          `The ledger could not be migrated for ${seconds} seconds, because it is in use by ${blockers}. Wait until that has ended, or end it with select pg_terminate_backend(PROCESS), then try again.`,
        );
      if (blockers !== reported)
        log(
          'warn',
          `The ledger cannot be migrated while it is in use by ${blockers}. Trying for ${seconds} s.`,
        );
      reported = blockers;
      await wait(pause);
    } else {
      // SQLite has no lock for migrations. If two processes start at once, one fails and retries.
      if (attempt === 5) throw error;
      await wait(100 * attempt);
    }
  }
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** Describes other sessions that have locked a table of the ledger for a second or more. Leaves out their queries. */
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

/** Returns newer releases' migrations. Throws if one named `…-needs-N` needs more migrations than this release has. */
async function migrationsOfNewerReleases(db: Database, known: object) {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === migrationTableName)) return {};
  const done = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)}`.execute(db);
  const newer = done.rows.map(({ name }) => name).filter((name) => !(name in known));
  for (const name of newer) {
    const needed = Number(/-needs-(\d+)$/.exec(name)?.[1] ?? 0);
    if (needed > Object.keys(known).length)
      throw new Error(
        'A newer release has migrated the ledger, and this release cannot run on it. Deploy that release or a later one, or restore an earlier backup into another folder.',
      );
  }
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]));
}
