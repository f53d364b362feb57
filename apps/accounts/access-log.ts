import type Database from 'better-sqlite3';
import { day } from '../environment/durations.ts';
import { now } from './database.ts';

/** `act` says what happened, such as "Signed in", to the account `subject`. */
export type AccessEvent = Record<'at' | 'act' | 'actor' | 'subject' | 'address', string>;

export const failedActs = { failed: 'Failed to sign in', refused: 'Refused after too many attempts' };

/** Who did what to which account, from which network address. Kept for `days`. */
export class AccessLog {
  readonly #db: Database.Database;
  readonly #days: number;

  constructor(db: Database.Database, days: number) {
    this.#db = db;
    this.#days = days;
  }

  record(act: string, event: Omit<AccessEvent, 'at' | 'act'>) {
    const oldest = new Date(Date.now() - this.#days * day).toISOString();
    this.#db.prepare('DELETE FROM access_log WHERE at <= ?').run(oldest);
    this.#db
      .prepare('INSERT INTO access_log (at, act, actor, subject, address) VALUES (?, ?, ?, ?, ?)')
      .run(now(), act, event.actor, event.subject, event.address);
  }

  /** Returns how many attempts to sign in failed or were refused since a time, in milliseconds since 1970. */
  countFailures(since: number): number {
    const select = 'SELECT count(*) AS count FROM access_log WHERE act IN (?, ?) AND at > ?';
    const row = this.#db
      .prepare<string[], { count: number }>(select)
      .get(failedActs.failed, failedActs.refused, new Date(since).toISOString());
    return row?.count ?? 0;
  }

  /** Returns the latest events, the newest first. */
  list(): AccessEvent[] {
    const select =
      'SELECT at, act, actor, subject, address FROM access_log ORDER BY at DESC, rowid DESC LIMIT 500';
    return this.#db.prepare<[], AccessEvent>(select).all();
  }
}
