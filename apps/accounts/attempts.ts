import type Database from 'better-sqlite3';
import ipaddr from 'ipaddr.js';
import { AccountError } from './account-error.ts';
import { hashOf } from './database.ts';

/** Failed attempts before one has to wait. Offices share an address, so it may fail more often. */
const limits = { device: 10, name: 10, address: 30, passkeys: 30 };
const period = 15 * 60 * 1000;

/** Known browsers, and passkeys by address, count apart, so that a stranger's guesses lock neither out. */
type AttemptSource = { device: string } | { passkeys: string } | { name: string; address: string };

/** Sign-in attempts, in the database, so that a restart does not forget them. */
export class Attempts {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Counts an attempt before its result is known. Throws an AccountError after too many. */
  begin(who: AttemptSource) {
    const at = Date.now();
    const count = this.#db.prepare<[string], { tries: number; oldest: number }>(
      'SELECT COUNT(*) AS tries, MIN(at) AS oldest FROM attempts WHERE key = ?',
    );
    const insert = this.#db.prepare('INSERT INTO attempts (key, at) VALUES (?, ?)');
    this.#db
      .transaction(() => {
        // Times in the future are from before the clock was set back.
        this.#db.prepare('DELETE FROM attempts WHERE at <= ? OR at > ?').run(at - period, at);
        for (const { key, limit } of keysOf(who)) {
          const { tries, oldest } = count.get(key) ?? { tries: 0, oldest: at };
          if (tries >= limit) throw tooMany(Math.ceil((oldest + period - at) / 1000));
          insert.run(key, at);
        }
      })
      .immediate();
  }

  succeeded(who: AttemptSource) {
    for (const { key } of keysOf(who)) this.#db.prepare('DELETE FROM attempts WHERE key = ?').run(key);
  }
}

const tooMany = (seconds: number) =>
  new AccountError(
    `There were too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes. Meanwhile a passkey works, and so does a browser that you have signed in with before.`,
    429,
    seconds,
  );

/** Hashed: people type passwords into the wrong field, and addresses are personal data. */
function keysOf(who: AttemptSource) {
  const keyOf = (kind: keyof typeof limits, text: string) => ({
    key: hashOf(`${kind} ${text}`),
    limit: limits[kind],
  });
  if ('device' in who) return [keyOf('device', who.device)];
  if ('passkeys' in who) return [keyOf('passkeys', networkOf(who.passkeys))];
  return [keyOf('address', networkOf(who.address)), keyOf('name', who.name.toLowerCase())];
}

/** An IPv6 client has the whole /64. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString();
}
