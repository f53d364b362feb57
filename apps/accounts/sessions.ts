import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { isDiskFault } from 'content-lake/errors';
import { hashOf, newSecret, now } from './database.ts';

export type Session = {
  id: string;
  /** Id of the person. */
  person: string;
  /** Browser and system, in words. */
  device: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601; a minute late at most. */
  used: string;
};

/** Milliseconds without use after which a session ends: 30 days. */
const lifetime = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds; not every request writes. */
const precision = 60_000;

const oldest = () => new Date(Date.now() - lifetime).toISOString();

/** Sessions of browsers. Only hashes of their cookies are stored: a stolen database signs nobody in. */
export class Sessions {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Begins a session and returns the secret for its cookie. */
  begin(person: string, device: string): string {
    const secret = newSecret();
    this.#db.prepare('DELETE FROM sessions WHERE used <= ?').run(oldest());
    this.#db
      .prepare('INSERT INTO sessions (id, hash, person, device, created, used) VALUES (?, ?, ?, ?, ?, ?)')
      .run(randomUUID(), hashOf(secret), person, device, now(), now());
    return secret;
  }

  /** The session of a cookie, which lasts longer by being asked for. */
  find(secret: string): Session | undefined {
    const [session] = this.by('hash', hashOf(secret));
    if (session && Math.abs(Date.parse(session.used) - Date.now()) > precision)
      try {
        this.#db.prepare('UPDATE sessions SET used = ? WHERE id = ?').run(now(), session.id);
      } catch (error) {
        // On a full disk staff can still read.
        if (!isDiskFault(error)) throw error;
      }
    return session;
  }

  /** Those that last, the last used first. */
  by(column: 'hash' | 'id' | 'person', value: string): Session[] {
    const select = 'SELECT id, person, device, created, used FROM sessions';
    return this.#db
      .prepare<[string, string], Session>(`${select} WHERE ${column} = ? AND used > ? ORDER BY used DESC`)
      .all(value, oldest());
  }

  /** Ends a session of a person at once. */
  end(person: string, id: string) {
    this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id = ?').run(person, id);
  }

  /** Ends all sessions of a person but one. Returns how many there were. */
  endAll(person: string, except = ''): number {
    return this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ?').run(person, except).changes;
  }
}

const browsers = { 'Edg/': 'Edge', 'OPR/': 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'];

/** A browser as its owner knows it. */
export function deviceOf(headers: Headers): string {
  const sent = headers.get('user-agent') ?? '';
  const browser = Object.entries(browsers).find(([sign]) => sent.includes(sign))?.[1];
  const system = systems.find((name) => sent.includes(name));
  return `${browser ?? 'A browser'} on ${system ?? 'another system'}`;
}
