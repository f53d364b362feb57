import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#web/contracts/india.ts';
import { deleteOldVisits, VisitCounts, type VisitEvent } from '#web/visits/counts.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { ledgerPerFile, openTestLedger } from '../payments/test-ledger.ts';

const { db } = await ledgerPerFile(await createRunDatabase());
beforeEach(() => db.deleteFrom('visits').execute());

const seen = (source?: string): VisitEvent => ({ path: '/', source, kind: 'view' });
const now = Date.parse('2026-03-31T18:29:00Z');
const rows = () => db.selectFrom('visits').selectAll().orderBy('day').orderBy('source').execute();

test('counts add up from several processes at once, by the day in India', async () => {
  const all = Array.from({ length: 4 }, () => new VisitCounts());
  for (let round = 0; round < 5; round++) {
    for (const counts of all)
      for (let view = 0; view < 25; view++) {
        counts.add(seen(), now);
        counts.add(seen('mail'), now + 60_000);
      }
    await Promise.all(all.map((counts) => counts.flush(db)));
  }
  const row = { path: '/', kind: 'view', times: 500 };
  expect(await rows()).toEqual([
    { ...row, day: '2026-03-31', source: '' },
    { ...row, day: '2026-04-01', source: 'mail' },
  ]);
});

test('counts wait while the ledger cannot be written, and are then written once', async () => {
  const counts = new VisitCounts();
  counts.add(seen(), now);
  const closed = await openTestLedger();
  await closed.close();
  await expect(counts.flush(closed.db)).rejects.toThrow();
  counts.add(seen(), now);
  await counts.flush(db);
  await counts.flush(db);
  expect((await rows()).map(({ times }) => times)).toEqual([2]);
});

test('all sources after the first 300 of a day count as one', async () => {
  const counts = new VisitCounts();
  for (let number = 0; number < 5000; number++) counts.add(seen(`made-up-${number}`), now);
  await counts.flush(db);
  const stored = await rows();
  expect(stored.length).toBe(301);
  expect(stored.find(({ source }) => source === 'others')?.times).toBe(4700);
  expect(stored.reduce((sum, { times }) => sum + times, 0)).toBe(5000);
});

test('counts are deleted after 800 days', async () => {
  const counts = new VisitCounts();
  for (const age of [0, 800, 801]) counts.add(seen(), now - age * 24 * 3_600_000);
  await counts.flush(db);
  await deleteOldVisits(db, now);
  expect((await rows()).map((row) => row.day)).toEqual([addDays('2026-03-31', -800), '2026-03-31']);
});
