import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { SignedIn } from './principal.ts';
import type { Role } from './roles.ts';

type Credential = {
  id: string;
  userId: string;
  name: string;
  /** Name of the role. */
  role: string;
  /** ISO 8601. */
  created: string;
};

const select = 'SELECT id, user_id AS userId, name, role, created FROM credentials';

/** Tokens of programs. Only hashes are stored: a stolen database lets nobody in. */
export class Credentials {
  readonly #db: Database.Database;
  readonly #roles: Role[];

  constructor(db: Database.Database, roles: Role[]) {
    this.#db = db;
    this.#roles = roles;
  }

  /** Makes an API token. The text is shown this once; what is kept is its hash. */
  createToken({ name, role }: { name: string; role: string }): { id: string; token: string } {
    const id = randomUUID();
    const token = `sk${randomBytes(48).toString('base64url')}`;
    this.#db
      .prepare(
        `INSERT INTO credentials (id, hash, kind, user_id, name, role, created) VALUES (?, ?, 'robot', ?, ?, ?, ?)`,
      )
      .run(id, hash(token), `r${id}`, name, role, new Date().toISOString());
    return { id, token };
  }

  /** Who an `Authorization: Bearer …` header belongs to; null for an unknown or revoked token. */
  bearer(header: string): SignedIn | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    if (!token) return null;
    return this.#find('hash', hash(token));
  }

  /** Whether a token of this id was not revoked. */
  has(id: string): boolean {
    return this.#db.prepare('SELECT 1 FROM credentials WHERE id = ?').get(id) !== undefined;
  }

  /** The user of an id that tokens have, for showing names in history. */
  user(userId: string): SignedIn | null {
    return this.#find('user_id', userId);
  }

  list(): Credential[] {
    return this.#db.prepare<[], Credential>(`${select} ORDER BY created`).all();
  }

  /** Ends a token at once. Returns whether there was one of that id. */
  revoke(id: string): boolean {
    return this.#db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  /** Null also where the settings no longer have the role. */
  #find(column: 'hash' | 'user_id', value: string): SignedIn | null {
    const found = this.#db.prepare<[string], Credential>(`${select} WHERE ${column} = ?`).get(value);
    const role = this.#roles.find(({ name }) => name === found?.role);
    if (!found || !role) return null;
    return { kind: 'robot', id: found.userId, name: found.name, role, credentialId: found.id };
  }
}

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
