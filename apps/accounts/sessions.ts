import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { isDiskError } from 'content-lake/errors';
import { hashOf, newSecret, now } from './database.ts';

export type Session = {
  id: string;
  /** Id. */
  person: string;
  /** Browser and system, in words. */
  device: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601; up to a minute late. */
  used: string;
};

/** Milliseconds without use: 30 days. */
const lifetime = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds, so that not every request writes. */
const precision = 60_000;

const oldest = () => new Date(Date.now() - lifetime).toISOString();

/** Only hashes of cookies are stored: a stolen database signs nobody in. */
export class Sessions {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Returns the secret for the cookie. */
  begin(person: string, device: string): string {
    const secret = newSecret();
    this.#db.prepare('DELETE FROM sessions WHERE used <= ?').run(oldest());
    this.#db
      .prepare('INSERT INTO sessions (id, hash, person, device, created, used) VALUES (?, ?, ?, ?, ?, ?)')
      .run(randomUUID(), hashOf(secret), person, device, now(), now());
    return secret;
  }

  /** Extends the session that it finds. */
  find(secret: string): Session | undefined {
    const [session] = this.findBy('hash', hashOf(secret));
    if (session && Math.abs(Date.parse(session.used) - Date.now()) > precision)
      try {
        this.#db.prepare('UPDATE sessions SET used = ? WHERE id = ?').run(now(), session.id);
      } catch (error) {
        // Staff can still read while the disk is full.
        if (!isDiskError(error)) throw error;
      }
    return session;
  }

  /** Open sessions, the last used first. */
  findBy(column: 'hash' | 'id' | 'person', value: string): Session[] {
    const select = 'SELECT id, person, device, created, used FROM sessions';
    return this.#db
      .prepare<[string, string], Session>(`${select} WHERE ${column} = ? AND used > ? ORDER BY used DESC`)
      .all(value, oldest());
  }

  end(person: string, id: string) {
    this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id = ?').run(person, id);
  }

  /** Returns how many ended. */
  endAll(person: string, except = ''): number {
    return this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ?').run(person, except).changes;
  }
}

const browsers = { 'Edg/': 'Edge', 'OPR/': 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'];

/** Browser and system, in words. */
export function deviceOf(headers: Headers): string {
  const sent = headers.get('user-agent') ?? '';
  const browser = Object.entries(browsers).find(([sign]) => sent.includes(sign))?.[1];
  const system = systems.find((name) => sent.includes(name));
  return `${browser ?? 'A browser'} on ${system ?? 'another system'}`;
}
