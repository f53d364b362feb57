import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { second } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { parseAddress } from './client-address.ts';

type Window = { milliseconds: number; max: number };

/** A client or network whose uses are counted. `factor` multiplies the limit. */
type LimitedClient = { name: string; factor: number };

type Options = {
  db: Database;
  /** Limits with different names count separately. */
  name: string;
  /** HMAC key. Only digests of visitors' addresses are stored. */
  secret: string;
  windows: Window[];
};

/** Counts uses in time windows that begin with the first use. Processes that share the ledger share the counts. */
export function limitRate({ db, name, secret, windows }: Options) {
  /** End of each window whose limit is used up, by key. Until then, further uses are refused without a query. */
  const full = new LRUCache<string, number>({ max: 10_000 });

  /** Counts one use for each client. Resolves to 0 if the use is allowed, otherwise to the seconds to wait. */
  async function take(clients: LimitedClient[], now: number): Promise<number> {
    const uses = clients.flatMap((client) =>
      windows.map(({ milliseconds, max }) => {
        const digest = createHmac('sha256', secret).update(
          `rate limit ${name} ${milliseconds} ${client.name}`,
        );
        return { key: digest.digest('base64url'), milliseconds, most: max * client.factor };
      }),
    );
    let until = Math.max(...uses.map(({ key }) => full.get(key) ?? 0));
    // The counts include this use, so concurrent uses never get the same count.
    if (until <= now)
      for (const { key, uses: count, expires_at } of await countUses(db, uses, now))
        if (uses.some((use) => use.key === key && use.most < count)) {
          until = Math.max(until, Date.parse(expires_at));
          full.set(key, Date.parse(expires_at));
        }
    const wait = until - now;
    return wait > 0 ? Math.max(1, Math.ceil(wait / second)) : 0;
  }
  return { take };
}

function countUses(db: Database, uses: { key: string; milliseconds: number }[], now: number) {
  const isOver = sql<boolean>`rate_limits.expires_at <= ${moment(now)}`;
  return db
    .insertInto('rate_limits')
    .values(
      uses
        .map(({ key, milliseconds }) => ({ key, uses: 1, expires_at: moment(now + milliseconds) }))
        // PostgreSQL locks rows in this order. A fixed order prevents deadlocks.
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        uses: sql<number>`case when ${isOver} then 1 else rate_limits.uses + 1 end`,
        expires_at: sql<string>`case when ${isOver} then excluded.expires_at else rate_limits.expires_at end`,
      }),
    )
    .returning(['key', 'uses', 'expires_at'])
    .execute();
}

/**
 * A household has an IPv6 /64. A /48 holds 65,536 of these and belongs to one customer or to many households, so it gets
 * five times the limit.
 */
const householdsPerSite = 5;

/** Returns the networks under which a client's uses are counted. */
export function listNetworks(client: string): LimitedClient[] {
  const address = parseAddress(client);
  if (!address) return [{ name: 'unknown', factor: 1 }];
  if (address.kind() === 'ipv4') return [{ name: address.toString(), factor: 1 }];
  const bytes = Buffer.from(address.toByteArray());
  return [
    { name: `/64 ${bytes.toString('hex', 0, 8)}`, factor: 1 },
    { name: `/48 ${bytes.toString('hex', 0, 6)}`, factor: householdsPerSite },
  ];
}

/** Deletes counts whose window ended before `before` (milliseconds since 1970). */
export async function deleteExpiredCounts(db: Database, before: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', moment(before)).execute();
}
