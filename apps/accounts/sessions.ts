import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { isDiskError } from 'content-lake/errors';
import { day, minute } from '../environment/durations.ts';
import { hashSecret, newSecret, now } from './database.ts';

export type Session = {
  id: string;
  /** The person's id. */
  person: string;
  /** Browser and system, for example "Firefox on Windows". */
  device: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601, accurate to a minute. */
  used: string;
  /** The person's role when the assistant was connected; null for a browser. */
  assistantRole: string | null;
};

/** A session ends after this long without use, and an assistant's after this long in any case. */
const lifetime = 30 * day;
/** A session ends after this long, however often it is used. */
const longest = 90 * day;
/** Milliseconds between updates of `used`, so that not every request writes to the database. */
const precision = minute;

const oldest = (age = lifetime) => new Date(Date.now() - age).toISOString();

/** Staff sessions. Only hashes of the cookies are stored, so a stolen database cannot be used to sign in. */
export class Sessions {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Starts a session and returns the secret for its cookie. */
  begin(person: string, device: string, assistantRole: string | null = null): string {
    const secret = newSecret();
    this.#db.prepare('DELETE FROM sessions WHERE used <= ? OR created <= ?').run(oldest(), oldest(longest));
    this.#db
      .prepare(
        'INSERT INTO sessions (id, hash, person, device, created, used, assistant_role) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(randomUUID(), hashSecret(secret), person, device, now(), now(), assistantRole);
    return secret;
  }

  /** Finds an open session of a browser or, by the token, of an assistant. Records its use. */
  find(secret: string, kind: 'browser' | 'assistant' = 'browser'): Session | undefined {
    const session = this.findBy('hash', hashSecret(secret)).find(
      ({ assistantRole }) => (assistantRole === null) === (kind === 'browser'),
    );
    if (session && Math.abs(Date.parse(session.used) - Date.now()) > precision)
      try {
        this.#db.prepare('UPDATE sessions SET used = ? WHERE id = ?').run(now(), session.id);
      } catch (error) {
        // Staff can still read while the disk is full.
        if (!isDiskError(error)) throw error;
      }
    return session;
  }

  /** Lists open sessions, the most recently used first. */
  findBy(column: 'hash' | 'id' | 'person', value: string): Session[] {
    const select = 'SELECT id, person, device, created, used, assistant_role AS assistantRole FROM sessions';
    return this.#db
      .prepare<[string, string, string, string], Session>(
        `${select} WHERE ${column} = ? AND used > ? AND created > iif(assistant_role IS NULL, ?, ?) ORDER BY used DESC`,
      )
      .all(value, oldest(), oldest(longest), oldest());
  }

  end(person: string, id: string) {
    this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id = ?').run(person, id);
  }

  /** Ends a person's sessions and returns how many there were. */
  endAll(person: string, except = ''): number {
    return this.#db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ?').run(person, except).changes;
  }
}

const browsers = { 'Edg/': 'Edge', 'OPR/': 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'];

/** Names the browser and system of a request, for example "Firefox on Windows". */
export function describeDevice(headers: Headers): string {
  const sent = headers.get('user-agent') ?? '';
  const browser = Object.entries(browsers).find(([token]) => sent.includes(token))?.[1];
  const system = systems.find((name) => sent.includes(name));
  return `${browser ?? 'A browser'} on ${system ?? 'an unknown system'}`;
}
