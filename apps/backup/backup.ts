import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { TarSource } from 'modern-tar/fs';
import { z } from 'zod';
import { encryptedEnding, pack } from './archive.ts';
import { proofSchema, provePostgres, proveSqlite, withPostgres } from './proof.ts';

export const manifestName = 'backup.json';
export const ledgerDump = 'ledger.dump';

export const manifestSchema = z.object({ made: z.iso.datetime(), files: z.number(), proof: proofSchema });

/** Left out: made anew when missing, or kept by SQLite beside a file while it is in use. */
const isLeftOut = (name: string) =>
  /^(image-cache|site-cache|incoming|(running|wanted|abandoned)\.json|start\.txt|sites|(start|lock)\.sqlite|.*\.sqlite-(wal|shm|journal))$/.test(
    name,
  );

export type BackupOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Folder that the backup is written to. */
  to: string;
  /** How many backups stay there; the oldest go. Undefined: all. */
  keep?: number | undefined;
  passphrase?: string | undefined;
};

/**
 * Writes one archive of everything that is stored: content, history, assets, accounts, secrets and the ledger, each
 * database as it was at one moment, while everything runs. Resolves to the file's path. Throws an Error that says what
 * to do; an unfinished archive never has the name of a finished one.
 */
export async function makeBackup({
  dataDir,
  databaseUrl,
  to,
  keep,
  passphrase,
}: BackupOptions): Promise<string> {
  if (!existsSync(path.join(dataDir, 'secrets.json')))
    throw new Error(
      `There is nothing to back up in ${dataDir}: set DATA_DIR to the folder that the site uses.`,
    );
  mkdirSync(to, { recursive: true });
  const made = new Date().toISOString();
  const name = `backup-${made.replaceAll(/[:.]/g, '-')}.tar.gz${passphrase ? encryptedEnding : ''}`;
  forgetKilled(to);
  const staging = mkdtempSync(path.join(to, '.unfinished-'));
  try {
    // Twice: a picture may be deleted while the databases are copied, which still name it, or come with the last change.
    const before = filesIn(dataDir);
    const copies = copyDatabases(dataDir, staging);
    const files = [...new Set([...before, ...filesIn(dataDir)])].filter((file) =>
      existsSync(path.join(dataDir, file)),
    );
    const proof = Object.fromEntries(copies.map((file) => [file, proveSqlite(path.join(staging, file))]));
    if (databaseUrl) proof[ledgerDump] = await dumpPostgres(databaseUrl, path.join(staging, ledgerDump));
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
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  if (keep) for (const old of backupsIn(to).slice(keep)) rmSync(path.join(to, old));
  return path.join(to, name);
}

/** Takes away what backups have left that were killed a day ago or before: copies of everything. */
function forgetKilled(folder: string) {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('.unfinished-'))) {
    const staging = path.join(folder, name);
    const changed = statSync(staging, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > 24 * 3_600_000) rmSync(staging, { recursive: true, force: true });
  }
}

/** Names of the finished backups in a folder, the newest first; none where it cannot be read: making one says why. */
export function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^backup-.*\.tar\.gz(\.age)?$/.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

function everyFile(folder: string): string[] {
  return globSync('**/*', { cwd: folder }).filter(
    (file) =>
      !file.split(path.sep).some(isLeftOut) &&
      statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile(),
  );
}

const isDatabase = (file: string) => file.endsWith('.sqlite');
/** Files stored beside databases. */
export const filesIn = (dataDir: string) => everyFile(dataDir).filter((file) => !isDatabase(file));

/** Copies each SQLite database as it is at one moment; who writes to it meanwhile is not held up. */
function copyDatabases(dataDir: string, staging: string): string[] {
  const databases = everyFile(dataDir).filter(isDatabase);
  for (const file of databases) {
    mkdirSync(path.dirname(path.join(staging, file)), { recursive: true });
    const db = new Database(path.join(dataDir, file), { readonly: true });
    db.prepare('VACUUM INTO ?').run(path.join(staging, file));
    db.close();
  }
  return databases;
}

/** Dumps a database and says what is in the dump: both see the same moment. */
function dumpPostgres(databaseUrl: string, file: string) {
  return withPostgres(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot');
    const [{ snapshot }] = z.tuple([z.object({ snapshot: z.string() })]).parse(rows);
    postgresProgram('pg_dump', databaseUrl, ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`]);
    return provePostgres(client);
  });
}

/** Runs one of PostgreSQL's own programs on a database. Throws an Error with what it says. */
export function postgresProgram(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: string[],
): void {
  const url = new URL(databaseUrl);
  // Everybody on the machine sees the arguments of a program.
  const env = { ...process.env, ...(url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {}) };
  url.password = '';
  try {
    execFileSync(program, [...args, `--dbname=${url.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} was not found: install PostgreSQL's client programs, in the server's version.`,
      );
    throw new Error(
      `${program} failed. ${error instanceof Error && 'stderr' in error ? error.stderr : error}`,
    );
  }
}
