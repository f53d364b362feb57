import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Principal } from './principal.ts';
import { type RoleName, roleNames, roles } from './roles.ts';

/** How long a browser stays signed in, in milliseconds: 30 days. */
const sessionLifetime = 30 * 24 * 60 * 60 * 1000;

type User = { kind: 'user' | 'robot'; userId: string; name: string; role: RoleName };

type Credential = User & {
  id: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601; null never. */
  expires: string | null;
};

const select = 'SELECT id, kind, user_id AS userId, name, role, created, expires FROM credentials';

/** Sessions of people and tokens of programs. Only hashes are stored: a stolen database signs nobody in. */
export class Credentials {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
    db.prepare('DELETE FROM credentials WHERE expires < ?').run(new Date().toISOString());
  }

  /** Makes an API token. The text is shown this once; what is kept is its hash. */
  createToken({ name, role }: { name: string; role: RoleName }): { id: string; token: string } {
    const id = randomUUID();
    return { id, token: this.#create(id, { kind: 'robot', userId: `r${id}`, name, role }, null) };
  }

  /** Signs the one-click user of a role in and returns the session's token. */
  createSession(role: RoleName): string {
    const expires = new Date(Date.now() + sessionLifetime).toISOString();
    return this.#create(randomUUID(), oneClickUser(role), expires);
  }

  /** Who an `Authorization: Bearer …` header belongs to; null for an unknown, revoked or expired token. */
  bearer(header: string): Principal | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    if (!token) return null;
    const found = this.#db.prepare<[string], Credential>(`${select} WHERE hash = ?`).get(hash(token));
    if (!found || (found.expires && found.expires < new Date().toISOString())) return null;
    const { kind, userId, name, role, id } = found;
    return { kind, id: userId, name, role, credentialId: id };
  }

  /** The user of an id that sessions or tokens have had, for showing names in history. */
  user(userId: string): User | null {
    const local = roleNames.map(oneClickUser).find((user) => user.userId === userId);
    return local ?? this.#db.prepare<[string], Credential>(`${select} WHERE user_id = ?`).get(userId) ?? null;
  }

  list(): Credential[] {
    return this.#db.prepare<[], Credential>(`${select} ORDER BY created`).all();
  }

  /** Ends a session or token at once. Returns whether there was one of that id. */
  revoke(id: string): boolean {
    return this.#db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  #create(id: string, { kind, userId, name, role }: User, expires: string | null): string {
    const token = `sk${randomBytes(48).toString('base64url')}`;
    this.#db
      .prepare(
        'INSERT INTO credentials (id, hash, kind, user_id, name, role, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, hash(token), kind, userId, name, role, new Date().toISOString(), expires);
    return token;
  }
}

function oneClickUser(role: RoleName): User {
  return { kind: 'user', userId: `plocal-${role}`, name: roles[role].userName, role };
}

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
