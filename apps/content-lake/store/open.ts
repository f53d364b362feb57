import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { folderSetting, isDiskError, StartError } from '../errors.ts';
import { megabyte } from '../units.ts';

/** Files up to this size are checked at every start. Checking 250 MB takes 0.2 s from memory, 3.3 s from disk. */
const maxAlwaysChecked = 64 * megabyte;

/** Opens an SQLite file in WAL mode with synchronous=FULL, and migrates it. Throws a StartError if that fails. */
export function openDatabase(file: string, migrations: readonly string[]): Database.Database {
  try {
    // A leftover write-ahead log means that the last process crashed.
    const needsCheck = measureBytes(file) <= maxAlwaysChecked || measureBytes(`${file}-wal`) > 0;
    const db = new Database(file);
    // Takes effect in new files only. Allows returning free pages to the disk.
    db.pragma('auto_vacuum = INCREMENTAL');
    db.pragma('journal_mode = WAL');
    configure(db);
    const check = needsCheck ? db.pragma('quick_check(1)', { simple: true }) : 'ok';
    if (check !== 'ok') throw new StartError(damaged(file, String(check)));
    migrate(db, file, migrations);
    return db;
  } catch (error) {
    throw explain(file, error);
  }
}

export function openReadOnly(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  // In kilobytes. Small, because every response has its own connection and reads each page once.
  db.pragma('cache_size = -256');
  return db;
}

function configure(db: Database.Database) {
  db.pragma('synchronous = FULL');
  // Long enough for a command that makes a token.
  db.pragma('busy_timeout = 5000');
  db.pragma('foreign_keys = ON');
}

/** Flushes the entries of a folder to the disk. Windows does that by itself. */
export async function flushFolder(folder: string) {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Locks the data folder. Returns a function that unlocks it. Throws a StartError if another lake uses the folder. */
export function lockFolder(lockFile: string): () => void {
  const release = tryLock(lockFile);
  if (release) return release;
  throw new StartError(
    `Another content lake is running on this folder (${lockFile} is locked). Stop it, or set ${folderSetting} to another folder.`,
  );
}

/** Locks a file with a transaction that ends with the process. Returns undefined if another process has the lock. */
export function tryLock(lockFile: string): (() => void) | undefined {
  const db = new Database(lockFile, { timeout: 1000 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw explain(lockFile, error);
  }
}

const measureBytes = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws a StartError if the file needs a newer release. Changes nothing. */
export function requireCompatibleVersion(file: string, migrations: readonly string[]): void {
  const db = openReadOnly(file);
  try {
    readVersion(db, file, migrations);
  } finally {
    db.close();
  }
}

/** `user_version` holds the number of migrations and, in the upper half, how many a release needs to open the file. */
const half = 0x1_00_00;

function readVersion(db: Database.Database, file: string, migrations: readonly string[]) {
  const stored = Number(db.pragma('user_version', { simple: true }));
  const needed = Math.floor(stored / half);
  if (needed > migrations.length)
    throw new StartError(
      `${file} was changed by a newer release, and this one cannot run on it. Run that release or a later one, or restore an older backup into another folder.`,
    );
  return { taken: stored % half, needed };
}

/**
 * Runs the missing migrations. Released migrations never change. A migration that removes something begins with
 * `-- needs N`: from then on, a release must include N migrations to open the file.
 */
function migrate(db: Database.Database, file: string, migrations: readonly string[]) {
  // Reads the version under the lock, as the CLI may open the file at the same time.
  db.transaction(() => {
    const { taken, needed } = readVersion(db, file, migrations);
    const steps = migrations.slice(taken);
    for (const step of steps) db.exec(step);
    const needs = steps.map((step) => Number(/^-- needs (\d+)/.exec(step)?.[1] ?? 0));
    db.pragma(`user_version = ${Math.max(taken, migrations.length) + Math.max(needed, ...needs) * half}`);
  }).immediate();
}

function explain(file: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
    return new StartError(damaged(file, error.message));
  if (isDiskError(error))
    return new StartError(
      `${file} cannot be written (${error.message}). Check that ${folderSetting} is a folder you may write to, and that the disk is not full.`,
      { cause: error },
    );
  return error;
}

function damaged(file: string, reason: string): string {
  return `${file} is damaged (${reason}). Move it away together with its -wal and -shm files, then start again. This creates an empty database. Restore an export with \`npm run lake -- import FILE.tar.gz\`.`;
}
