import type Database from 'better-sqlite3';
import { day } from '../environment/durations.ts';
import { now } from './database.ts';

/** What happened to accounts. `act` is a key of `accessActs`. */
export type AccessEvent = {
  at: string;
  act: keyof typeof accessActs;
  actor: string;
  subject: string;
  address: string;
};

export const accessActs = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'locked-out': 'Had to wait after too many attempts',
  'signed-out': 'Signed out',
  'session-ended': 'Ended a session',
  invited: 'Invited',
  'link-made': 'Made a new link',
  'link-used': 'Used a link',
  'role-changed': 'Changed a role',
  removed: 'Removed a person',
  'password-set': 'Set a password',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'assistant-connected': 'Connected an assistant',
};

/** Who did what to which account, from which network address. Kept for `days`. */
export class AccessLog {
  readonly #db: Database.Database;
  readonly #days: number;

  constructor(db: Database.Database, days: number) {
    this.#db = db;
    this.#days = days;
  }

  record(act: AccessEvent['act'], event: Omit<AccessEvent, 'at' | 'act'>) {
    const oldest = new Date(Date.now() - this.#days * day).toISOString();
    this.#db.prepare('DELETE FROM access_log WHERE at <= ?').run(oldest);
    this.#db
      .prepare('INSERT INTO access_log (at, act, actor, subject, address) VALUES (?, ?, ?, ?, ?)')
      .run(now(), act, event.actor, event.subject, event.address);
  }

  /** Returns how many attempts to sign in failed or were refused since a time, in milliseconds since 1970. */
  countFailures(since: number): number {
    const select = `SELECT count(*) AS count FROM access_log WHERE act IN ('sign-in-failed', 'locked-out') AND at > ?`;
    const row = this.#db.prepare<[string], { count: number }>(select).get(new Date(since).toISOString());
    return row?.count ?? 0;
  }

  /** Returns the latest events, the newest first. */
  list(): AccessEvent[] {
    const select =
      'SELECT at, act, actor, subject, address FROM access_log ORDER BY at DESC, rowid DESC LIMIT 500';
    return this.#db.prepare<[], AccessEvent>(select).all();
  }
}
