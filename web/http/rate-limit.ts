import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { parseAddress } from './client-address.ts';

type Window = { milliseconds: number; most: number };

/** Who is counted, and how many times the limit it may use. */
type Party = { name: string; share: number };

type Options = {
  db: Database;
  /** What is limited; each counts by itself. */
  name: string;
  /** Makes the keys, so that the database is no list of visitors' addresses. */
  secret: string;
  windows: Window[];
};

/** Counts uses in windows of time that begin with the first use, for all processes that share the ledger. */
export class RateLimit {
  readonly #options: Options;
  /** Until when a key has used up its window: who is over the limit costs the database nothing, and counts nowhere else. */
  readonly #full = new LRUCache<string, number>({ max: 10_000 });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts one use by each of `parties`. Resolves to 0 when it is allowed, or else to the seconds to wait. */
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
    // What other uses at the same moment have found says nothing about this one.
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
        // PostgreSQL locks them in this order; in another one, two of these could wait for each other.
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
 * A household has one IPv4 address, or a /64 of IPv6. Whoever has a /48 has 65,536 of those and could use another one each
 * time; but behind a /48 there can also be many households, so it may do as much as five of them.
 */
const householdsPerSite = 5;

/** The networks that a client's address is counted under. */
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
