import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { TarSource } from 'modern-tar/fs';
import { z } from 'zod';
import { day, hour } from '../environment/durations.ts';
import { replaceFile } from '../environment/replace-file.ts';
import { pack } from './archive.ts';
import { manifestName } from './manifest.ts';
import { backupName, deleteOldBackups, findLastBackup, listBackups } from './stored-backups.ts';
import { countPostgres, verifySqlite, withPostgres } from './table-counts.ts';

export const ledgerDump = 'ledger.dump';

const backupNamePattern = /^(backup-.*\.tar\.gz(\.age)?|\.unfinished-.*|last-state\.json|drill\.txt)$/;

/** Leaves out files that are rebuilt when missing, files of the starter, and SQLite's auxiliary files. */
const isExcluded = (name: string) =>
  /^(image-cache|site-cache|incoming|(running|wanted|abandoned)\.json|(start|restarts)\.txt|sites|(start|lock)\.sqlite|.*\.sqlite-(wal|shm|journal))$/.test(
    name,
  );

type BackupOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  to: string;
  /** Number of backups to retain; undefined retains all. */
  keep?: number | undefined;
  passphrase?: string | undefined;
  /** Makes no backup if the last one has the same files and the same number of rows in each table. */
  ifChanged?: boolean | undefined;
};

/**
 * Archives all stored data while the site runs, and returns the path, or '' if nothing has changed. On a full disk, old
 * backups make room first.
 */
export async function makeBackup(options: BackupOptions): Promise<string> {
  const { dataDir, to, keep, passphrase } = options;
  if (!existsSync(path.join(dataDir, 'secrets.json')))
    throw new Error(
      `There is nothing to back up in ${dataDir}. Set DATA_DIR to the folder that the site uses.`,
    );
  mkdirSync(to, { recursive: true });
  deleteInterruptedBackups(to);
  const file = await archive(options).catch(async (error) => {
    if (!isDiskFull(error)) throw error;
    const { last } = await findLastBackup(to, passphrase);
    // The new backup is one of those to retain.
    if (!keep || deleteOldBackups(to, keep - 1, last?.name) === 0) throw describeFullDisk(options);
    return archive(options).catch((again) => {
      throw isDiskFull(again) ? describeFullDisk(options) : again;
    });
  });
  if (keep && file) deleteOldBackups(to, keep, path.basename(file));
  return file;
}

/** Copies the data, and archives the copy. Unfinished archives have a different name. */
async function archive({ dataDir, databaseUrl, to, passphrase, ifChanged }: BackupOptions): Promise<string> {
  const made = new Date().toISOString();
  const name = backupName(made, Boolean(passphrase));
  const staging = mkdtempSync(path.join(to, '.unfinished-'));
  try {
    // Listed twice, because a picture may be deleted or added while the databases are copied.
    const before = nonDatabaseFiles(dataDir);
    const copies = copyDatabases(dataDir, staging);
    const files = [...new Set([...before, ...nonDatabaseFiles(dataDir)])].filter(
      (file) => !isBackupFile(file) && existsSync(path.join(dataDir, file)),
    );
    const proof = Object.fromEntries(copies.map((file) => [file, verifySqlite(path.join(staging, file))]));
    if (databaseUrl) proof[ledgerDump] = await dumpPostgres(databaseUrl, path.join(staging, ledgerDump));
    const [stateFile, state] = [path.join(to, 'last-state.json'), JSON.stringify([dataDir, files, proof])];
    const last = existsSync(stateFile) && readFileSync(stateFile, 'utf8');
    const age = listBackups(to)[0]?.age ?? day;
    if (ifChanged && last === state && age >= 0 && age < day - hour) return '';
    const manifest = JSON.stringify({ made, files: files.length, proof }, null, 2);
    const sources: TarSource[] = [
      { type: 'content', content: manifest, target: manifestName },
      ...[...copies, ...(databaseUrl ? [ledgerDump] : [])].map((file) => ({
        type: 'file' as const,
        source: path.join(staging, file),
        target: file,
      })),
      ...files.map((file) => ({ type: 'file' as const, source: path.join(dataDir, file), target: file })),
    ];
    const unfinished = path.join(staging, name);
    await pack(sources, unfinished, passphrase);
    renameSync(unfinished, path.join(to, name));
    if (ifChanged) replaceFile(stateFile, state, 0o600);
    return path.join(to, name);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error &&
  /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$|No space left/.test(
    'code' in error ? String(error.code) : error.message,
  );

const describeFullDisk = ({ to }: BackupOptions) =>
  new Error(`The disk of ${to} is full. Delete some backups there, lower BACKUP_KEEP or get a larger disk.`);

/** Deletes copies of data left by backups that were killed at least a day ago. */
function deleteInterruptedBackups(folder: string) {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('.unfinished-'))) {
    const staging = path.join(folder, name);
    const changed = statSync(staging, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > day) rmSync(staging, { recursive: true, force: true });
  }
}

function listFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder }).filter(
    (file) =>
      !file.split(path.sep).some(isExcluded) &&
      statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile(),
  );
}

const isDatabase = (file: string) => file.endsWith('.sqlite');
/** Backups may be stored inside the data folder. */
const isBackupFile = (file: string) => file.split(path.sep).some((name) => backupNamePattern.test(name));
export const nonDatabaseFiles = (dataDir: string) => listFiles(dataDir).filter((file) => !isDatabase(file));

/** Makes a consistent copy of each SQLite database without blocking writers. */
function copyDatabases(dataDir: string, staging: string): string[] {
  const databases = listFiles(dataDir).filter((file) => isDatabase(file) && !isBackupFile(file));
  for (const file of databases) {
    mkdirSync(path.dirname(path.join(staging, file)), { recursive: true });
    const db = new Database(path.join(dataDir, file), { readonly: true });
    db.prepare('VACUUM INTO ?').run(path.join(staging, file));
    db.close();
  }
  return databases;
}

/** Dumps the ledger and counts its rows in the same snapshot. */
function dumpPostgres(databaseUrl: string, file: string) {
  return withPostgres(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot');
    const [{ snapshot }] = z.tuple([z.object({ snapshot: z.string() })]).parse(rows);
    postgresProgram('pg_dump', databaseUrl, ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`]);
    return countPostgres(client);
  });
}

/** Runs a PostgreSQL program. Throws an Error with its output if it fails. */
export function postgresProgram(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: string[],
): void {
  const url = new URL(databaseUrl);
  // Other users of the machine can see a program's arguments, so the password is passed in the environment.
  const env = { ...process.env, ...(url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {}) };
  url.password = '';
  try {
    execFileSync(program, [...args, `--dbname=${url.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} was not found. Install PostgreSQL's client programs in the same version as the server.`,
      );
    throw new Error(
      `${program} failed. ${error instanceof Error && 'stderr' in error ? error.stderr : error}`,
    );
  }
}
