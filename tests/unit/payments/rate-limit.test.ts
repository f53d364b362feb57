import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { deleteExpiredCounts, limitRate, listNetworks } from '#web/http/rate-limit.ts';
import { now } from '../../integration/payments/samples.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { createRunDatabase } from '../../support/run-database.ts';

/** @module-tag protect */

const minute = 60_000;

const folder = temporaryFolder();
const place = { folder, databaseUrl: await createRunDatabase() };
/** Two processes that share a ledger. */
const one = await closeAfterwards(openDatabase(place));
const other = await closeAfterwards(openDatabase(place));

const limitOf = (db: Database, name: string, max: number) =>
  limitRate({ db, name, secret: 'secret', windows: [{ milliseconds: minute, max }] });

test('allows what a window permits, returns how long to wait, and allows again', async () => {
  const limit = limitOf(one, 'windows', 3);
  for (const at of [0, 1000, 2000]) expect(await limit.take(listNetworks('192.0.2.1'), now + at)).toBe(0);
  expect(await limit.take(listNetworks('192.0.2.1'), now + 3000)).toBe(57);
  expect(await limit.take(listNetworks('192.0.2.2'), now + 3000)).toBe(0);
  expect(await limit.take(listNetworks('192.0.2.1'), now + minute)).toBe(0);
  await deleteExpiredCounts(one, now + 1 + 2 * minute);
  expect(await limit.take(listNetworks('192.0.2.1'), now + minute + 1)).toBe(0);
});

test('is shared by all processes, also concurrently', async () => {
  const limits = [limitOf(one, 'shared', 20), limitOf(other, 'shared', 20)];
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, index) => limits[index % 2]?.take(listNetworks('2001:db8:5:6::7'), now)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
});

test('a /48 that switches between its /64s, and households of one /48', async () => {
  const limit = limitOf(one, 'networks', 4);
  let passed = 0;
  for (let index = 0; index < 60; index += 1)
    if ((await limit.take(listNetworks(`2001:db8:1:${index}::1`), now)) === 0) passed += 1;
  expect(passed).toBe(20);
  // One household exceeds its own limit, which does not count against the others of its /48.
  const inOne = [];
  for (let index = 0; index < 60; index += 1)
    inOne.push(await limit.take(listNetworks(`2001:db8:2:0:${index}::1`), now));
  expect(inOne.filter((wait) => wait === 0)).toHaveLength(4);
  expect(await limit.take(listNetworks('2001:db8:2:1::1'), now)).toBe(0);
});

test.each([
  ['198.51.100.1', '198.51.100.1:50123'],
  ['198.51.100.2', '::ffff:198.51.100.2'],
  ['198.51.100.3', '::ffff:c633:6403'],
  ['[2001:db8:9:9::1]:443', '2001:DB8:9:9:0:0:0:2'],
  ['garbage', 'other garbage'],
])('%s and %s are one customer', async (first, second) => {
  const limit = limitOf(one, 'spellings', 1);
  expect(await limit.take(listNetworks(first), now)).toBe(0);
  expect(await limit.take(listNetworks(second), now)).toBeGreaterThan(0);
});

test('stores no address', async () => {
  await limitOf(one, 'private', 1).take(listNetworks('198.51.100.77'), now);
  expect(JSON.stringify(await one.selectFrom('rate_limits').selectAll().execute())).not.toContain('198.51');
});

test('that cannot count allows nothing', async () => {
  const gone = await openDatabase({ folder: path.join(folder, 'gone') });
  await gone.destroy();
  await expect(limitOf(gone, 'gone', 1).take(listNetworks('192.0.2.1'), now)).rejects.toThrow();
});
