import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { folderSetting, StartError } from '../errors.ts';
import { openDatabase } from '../store/open.ts';
import { type Credentials, credentialsIn } from './credentials.ts';
import { builtInRoles, type Role } from './roles.ts';

/** The tables that belong to the lake as a whole: tokens of programs, datasets, personal settings. */
export const controlMigrations = [
  `
  CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('user', 'robot')),
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT
  );

  CREATE TABLE datasets (
    name TEXT PRIMARY KEY,
    created TEXT NOT NULL
  );

  CREATE TABLE keyvalue (
    user_id TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
  );
  `,
  // People had sessions here once.
  `DELETE FROM credentials WHERE kind = 'user'`,
] as const;

/** The lake's own database. Safe to open while a lake runs, as the CLI does to make tokens. */
export type Control = { db: Database.Database; credentials: Credentials; close(): void };

/** Opens (or makes) the control database in the lake's folder. Throws a StartError when that cannot be. */
export function openControl(folder: string, roles: Role[] = builtInRoles): Control {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(
      `The folder ${folder} cannot be made (${reason}). Set ${folderSetting} to a folder you may write to.`,
    );
  }
  const db = openDatabase(path.join(folder, 'lake.sqlite'), controlMigrations);
  return { db, credentials: credentialsIn(db, roles), close: () => db.close() };
}
