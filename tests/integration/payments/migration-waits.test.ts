import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { eventually } from '../../support/eventually.ts';
import { isFull } from '../../support/extent.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { startStack } from '../../support/stack.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

let postgres: Postgres;
let databaseUrl: string;
let shop: Shop;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  shop = await openShop({ DATABASE_URL: databaseUrl });
  expect((await shop.create(newBill())).status).toBe(200);
});
afterAll(async () => {
  await shop?.close();
  await postgres?.stop();
});

/** Columns that creating an order does not need, by table. */
const removable = {
  orders: 'erased_at',
  outbox: 'asked_on',
  disputes: 'deadline_since',
  audit: 'address',
};

/** A ledger that lacks these columns. */
beforeEach(async () => {
  for (const [table, column] of Object.entries(removable))
    await sql`alter table ${sql.table(table)} drop column if exists ${sql.ref(column)}`.execute(shop.ledger);
  await sql`delete from ledger_migrations where name > '001-tables'`.execute(shop.ledger);
});

/** Reads what the migration changes in a transaction that stays open, as pg_dump does. */
async function startReader() {
  const reader = new pg.Client({ connectionString: databaseUrl, application_name: 'nightly report' });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin');
  for (const table of Object.keys(removable)) await reader.query(`select count(*) from ${table}`);
  return reader;
}

/** The check that `npm run deploy` runs before it switches anything. */
function startCheck() {
  const check = spawn(process.execPath, ['apps/start/with-settings.ts', 'web/database/check.ts'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...paymentEnvironmentOf(shop.stack),
      DATABASE_URL: databaseUrl,
      LOG_FORMAT: 'text',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void check.kill('SIGKILL'));
  return check;
}

async function untilItSays(check: ChildProcess, pattern: RegExp) {
  let said = '';
  for await (const part of check.stderr ?? []) {
    said += String(part);
    if (pattern.test(said)) return;
  }
  throw new Error(`The check ended, and said: ${said}`);
}

async function hasAll() {
  for (const [table, column] of Object.entries(removable))
    await sql`select ${sql.ref(column)} from ${sql.table(table)}`.execute(shop.ledger);
}

const orders = async () => {
  const statuses = [];
  for (let count = 0; count < 20; count += 1) statuses.push((await shop.create(newBill())).status);
  return statuses;
};
const allTaken = Array.from({ length: 20 }, () => 200);

test('a migration behind a long read refuses no order, names what blocks it, and completes afterwards', async () => {
  const reader = await startReader();
  const check = startCheck();
  const ended = once(check, 'exit');
  const during = orders();
  await untilItSays(check, /in use by process \d+ \(nightly report, since \d{4}-/);
  expect(await during).toEqual(allTaken);
  expect(await orders()).toEqual(allTaken);
  expect(check.exitCode).toBeNull();
  await reader.query('commit');
  expect(await ended).toEqual([0, null]);
  await hasAll();
});

/** In milliseconds. */
const longRead = 60_000;

test.runIf(isFull)(
  'while a new release waits for a 60 s read, the previous release refuses no order',
  async () => {
    const reader = await startReader();
    const began = performance.now();
    const { stack: last } = shop;
    const next = await startStack({
      parts: [],
      seed: false,
      env: { ...paymentEnvironmentOf(last), DATABASE_URL: databaseUrl },
    });
    onTestFinished(() => next.stop());
    await next.start('site');
    const ledgerOf = async () => (await (await fetch(`${next.siteUrl}/readyz`)).json()).ledger;
    expect(await ledgerOf()).toBe('unavailable');

    const statuses: number[] = [];
    const isOver = () => performance.now() - began > longRead && statuses.length >= 200;
    const customer = async () => {
      while (!isOver()) statuses.push((await shop.create(newBill())).status);
    };
    await Promise.all([customer(), customer()]);
    console.log(`${statuses.length} orders in ${Math.round(performance.now() - began)} ms`);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(next.log.join('\n')).toMatch(/in use by process \d+ \(nightly report, since \d{4}-/);
    expect(await ledgerOf()).toBe('unavailable');

    await reader.query('commit');
    await eventually(async () => expect(await ledgerOf()).toBe('ok'));
    await hasAll();
    expect((await shop.create(newBill())).status).toBe(200);
  },
);

test('a killed check leaves nothing behind that waits or blocks', async () => {
  await startReader();
  const check = startCheck();
  await untilItSays(check, /nightly report/);
  check.kill('SIGKILL');
  expect(await orders()).toEqual(allTaken);
  const waiting = () =>
    sql`select 1 from pg_stat_activity where query ilike 'alter table%' and state = 'active'`.execute(
      shop.ledger,
    );
  await expect.poll(async () => (await waiting()).rows).toEqual([]);
});
