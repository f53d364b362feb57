import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Principal } from './principal.ts';
import type { Role } from './roles.ts';

/** How long a browser stays signed in, in milliseconds: 30 days. */
const sessionLifetime = 30 * 24 * 60 * 60 * 1000;

type Credential = {
  id: string;
  kind: 'user' | 'robot';
  userId: string;
  name: string;
  /** Name of the role. */
  role: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601; null never. */
  expires: string | null;
};

const select = 'SELECT id, kind, user_id AS userId, name, role, created, expires FROM credentials';

/** Sessions of people and tokens of programs. Only hashes are stored: a stolen database signs nobody in. */
export class Credentials {
  readonly #db: Database.Database;
  readonly #roles: Role[];

  constructor(db: Database.Database, roles: Role[]) {
    this.#db = db;
    this.#roles = roles;
    db.prepare('DELETE FROM credentials WHERE expires < ?').run(new Date().toISOString());
  }

  /** Makes an API token. The text is shown this once; what is kept is its hash. */
  createToken({ name, role }: { name: string; role: string }): { id: string; token: string } {
    const id = randomUUID();
    return { id, token: this.#create({ id, kind: 'robot', userId: `r${id}`, name, role, expires: null }) };
  }

  /** Signs the one-click user of a role in and returns the session's token. */
  createSession(role: Role): string {
    const expires = new Date(Date.now() + sessionLifetime).toISOString();
    const user = oneClickUser(role);
    return this.#create({ ...user, id: randomUUID(), kind: 'user', role: role.name, expires });
  }

  /** Who an `Authorization: Bearer …` header belongs to; null for an unknown, revoked or expired token. */
  bearer(header: string): Principal | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    if (!token) return null;
    const found = this.#db.prepare<[string], Credential>(`${select} WHERE hash = ?`).get(hash(token));
    if (!found || (found.expires && found.expires < new Date().toISOString())) return null;
    const role = this.#role(found.role);
    return role && { kind: found.kind, id: found.userId, name: found.name, role, credentialId: found.id };
  }

  /** The user of an id that sessions or tokens have had, for showing names in history. */
  user(userId: string): { name: string; role: Role } | null {
    for (const role of this.#roles) {
      const user = oneClickUser(role);
      if (user.userId === userId) return { name: user.name, role };
    }
    const found = this.#db.prepare<[string], Credential>(`${select} WHERE user_id = ?`).get(userId);
    const role = found && this.#role(found.role);
    return role ? { name: found.name, role } : null;
  }

  list(): Credential[] {
    return this.#db.prepare<[], Credential>(`${select} ORDER BY created`).all();
  }

  /** Ends a session or token at once. Returns whether there was one of that id. */
  revoke(id: string): boolean {
    return this.#db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  /** null for a role that the settings no longer have. */
  #role(name: string): Role | null {
    return this.#roles.find((role) => role.name === name) ?? null;
  }

  #create({ id, kind, userId, name, role, expires }: Omit<Credential, 'created'>): string {
    const token = `sk${randomBytes(48).toString('base64url')}`;
    this.#db
      .prepare(
        'INSERT INTO credentials (id, hash, kind, user_id, name, role, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, hash(token), kind, userId, name, role, new Date().toISOString(), expires);
    return token;
  }
}

function oneClickUser({ name, title }: Role): { userId: string; name: string } {
  return { userId: `plocal-${name}`, name: `Local ${title}` };
}

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
