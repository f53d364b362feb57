import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { requireWritable } from '#web/database/writable.ts';
import { fillDisk } from '../../support/disk.ts';
import { startPostgres } from '../../support/postgres.ts';
import { sharedStack } from '../../support/shared-stack.ts';

const stack = await sharedStack('empty');

/** Returns the status and body of `/readyz`. */
async function readiness() {
  const response = await fetch(`${stack.siteUrl}/readyz`);
  return { status: response.status, ...(await response.json()) };
}
const lakeStatus = () => fetch(`${stack.lakeUrl}/v1/ready`).then(({ status }) => status);
const ok = { content: 'ok', saving: 'ok', ledger: 'ok', counters: 'ok' };
const allReady = { status: 200, ready: true, ...ok };
const without = (...parts: (keyof typeof ok)[]) => ({
  status: 503,
  ready: false,
  ...ok,
  ...Object.fromEntries(parts.map((part) => [part, 'unavailable'])),
});
const untilReady = () => expect.poll(readiness).toEqual(allReady);
beforeEach(() => untilReady());

/** Locks files of the data folder, as another process does. Returns a function that releases them. */
function hold(...files: string[]) {
  const others = files.map((file) => new SQLite(path.join(stack.dataDir, file)));
  for (const other of others) other.exec('begin immediate');
  return () => {
    for (const other of others) other.close();
  };
}

test('site and content lake are not ready while the disk is full', async () => {
  fillDisk(stack.pid('site'), true);
  await expect.poll(readiness).toEqual(without('ledger', 'counters'));
  fillDisk(stack.pid('site'), false);
  await untilReady();

  fillDisk(stack.pid('lake'), true);
  await expect.poll(readiness).toEqual(without('saving'));
  expect(await lakeStatus()).toBe(503);
  fillDisk(stack.pid('lake'), false);
  await untilReady();
});

test('the site is not ready while another process locks a database, and still serves pages', async () => {
  // The previous result is reused for a second.
  await wait(1_100);
  const release = hold('payments/payments.sqlite', 'content-lake/datasets/production.sqlite');
  // While the site waits for the lock, many checks arrive and other requests are served.
  const order: string[] = [];
  const checks = Array.from({ length: 20 }, () => readiness().finally(() => order.push('readyz')));
  expect((await fetch(`${stack.siteUrl}/livez`)).status).toBe(200);
  order.push('livez');
  for (const response of await Promise.all(checks)) expect(response).toEqual(without('ledger', 'saving'));
  expect(order[0]).toBe('livez');
  release();
  await untilReady();

  // Without counters, all orders are refused.
  const releaseOthers = hold('payments/counters.sqlite', 'content-lake/lake.sqlite');
  await expect.poll(readiness).toEqual(without('counters', 'saving'));
  expect(await lakeStatus()).toBe(503);
  releaseOthers();
});

test('the site stays ready during short locks', async () => {
  // Together longer than the previous result is reused.
  for (let locks = 0; locks < 40; locks++) {
    const release = hold('payments/payments.sqlite');
    const response = readiness();
    await wait(30);
    release();
    expect(await response).toEqual(allReady);
  }
});

test('PostgreSQL is not writable while it is read-only or its tables are locked', async () => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const ledger = await openDatabase({ databaseUrl, folder: stack.dataDir });
  const client = new pg.Client(databaseUrl);
  try {
    await client.connect();
    await requireWritable(ledger);
    await client.query('begin; lock table orders in access exclusive mode');
    await expect(requireWritable(ledger)).rejects.toThrow('lock timeout');
    await client.query('rollback');
    await requireWritable(ledger);
    // Like a standby server, or a hosted server whose disk is nearly full.
    await client.query('alter system set default_transaction_read_only = on');
    await client.query('select pg_reload_conf()');
    const attempt = () => requireWritable(ledger).catch(String);
    await expect.poll(attempt).toContain('read-only');
  } finally {
    await client.end();
    await ledger.destroy();
    await postgres.stop();
  }
});
