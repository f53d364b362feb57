import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { parseAddress } from './client-address.ts';

type Window = { milliseconds: number; most: number };

/** `share` multiplies the limit. */
type Party = { name: string; share: number };

type Options = {
  db: Database;
  /** Each name counts by itself. */
  name: string;
  /** Key of the HMAC that keeps visitors' addresses out of the database. */
  secret: string;
  windows: Window[];
};

/** Counts uses in windows that begin with the first use, for all processes that share the ledger. */
export class RateLimit {
  readonly #options: Options;
  /** End of a used-up window by key: requests over the limit cost no query, and count nowhere else. */
  readonly #full = new LRUCache<string, number>({ max: 10_000 });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts one use per party. Resolves to 0 when it is allowed, or else to the seconds to wait. */
  async take(parties: Party[], now: number): Promise<number> {
    const { db, name, secret, windows } = this.#options;
    const uses = parties.flatMap((party) =>
      windows.map(({ milliseconds, most }) => {
        const digest = createHmac('sha256', secret).update(
          `rate limit ${name} ${milliseconds} ${party.name}`,
        );
        return { key: digest.digest('base64url'), milliseconds, most: most * party.share };
      }),
    );
    let until = Math.max(...uses.map(({ key }) => this.#full.get(key) ?? 0));
    // Only this use's own counts decide, not those of concurrent ones.
    if (until <= now)
      for (const { key, uses: count, expires_at } of await countUses(db, uses, now))
        if (uses.some((use) => use.key === key && use.most < count)) {
          until = Math.max(until, Date.parse(expires_at));
          this.#full.set(key, Date.parse(expires_at));
        }
    const wait = until - now;
    return wait > 0 ? Math.max(1, Math.ceil(wait / 1000)) : 0;
  }
}

function countUses(db: Database, uses: { key: string; milliseconds: number }[], now: number) {
  const isOver = sql<boolean>`rate_limits.expires_at <= ${moment(now)}`;
  return db
    .insertInto('rate_limits')
    .values(
      uses
        .map(({ key, milliseconds }) => ({ key, uses: 1, expires_at: moment(now + milliseconds) }))
        // PostgreSQL locks in this order: a fixed one prevents deadlocks.
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
 * A household has a /64 of IPv6. A /48 holds 65,536 of them, one customer's or many households', so it may do as much
 * as five.
 */
const householdsPerSite = 5;

/** The networks under which a client's address is counted. */
export function networksOf(client: string): Party[] {
  const address = parseAddress(client);
  if (!address) return [{ name: 'unknown', share: 1 }];
  if (address.kind() === 'ipv4') return [{ name: address.toString(), share: 1 }];
  const bytes = Buffer.from(address.toByteArray());
  return [
    { name: `/64 ${bytes.toString('hex', 0, 8)}`, share: 1 },
    { name: `/48 ${bytes.toString('hex', 0, 6)}`, share: householdsPerSite },
  ];
}

/** Deletes counts that ended before `before` (milliseconds since 1970). */
export async function forgetCounts(db: Database, before: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', moment(before)).execute();
}
