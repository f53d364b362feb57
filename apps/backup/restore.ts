import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { unfinishedRestore } from '../environment/secrets.ts';
import { unpack } from './archive.ts';
import { ledgerDump, nonDatabaseFiles, postgresProgram } from './backup.ts';
import { manifestName, manifestSchema } from './manifest.ts';
import { countPostgres, type TableCounts, verifySqlite, withPostgres } from './table-counts.ts';

type RestoreOptions = {
  file: string;
  /** A folder that is missing or empty. */
  dataDir: string;
  /** Address of an empty database, if the backup's ledger is in PostgreSQL. */
  databaseUrl: string | undefined;
  passphrase?: string | undefined;
};

/** Restores a backup into an empty folder and checks every table. If that fails, throws an Error and deletes what it restored. */
export async function restoreBackup({ file, dataDir, databaseUrl, passphrase }: RestoreOptions) {
  if (!existsSync(file)) throw new Error(`There is no file ${path.resolve(file)}.`);
  // Unpacks inside the folder, because the site's user may not be allowed to create a folder outside it.
  const unfinished = unfinishedRestore(dataDir);
  const existed = existsSync(dataDir);
  if (existed && readdirSync(dataDir).some((name) => name !== path.basename(unfinished)))
    throw new Error(
      `${dataDir} is not empty. Stop the site and move the folder away, or set DATA_DIR to another one.`,
    );
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    await unpack(file, unfinished, passphrase).catch((error) => {
      throw new Error(`${file} cannot be unpacked: ${error instanceof Error ? error.message : error}`);
    });
    const manifestFile = path.join(unfinished, manifestName);
    const { made, files, proof } = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
    rmSync(manifestFile);
    for (const [name, expected] of Object.entries(proof))
      if (name !== ledgerDump) requireEqual(name, verifySqlite(path.join(unfinished, name)), expected);
    const inPostgres = proof[ledgerDump];
    if (inPostgres) requireEqual('PostgreSQL', await restoreLedger(unfinished, databaseUrl), inPostgres);
    else if (databaseUrl)
      throw new Error(
        'The ledger of this backup is in SQLite. Empty DATABASE_URL, then restore and start the site without it.',
      );
    requireEqual('files', { count: nonDatabaseFiles(unfinished).length }, { count: files });
    endSessions(path.join(unfinished, 'content-lake/accounts.sqlite'));
    for (const name of readdirSync(unfinished))
      renameSync(path.join(unfinished, name), path.join(dataDir, name));
    rmSync(unfinished, { recursive: true });
    return { made, proof };
  } catch (error) {
    rmSync(existed ? unfinished : dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Ends all sessions and sign-in links, because the backup also has those that have ended since. */
function endSessions(accounts: string) {
  if (!existsSync(accounts)) return;
  const db = new Database(accounts);
  db.exec('DELETE FROM sessions; UPDATE people SET link = NULL');
  db.close();
}

async function restoreLedger(folder: string, databaseUrl: string | undefined): Promise<TableCounts> {
  if (!databaseUrl)
    throw new Error('The ledger of this backup is in PostgreSQL. Set DATABASE_URL to a new, empty database.');
  return withPostgres(databaseUrl, async (client) => {
    if (Object.keys(await countPostgres(client)).length > 0)
      throw new Error(
        'The database of DATABASE_URL already has tables. Set DATABASE_URL to a new, empty database.',
      );
    const dump = path.join(folder, ledgerDump);
    postgresProgram('pg_restore', databaseUrl, ['--no-owner', '--single-transaction', dump]);
    rmSync(dump);
    return countPostgres(client);
  });
}

function requireEqual(name: string, found: TableCounts, expected: TableCounts) {
  if (isDeepStrictEqual(found, expected)) return;
  const wrong = Object.keys({ ...expected, ...found }).filter((key) => found[key] !== expected[key]);
  throw new Error(`${name} does not match the backup: ${wrong.join(', ')}. Restore another backup.`);
}
