import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { SignedIn } from './principal.ts';
import type { Role } from './roles.ts';

type Credential = {
  id: string;
  userId: string;
  name: string;
  role: string;
  /** ISO 8601. */
  created: string;
};

const select = 'SELECT id, user_id AS userId, name, role, created FROM credentials';

/** Tokens of programs. Only hashes are stored: a stolen database lets nobody in. */
export function credentialsIn(db: Database.Database, roles: Role[]) {
  function createToken({ name, role }: { name: string; role: string }): { id: string; token: string } {
    const id = randomUUID();
    const token = `sk${randomBytes(48).toString('base64url')}`;
    db.prepare(
      `INSERT INTO credentials (id, hash, kind, user_id, name, role, created) VALUES (?, ?, 'robot', ?, ?, ?, ?)`,
    ).run(id, hash(token), `r${id}`, name, role, new Date().toISOString());
    return { id, token };
  }

  /** Who an `Authorization: Bearer …` header belongs to; null for an unknown or revoked token. */
  function bearer(header: string): SignedIn | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    if (!token) return null;
    return find('hash', hash(token));
  }

  function has(id: string): boolean {
    return db.prepare('SELECT 1 FROM credentials WHERE id = ?').get(id) !== undefined;
  }

  /** The user of a token by user id, for names in history. */
  function user(userId: string): SignedIn | null {
    return find('user_id', userId);
  }

  function list(): Credential[] {
    return db.prepare<[], Credential>(`${select} ORDER BY created`).all();
  }

  function revoke(id: string): boolean {
    return db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  /** Null also where the settings no longer have the role. */
  function find(column: 'hash' | 'user_id', value: string): SignedIn | null {
    const found = db.prepare<[string], Credential>(`${select} WHERE ${column} = ?`).get(value);
    const role = roles.find(({ name }) => name === found?.role);
    if (!found || !role) return null;
    return { kind: 'robot', id: found.userId, name: found.name, role, credentialId: found.id };
  }

  return { createToken, bearer, has, user, list, revoke };
}
export type Credentials = ReturnType<typeof credentialsIn>;

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
