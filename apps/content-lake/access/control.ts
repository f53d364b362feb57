import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { folderSetting, StartError } from '../errors.ts';
import { openDatabase } from '../store/open.ts';
import { controlMigrations } from './control-tables.ts';
import { Credentials } from './credentials.ts';

/** The lake's own database beside its datasets. Opening it while a lake runs is safe: that is how the CLI makes tokens. */
export type Control = { db: Database.Database; credentials: Credentials; close(): void };

/** Opens (or makes) the control database in the lake's folder. Throws a StartError when that cannot be. */
export function openControl(folder: string): Control {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `The folder ${folder} cannot be made (${error instanceof Error ? error.message : error}). Set ${folderSetting} to a folder you may write to.`,
    );
  }
  const db = openDatabase(path.join(folder, 'lake.sqlite'), controlMigrations);
  return { db, credentials: new Credentials(db), close: () => db.close() };
}
