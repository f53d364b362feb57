/** @module-tag protect */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { deleteExpiredCounts, networksOf, RateLimit } from '#web/http/rate-limit.ts';
import { claimGatewayRequest, hasRecentResponse } from '#web/payments/checkout/gateway-requests.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { now } from './samples.ts';

const minute = 60_000;

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

describe.each(databases)('a rate limit on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rate-limit-'));
  /** Two processes that share a ledger. */
  let one: Database;
  let other: Database;

  beforeAll(async () => {
    const place = { folder, databaseUrl: kind === 'SQLite' ? undefined : await postgres.createDatabase() };
    one = await openDatabase(place);
    other = await openDatabase(place);
  });
  afterAll(async () => {
    await one.destroy();
    await other.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  const limitOf = (db: Database, name: string, max: number) =>
    new RateLimit({ db, name, secret: 'secret', windows: [{ milliseconds: minute, max }] });

  test('allows what a window permits, returns how long to wait, and allows again', async () => {
    const limit = limitOf(one, 'windows', 3);
    for (const at of [0, 1000, 2000]) expect(await limit.take(networksOf('192.0.2.1'), now + at)).toBe(0);
    expect(await limit.take(networksOf('192.0.2.1'), now + 3000)).toBe(57);
    expect(await limit.take(networksOf('192.0.2.2'), now + 3000)).toBe(0);
    expect(await limit.take(networksOf('192.0.2.1'), now + minute)).toBe(0);
    await deleteExpiredCounts(one, now + 1 + 2 * minute);
    expect(await limit.take(networksOf('192.0.2.1'), now + minute + 1)).toBe(0);
  });

  test('is shared by all processes, also concurrently', async () => {
    const limits = [limitOf(one, 'shared', 20), limitOf(other, 'shared', 20)];
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, index) => limits[index % 2]?.take(networksOf('2001:db8:5:6::7'), now)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
  });

  test('a /48 that switches between its /64s, and households of one /48', async () => {
    const limit = limitOf(one, 'networks', 4);
    let passed = 0;
    for (let index = 0; index < 60; index += 1)
      if ((await limit.take(networksOf(`2001:db8:1:${index}::1`), now)) === 0) passed += 1;
    expect(passed).toBe(20);
    // One household exceeds its own limit, which does not count against the others of its /48.
    const inOne = [];
    for (let index = 0; index < 60; index += 1)
      inOne.push(await limit.take(networksOf(`2001:db8:2:0:${index}::1`), now));
    expect(inOne.filter((wait) => wait === 0)).toHaveLength(4);
    expect(await limit.take(networksOf('2001:db8:2:1::1'), now)).toBe(0);
  });

  test.each([
    ['198.51.100.1', '198.51.100.1:50123'],
    ['198.51.100.2', '::ffff:198.51.100.2'],
    ['198.51.100.3', '::ffff:c633:6403'],
    ['[2001:db8:9:9::1]:443', '2001:DB8:9:9:0:0:0:2'],
    ['garbage', 'other garbage'],
  ])('%s and %s are one customer', async (first, second) => {
    const limit = limitOf(one, 'spellings', 1);
    expect(await limit.take(networksOf(first), now)).toBe(0);
    expect(await limit.take(networksOf(second), now)).toBeGreaterThan(0);
  });

  test('stores no address', async () => {
    await limitOf(one, 'private', 1).take(networksOf('198.51.100.77'), now);
    expect(JSON.stringify(await one.selectFrom('rate_limits').selectAll().execute())).not.toContain('198.51');
  });

  test('that cannot count allows nothing', async () => {
    const gone = await openDatabase({ folder: mkdtempSync(path.join(folder, 'gone-')) });
    await gone.destroy();
    await expect(limitOf(gone, 'gone', 1).take(networksOf('192.0.2.1'), now)).rejects.toThrow();
  });

  test('polling an order for an hour calls the gateway with growing pauses', async () => {
    let time = now;
    const at = (db: Database) => ({ db, gatewayBudget: limitOf(db, 'polls', 1000), now: () => time });
    const calls: number[] = [];
    for (; time < now + 60 * minute; time += 1000) {
      const noteResponse = await claimGatewayRequest(at(time % 2000 ? one : other), 'order_polled');
      if (!noteResponse) continue;
      expect(await hasRecentResponse(at(other), 'order_polled')).toBe(false);
      await noteResponse();
      expect(await hasRecentResponse(at(other), 'order_polled')).toBe(true);
      calls.push((time - now) / 1000);
    }
    expect(calls.slice(0, 4)).toEqual([0, 4, 8, 12]);
    expect(calls.length).toBeLessThan(40);
    // The last response is too old to prove that nothing was paid since.
    expect(await hasRecentResponse(at(one), 'order_polled')).toBe(false);
    // After a pause without reads, the next read is a fresh one.
    await deleteExpiredCounts(one, time + 60 * minute);
    expect(await claimGatewayRequest(at(one), 'order_polled')).toBeDefined();
  });
});
