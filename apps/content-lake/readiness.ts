import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Lake } from './lake.ts';
import { second } from './units.ts';

/** Milliseconds to wait for another writer's lock, and between attempts. */
const lock = { maxWait: 2 * second, retryDelay: 50 };
const reuseTime = second;

/** Returns a function that resolves to '' if all databases can be written to, and otherwise to the reason. */
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
 * Tries to write to a database without changing it. SQLite would block this thread while it waits for a lock, so this
 * connection does not wait but retries.
 */
async function checkWritable(file: string): Promise<string> {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 });
    const own = db;
    // Avoids disk syncs and checkpoints, which would block other writes.
    own.pragma('synchronous = NORMAL');
    own.pragma('wal_autocheckpoint = 0');
    const write = own.transaction(() =>
      own.pragma(`user_version = ${own.pragma('user_version', { simple: true })}`),
    );
    for (const until = performance.now() + lock.maxWait; ; await wait(lock.retryDelay))
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
