import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { log } from '#web/log.ts';
import { isSqlite } from './is-sqlite.ts';
import type { Database } from './tables.ts';

/** Milliseconds between attempts while another process reads the log, and the number of attempts. */
const pause = 100;
const attempts = 50;

/** Empties SQLite's write-ahead log, which still contains erased data in old pages. */
export async function truncateWal(db: Database): Promise<void> {
  if (!isSqlite(db)) return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy !== 1) return;
    await wait(pause);
  }
  log(
    'warn',
    'erased data stays in the write-ahead log for now, because another program is reading the ledger',
  );
}
