import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Principal } from './principal.ts';
import { type RoleName, roleNames, roles } from './roles.ts';

/** How long a browser stays signed in, in milliseconds: 30 days. */
const sessionLifetime = 30 * 24 * 60 * 60 * 1000;

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['user', 'robot']),
  user_id: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  created: z.string(),
  expires: z.string().nullable(),
});

type Credential = {
  id: string;
  kind: 'user' | 'robot';
  name: string;
  role: RoleName;
  /** ISO 8601. */
  created: string;
  /** ISO 8601; null never. */
  expires: string | null;
};

/** Sessions of people and tokens of programs. Only hashes are stored: a stolen database signs nobody in. */
export class Credentials {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
    db.prepare('DELETE FROM credentials WHERE expires < ?').run(new Date().toISOString());
  }

  /** Makes an API token. The text is shown this once; what is kept is its hash. */
  createToken(options: { name: string; role: RoleName }): { id: string; token: string } {
    const id = randomUUID();
    return { id, token: this.#create({ id, kind: 'robot', userId: `r${id}`, expires: null, ...options }) };
  }

  /** Signs the one-click user of a role in and returns the session's token. */
  createSession(role: RoleName): string {
    return this.#create({
      id: randomUUID(),
      kind: 'user',
      userId: `plocal-${role}`,
      name: roles[role].userName,
      role,
      expires: new Date(Date.now() + sessionLifetime).toISOString(),
    });
  }

  /** Who a token belongs to, or null for an unknown, revoked or expired one. */
  resolve(token: string): Principal | null {
    const found: unknown = this.#db.prepare('SELECT * FROM credentials WHERE hash = ?').get(hash(token));
    if (!found) return null;
    const row = rowSchema.parse(found);
    if (row.expires && row.expires < new Date().toISOString()) return null;
    return { kind: row.kind, id: row.user_id, name: row.name, role: row.role, credentialId: row.id };
  }

  /** Who an `Authorization: Bearer …` header belongs to, or null. */
  bearer(header: string): Principal | null {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    return token ? this.resolve(token) : null;
  }

  /** The user of an id that sessions or tokens have had, for showing names in history. */
  user(userId: string): { id: string; name: string; role: RoleName; kind: 'user' | 'robot' } | null {
    const local = roleNames.find((role) => userId === `plocal-${role}`);
    if (local) return { id: userId, name: roles[local].userName, role: local, kind: 'user' };
    const found: unknown = this.#db.prepare('SELECT * FROM credentials WHERE user_id = ?').get(userId);
    if (!found) return null;
    const row = rowSchema.parse(found);
    return { id: row.user_id, name: row.name, role: row.role, kind: row.kind };
  }

  list(): Credential[] {
    const found: unknown = this.#db.prepare('SELECT * FROM credentials ORDER BY created').all();
    return z
      .array(rowSchema)
      .parse(found)
      .map(({ id, kind, name, role, created, expires }) => ({ id, kind, name, role, created, expires }));
  }

  /** Ends a session or token at once. Returns whether there was one of that id. */
  revoke(id: string): boolean {
    return this.#db.prepare('DELETE FROM credentials WHERE id = ?').run(id).changes > 0;
  }

  #create(entry: {
    id: string;
    kind: 'user' | 'robot';
    userId: string;
    name: string;
    role: RoleName;
    expires: string | null;
  }) {
    const token = `sk${randomBytes(48).toString('base64url')}`;
    this.#db
      .prepare(
        'INSERT INTO credentials (id, hash, kind, user_id, name, role, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        entry.id,
        hash(token),
        entry.kind,
        entry.userId,
        entry.name,
        entry.role,
        new Date().toISOString(),
        entry.expires,
      );
    return token;
  }
}

// Tokens are 384 random bits, so a plain hash cannot be reversed by guessing; no salt or slow hash is needed.
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
