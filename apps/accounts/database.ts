import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { openDatabase } from 'content-lake/sqlite';

export const accountMigrations = [
  `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL COLLATE NOCASE,
    role TEXT NOT NULL,
    password TEXT,
    -- Hash and expiry of a link by which the person sets a new passkey or password.
    link TEXT UNIQUE,
    link_expires TEXT,
    created TEXT NOT NULL,
    -- The row stays after a removal, for the names in the content's history.
    removed TEXT
  );
  CREATE UNIQUE INDEX people_name ON people (name) WHERE removed IS NULL;

  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people,
    device TEXT NOT NULL,
    key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    created TEXT NOT NULL,
    used TEXT
  );

  -- A person who signed in with one click has no row in people.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    device TEXT NOT NULL,
    created TEXT NOT NULL,
    used TEXT NOT NULL
  );

  CREATE TABLE attempts (
    key TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE INDEX attempts_by_key ON attempts (key, at);
  `,
  // The person's role if the session is an assistant's.
  'ALTER TABLE sessions ADD COLUMN assistant_role TEXT',
  `CREATE TABLE access_log (at TEXT NOT NULL, act TEXT NOT NULL, actor TEXT NOT NULL, subject TEXT NOT NULL, address TEXT NOT NULL);
  CREATE INDEX access_log_by_time ON access_log (at)`,
] as const;

/** Opens or creates the accounts database in the lake's folder. The CLI may call it while a lake runs. */
export function openAccountsDatabase(folder: string): Database.Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openDatabase(path.join(folder, 'accounts.sqlite'), accountMigrations);
}

export const newSecret = () => randomBytes(32).toString('base64url');

/** Hashes a random secret, which needs no salt or slow hash. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export const now = () => new Date().toISOString();
