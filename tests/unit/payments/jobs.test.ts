import { expect, test } from 'vitest';
import { runJob } from '#web/database/jobs.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerPerFile } from './test-ledger.ts';

const house = await ledgerPerFile();

test('a job runs in one process at a time, and is taken over from a dead one', async () => {
  const { db: ledger } = house;
  let clock = Date.now();
  const began = Math.floor(clock / 1000) * 1000;
  const job = { name: 'test job', every: 60_000, now: () => clock };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let runs = 0;
  const work = async () => {
    runs += 1;
    await held;
    return { runs };
  };
  const started = Array.from({ length: 5 }, () => runJob(ledger, job, work));
  await eventually(async () => expect(runs).toBe(1));
  release();
  expect((await Promise.all(started)).filter(Boolean)).toHaveLength(1);
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 61_000;
  expect(await runJob(ledger, job, async (since) => ({ since }))).toEqual({ since: began });
  const dead = { claimed_until: new Date(clock + 9000).toISOString(), ran_at: null };
  await ledger.updateTable('jobs').set(dead).where('name', '=', job.name).execute();
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 10_000;
  await expect(runJob(ledger, job, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 61_000;
  expect(await runJob(ledger, job, work)).toEqual({ runs: 2 });
  const rows = await ledger.selectFrom('jobs').selectAll().where('name', '=', job.name).execute();
  expect(rows).toMatchObject([
    { swept_to: Math.floor(clock / 1000), claimed_until: null, report: '{"runs":2}' },
  ]);
  // The clock was wrong when the job last ran, or was set wrong.
  clock -= 3_600_000;
  const since = Math.floor(clock / 1000) * 1000;
  expect(await runJob(ledger, job, async (given) => ({ given }))).toEqual({ given: since });
  const ahead = { claimed_until: new Date(clock + 3_600_000).toISOString(), ran_at: null };
  await ledger.updateTable('jobs').set(ahead).where('name', '=', job.name).execute();
  expect(await runJob(ledger, job, work)).toEqual({ runs: 3 });
});
