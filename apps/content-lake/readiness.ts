import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Lake } from './lake.ts';

/** Milliseconds for which a lock of another writer is normal, and between tries. */
const lock = { patience: 2_000, pause: 50 };
/** Milliseconds for which a result is reused, however many requests come. */
const reuseTime = 1_000;

/** Checks whether everything stored can be written. Returns a function that resolves to why not, or to an empty text. */
export function readiness({ control, datasets }: Lake): () => Promise<string> {
  let cached = { reason: '', until: 0 };
  let checking: Promise<void> | undefined;
  async function check() {
    const files = [control.db.name, ...datasets.all().map(({ file }) => file)];
    const reasons = await Promise.all(files.map(checkWritable));
    cached = { reason: reasons.filter(Boolean).join('\n'), until: performance.now() + reuseTime };
    checking = undefined;
  }
  return async () => {
    if (performance.now() > cached.until) {
      checking ??= check();
      await checking;
    }
    return cached.reason;
  };
}

/**
 * Changes nothing. SQLite waits for a lock in the thread that asks, so this has a connection of its own that never waits,
 * and tries again in between other work.
 */
async function checkWritable(file: string): Promise<string> {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 });
    const own = db;
    // Without a sync of the disk, which would stop others. Real writes do it, and checkpoints too.
    own.pragma('synchronous = NORMAL');
    own.pragma('wal_autocheckpoint = 0');
    const write = own.transaction(() =>
      own.pragma(`user_version = ${own.pragma('user_version', { simple: true })}`),
    );
    for (const until = performance.now() + lock.patience; ; await wait(lock.pause))
      try {
        write.immediate();
        return '';
      } catch (error) {
        const isLocked = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
        if (!isLocked || performance.now() > until) throw error;
      }
  } catch (error) {
    return `${file} cannot be written: ${error instanceof Error ? error.message : error}`;
  } finally {
    db?.close();
  }
}
