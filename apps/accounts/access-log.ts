import type Database from 'better-sqlite3';
import { day, minute } from '../environment/durations.ts';
import { now } from './database.ts';

/** `act` says what happened, such as "Signed in", to the account `subject`. */
export type AccessEvent = Record<'at' | 'act' | 'actor' | 'subject' | 'address', string>;

export const failedActs = { failed: 'Failed to sign in', refused: 'Refused after too many attempts' };
/** For SQL. */
const failures = Object.values(failedActs)
  .map((act) => `'${act}'`)
  .join();
/** How many events an administrator sees. A stranger can cause any number of failures, so they do not displace the others. */
export const shown = { events: 500, failures: 100 };

/** Who did what to which account, from which network address. Kept for `days`. */
export class AccessLog {
  readonly #db: Database.Database;
  readonly #days: number;

  constructor(db: Database.Database, days: number) {
    this.#db = db;
    this.#days = days;
  }

  /** Records an event; a refusal at most once a minute for a name and an address. */
  record(act: string, { actor, subject, address }: Omit<AccessEvent, 'at' | 'act'>) {
    const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
    const same = 'SELECT 1 FROM access_log WHERE act = ? AND subject = ? AND address = ? AND at > ?';
    if (act === failedActs.refused && this.#db.prepare(same).get(act, subject, address, ago(minute))) return;
    this.#db.prepare('DELETE FROM access_log WHERE at <= ?').run(ago(this.#days * day));
    this.#db
      .prepare('INSERT INTO access_log (at, act, actor, subject, address) VALUES (?, ?, ?, ?, ?)')
      .run(now(), act, actor, subject, address);
  }

  /** Returns how many attempts to sign in failed or were refused since a time, in milliseconds since 1970. */
  countFailures(since: number): number {
    const select = `SELECT count(*) AS count FROM access_log WHERE act IN (${failures}) AND at > ?`;
    const row = this.#db.prepare<string[], { count: number }>(select).get(new Date(since).toISOString());
    return row?.count ?? 0;
  }

  /** Returns the latest events and the latest failures, the newest first. */
  list(): AccessEvent[] {
    const latest = (where: string, most: number) =>
      `SELECT * FROM (SELECT rowid, * FROM access_log WHERE act ${where} (${failures}) ORDER BY at DESC, rowid DESC LIMIT ${most})`;
    const both = `${latest('NOT IN', shown.events)} UNION ALL ${latest('IN', shown.failures)}`;
    const select = `SELECT at, act, actor, subject, address FROM (${both}) ORDER BY at DESC, rowid DESC`;
    return this.#db.prepare<[], AccessEvent>(select).all();
  }
}
