import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { folderSetting, StartError } from '../errors.ts';
import { openDatabase } from '../store/open.ts';
import type { SignedIn } from './principal.ts';
import { builtInRoles, type Role } from './roles.ts';

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
  // Earlier releases stored user sessions here.
  `DELETE FROM credentials WHERE kind = 'user'`,
  // No longer used.
  'CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), believed TEXT NOT NULL)',
] as const;

/** The database of tokens and datasets. Safe to open while a lake runs, as the CLI does to make tokens. */
export type Control = { db: Database.Database; credentials: Credentials; close(): void };

export function openControl(folder: string, roles: Role[] = builtInRoles): Control {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(
      `The folder ${folder} cannot be created (${reason}). Set ${folderSetting} to a folder you may write to.`,
    );
  }
  const db = openDatabase(path.join(folder, 'lake.sqlite'), controlMigrations);
  return { db, credentials: credentialsIn(db, roles), close: () => db.close() };
}

type Credential = {
  id: string;
  userId: string;
  name: string;
  role: string;
  /** ISO 8601. */
  created: string;
};

const select = 'SELECT id, user_id AS userId, name, role, created FROM credentials';

/** Manages API tokens. Only their hashes are stored, so a stolen database gives nobody access. */
function credentialsIn(db: Database.Database, roles: Role[]) {
  function createToken({ name, role }: { name: string; role: string }): { id: string; token: string } {
    const id = randomUUID();
    const token = `sk${randomBytes(48).toString('base64url')}`;
    db.prepare(
      `INSERT INTO credentials (id, hash, kind, user_id, name, role, created) VALUES (?, ?, 'robot', ?, ?, ?, ?)`,
    ).run(id, hash(token), `r${id}`, name, role, new Date().toISOString());
    return { id, token };
  }

  /** Finds the principal of an `Authorization: Bearer …` header. Returns null for an unknown or revoked token. */
  function ofBearerHeader(header: string): SignedIn | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    if (!token) return null;
    return find('hash', hash(token));
  }

  function has(id: string): boolean {
    return db.prepare('SELECT 1 FROM credentials WHERE id = ?').get(id) !== undefined;
  }

  /** Finds a token's principal by user id, so that history can show the token's name. */
  const user = (userId: string): SignedIn | null => find('user_id', userId);

  function list(): Credential[] {
    return db.prepare<[], Credential>(`${select} ORDER BY created`).all();
  }

  function revoke(id: string): boolean {
    return db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  /** Also returns null if the role no longer exists. */
  function find(column: 'hash' | 'user_id', value: string): SignedIn | null {
    const found = db.prepare<[string], Credential>(`${select} WHERE ${column} = ?`).get(value);
    const role = roles.find(({ name }) => name === found?.role);
    if (!found || !role) return null;
    return { kind: 'robot', id: found.userId, name: found.name, role, credentialId: found.id };
  }

  return { createToken, ofBearerHeader, has, user, list, revoke };
}
export type Credentials = ReturnType<typeof credentialsIn>;

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
