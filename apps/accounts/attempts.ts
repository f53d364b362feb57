import type Database from 'better-sqlite3';
import ipaddr from 'ipaddr.js';
import { minute } from '../environment/durations.ts';
import { AccountError } from './account-error.ts';
import { hashSecret } from './database.ts';

/** Failed attempts per period before a client has to wait. An office shares an address: one stranger must not lock it out. */
const limits = { device: 10, name: 10, address: 300, passkeys: 300 };
const period = 15 * minute;

/** Attempts from known browsers or with passkeys are counted separately, so that strangers cannot lock staff out. */
type AttemptSource = { device: string } | { passkeys: string } | { name: string; address: string };

/** Counts sign-in attempts. They are stored in the database, so that a restart does not reset the count. */
export class Attempts {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Counts an attempt before its result is known. Throws an AccountError after too many attempts. */
  begin(who: AttemptSource) {
    const at = Date.now();
    const count = this.#db.prepare<[string], { tries: number; oldest: number }>(
      'SELECT COUNT(*) AS tries, MIN(at) AS oldest FROM attempts WHERE key = ?',
    );
    const insert = this.#db.prepare('INSERT INTO attempts (key, at) VALUES (?, ?)');
    this.#db
      .transaction(() => {
        // A time in the future was recorded before the clock was set back.
        this.#db.prepare('DELETE FROM attempts WHERE at <= ? OR at > ?').run(at - period, at);
        for (const { key, limit } of hashKeys(who)) {
          const { tries, oldest } = count.get(key) ?? { tries: 0, oldest: at };
          if (tries >= limit) throw tooMany(Math.ceil((oldest + period - at) / 1000));
          insert.run(key, at);
        }
      })
      .immediate();
  }

  /** Resets the counts after a successful sign-in. */
  succeeded(who: AttemptSource) {
    for (const { key } of hashKeys(who)) this.#db.prepare('DELETE FROM attempts WHERE key = ?').run(key);
  }
}

const tooMany = (seconds: number) =>
  new AccountError(
    `There were too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes, use a passkey, or use a browser that you have signed in with before.`,
    429,
    seconds,
  );

/** Hashes the keys: people sometimes type a password as their name, and IP addresses are personal data. */
function hashKeys(who: AttemptSource) {
  const hashKey = (kind: keyof typeof limits, text: string) => ({
    key: hashSecret(`${kind} ${text}`),
    limit: limits[kind],
  });
  if ('device' in who) return [hashKey('device', who.device)];
  if ('passkeys' in who) return [hashKey('passkeys', findNetwork(who.passkeys))];
  return [hashKey('address', findNetwork(who.address)), hashKey('name', who.name.toLowerCase())];
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one client. */
function findNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString();
}
