import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';
import { newBill, openShop } from './shop.ts';

const postgres = await closeAfterwards(startPostgres());
const databaseUrl = await postgres.createDatabase();
const shop = await closeAfterwards(openShop({ DATABASE_URL: databaseUrl }));
beforeAll(async () => expect((await shop.create(newBill())).status).toBe(200));

/** A ledger without the later migration. */
beforeEach(async () => {
  await sql`alter table orders drop column if exists later`.execute(shop.ledger);
  await sql`delete from ledger_migrations where name = '900-later'`.execute(shop.ledger);
});

/** Reads what the migration changes in a transaction that stays open, as pg_dump does. */
async function startReader() {
  const reader = new pg.Client({ connectionString: databaseUrl, application_name: 'nightly report' });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin');
  await reader.query('select count(*) from orders');
  return reader;
}

/** Migrates as the check of a later release does, which `npm run deploy` runs before it switches anything. */
function startCheck() {
  const check = spawn(process.execPath, ['tests/integration/payments/migrate-later.ts'], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_FORMAT: 'text' },
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

const hasColumn = () => sql`select later from orders`.execute(shop.ledger);

const orders = async () => {
  const statuses = [];
  for (let count = 0; count < 20; count += 1) statuses.push((await shop.create(newBill())).status);
  return statuses;
};
const allTaken = Array.from({ length: 20 }, () => 200);

const isBlocked = /cannot be migrated while another session uses it/;

test('a migration behind a long read refuses no order, says so, and completes afterwards', async () => {
  const reader = await startReader();
  const check = startCheck();
  const ended = once(check, 'exit');
  const during = orders();
  await untilItSays(check, isBlocked);
  expect(await during).toEqual(allTaken);
  expect(await orders()).toEqual(allTaken);
  expect(check.exitCode).toBeNull();
  await reader.query('commit');
  expect(await ended).toEqual([0, null]);
  await hasColumn();
  expect((await shop.create(newBill())).status).toBe(200);
});

test('a killed check leaves nothing behind that waits or blocks', async () => {
  await startReader();
  const check = startCheck();
  await untilItSays(check, isBlocked);
  check.kill('SIGKILL');
  expect(await orders()).toEqual(allTaken);
  const waiting = () =>
    sql`select 1 from pg_stat_activity where query ilike 'alter table%' and state = 'active'`.execute(
      shop.ledger,
    );
  await expect.poll(async () => (await waiting()).rows).toEqual([]);
});
