import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { fillDisk } from '../../support/disk.ts';
import { eventually } from '../../support/eventually.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { type Stack, type StackOptions, startStack } from '../../support/stack.ts';

let stack: Stack;
let postgres: Postgres | undefined;
afterEach(async () => {
  await stack.stop();
  await postgres?.stop();
  postgres = undefined;
});

/** Returns the status and body of `/readyz`. */
async function readiness() {
  const response = await fetch(`${stack.siteUrl}/readyz`);
  return { status: response.status, ...(await response.json()) };
}
const ok = { content: 'ok', saving: 'ok', ledger: 'ok', counters: 'ok' };
const allReady = { status: 200, ready: true, ...ok };
const without = (...parts: (keyof typeof ok)[]) => ({
  status: 503,
  ready: false,
  ...ok,
  ...Object.fromEntries(parts.map((part) => [part, 'unavailable'])),
});

async function start(options: StackOptions = {}) {
  stack = await startStack({ parts: ['lake', 'site'], seed: false, ...options });
  await eventually(async () => expect(await readiness()).toEqual(allReady));
}

const lakeIsReady = () => fetch(`${stack.lakeUrl}/v1/ready`).then(({ status }) => status);

test('site and content lake are not ready while the disk is full', async () => {
  await start();
  fillDisk(stack.pid('site'), true);
  await eventually(async () => expect(await readiness()).toEqual(without('ledger', 'counters')));
  fillDisk(stack.pid('site'), false);
  await eventually(async () => expect(await readiness()).toEqual(allReady));

  fillDisk(stack.pid('lake'), true);
  await eventually(async () => expect(await readiness()).toEqual(without('saving')));
  expect(await lakeIsReady()).toBe(503);
  fillDisk(stack.pid('lake'), false);
  await eventually(async () => expect(await readiness()).toEqual(allReady));
});

test('the site is not ready while another process locks the ledger, and still serves pages', async () => {
  await start();
  const hold = (file: string) => {
    const other = new SQLite(path.join(stack.dataDir, file));
    other.exec('begin immediate');
    return () => other.close();
  };
  // The previous result is reused for a second.
  await wait(1_100);
  const release = hold('payments/payments.sqlite');
  // While the site waits for the lock, many checks arrive and other requests are served.
  const order: string[] = [];
  const checks = Array.from({ length: 20 }, () => readiness().finally(() => order.push('readyz')));
  await eventually(async () => expect((await fetch(`${stack.siteUrl}/livez`)).status).toBe(200));
  order.push('livez');
  for (const response of await Promise.all(checks)) expect(response).toEqual(without('ledger'));
  expect(order[0]).toBe('livez');
  release();
  await eventually(async () => expect(await readiness()).toEqual(allReady));

  // Without counters, all orders are refused.
  const releaseCounters = hold('payments/counters.sqlite');
  await eventually(async () => expect(await readiness()).toEqual(without('counters')));
  releaseCounters();
  await eventually(async () => expect(await readiness()).toEqual(allReady));

  for (const file of ['datasets/production.sqlite', 'lake.sqlite']) {
    const release = hold(path.join('content-lake', file));
    await eventually(async () => expect(await readiness()).toEqual(without('saving')));
    expect(await lakeIsReady()).toBe(503);
    release();
    await eventually(async () => expect(await readiness()).toEqual(allReady));
  }
});

test('the site stays ready during a short lock', async () => {
  await start();
  const other = new SQLite(path.join(stack.dataDir, 'payments/payments.sqlite'));
  // Longer than the previous result is reused.
  for (const until = performance.now() + 3_000; performance.now() < until; ) {
    other.exec('begin immediate');
    const response = readiness();
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.exec('commit');
    expect(await response).toEqual(allReady);
  }
  other.close();
});

test('the site is not ready while PostgreSQL is read-only or its tables are locked', async () => {
  postgres = await startPostgres();
  const DATABASE_URL = await postgres.createDatabase();
  await start({ env: { DATABASE_URL } });
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  try {
    await client.query('begin; lock table orders in access exclusive mode');
    await eventually(async () => expect(await readiness()).toEqual(without('ledger', 'counters')));
    await client.query('rollback');
    await eventually(async () => expect(await readiness()).toEqual(allReady));

    // Like a standby server, or a hosted server whose disk is nearly full.
    const set = (value: string) =>
      client.query(`alter system ${value}`).then(() => client.query('select pg_reload_conf()'));
    await set('set default_transaction_read_only = on');
    await eventually(async () => expect(await readiness()).toEqual(without('ledger', 'counters')));
    await client.query('set default_transaction_read_only = off');
    await set('reset default_transaction_read_only');
    await eventually(async () => expect(await readiness()).toEqual(allReady));
  } finally {
    await client.end();
  }
});
