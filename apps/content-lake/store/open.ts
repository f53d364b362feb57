import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { folderSetting, isDiskError, StartError } from '../errors.ts';

/** Bytes. Checking 250 MB takes 0.2 s from memory, 3.3 s from disk. */
const maxAlwaysChecked = 64 * 1024 * 1024;

/** Opens an SQLite file, durable (WAL, synchronous=FULL), with tables up to date. Throws a StartError if it cannot. */
export function openDatabase(file: string, migrations: readonly string[]): Database.Database {
  try {
    // A leftover write-ahead log means that the last process crashed.
    const needsCheck = bytesOf(file) <= maxAlwaysChecked || bytesOf(`${file}-wal`) > 0;
    const db = new Database(file);
    // New files only: lets free pages be returned to the disk.
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

/** For other threads, once `openDatabase` has migrated the file. */
export function openMigrated(file: string): Database.Database {
  const db = new Database(file, { fileMustExist: true });
  configure(db);
  return db;
}

export function openReadOnly(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  // Kilobytes: each answer has a connection, and what it has read it seldom reads again.
  db.pragma('cache_size = -256');
  return db;
}

function configure(db: Database.Database) {
  db.pragma('synchronous = FULL');
  // Of two writing threads one may wait until the other has stored much, on a busy machine for long.
  db.pragma('busy_timeout = 30000');
  db.pragma('foreign_keys = ON');
}

/** Writes the names in a folder to the disk, which Windows does by itself. */
export async function flushFolder(folder: string) {
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Throws a StartError if another lake uses the folder. */
export function lockFolder(lockFile: string): () => void {
  const release = tryLock(lockFile);
  if (release) return release;
  throw new StartError(
    `Another content lake is running on this folder (${lockFile} is locked). Stop it, or set ${folderSetting} to another folder.`,
  );
}

/** Locks by an open transaction, which ends with the process. Undefined if another holds it. */
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

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws a StartError if the file needs newer migrations. Changes nothing. */
export function requireCompatibleVersion(file: string, migrations: readonly string[]): void {
  const db = openReadOnly(file);
  try {
    readVersion(db, file, migrations);
  } finally {
    db.close();
  }
}

/** `user_version`: the steps taken and, in the upper half, those that a release must know. */
const half = 0x1_00_00;

function readVersion(db: Database.Database, file: string, migrations: readonly string[]) {
  const stored = Number(db.pragma('user_version', { simple: true }));
  const needed = requiredSteps(db);
  if (needed > migrations.length)
    throw new StartError(
      `${file} was changed by a newer release, and this one cannot run on it. Run that one or a later one, or restore a backup from before it into another folder.`,
    );
  return { taken: stored % half, needed };
}

/** Steps that a version must know. */
export const requiredSteps = (db: Database.Database): number =>
  Math.floor(Number(db.pragma('user_version', { simple: true })) / half);

/** Lets releases run on the file that know none of the steps. */
export function clearRequiredSteps(db: Database.Database) {
  db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true })) % half}`);
}

/** Steps are frozen. One that removes something begins with `-- needs N`: the steps that a release must know. */
function migrate(db: Database.Database, file: string, migrations: readonly string[]) {
  // The command line may open the file at the same time, so the version is read under the lock.
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
  return `${file} is damaged (${reason}). Move it away together with its -wal and -shm files, then start again: an empty one is made, and \`npm run lake -- import FILE.tar.gz\` brings an export back.`;
}
