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
    -- The hash of a link that makes a new passkey or password, and until when it works.
    link TEXT UNIQUE,
    link_expires TEXT,
    created TEXT NOT NULL,
    -- Kept after that for the names in the history.
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

  -- A person of the one-click sign-in stands in no table.
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
] as const;

/** Opens or creates the accounts in the lake's folder; safe while a lake runs, as the command line does. */
export function openAccountsDatabase(folder: string): Database.Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openDatabase(path.join(folder, 'accounts.sqlite'), accountMigrations);
}

export const newSecret = () => randomBytes(32).toString('base64url');

/** Secrets are random, so no salt or slow hash is needed. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export const now = () => new Date().toISOString();
