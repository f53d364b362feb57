import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDeployment } from '../../../apps/deploy/deployment.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startProxy } from '../../support/nginx.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { newBill } from '../payments/shop.ts';
import { makeCheckout } from './checkout.ts';
import { visit } from './load.ts';
import { beginWithSeed, descendants, preparePlace, startProgram } from './starter.ts';

const postgres = await closeAfterwards(startPostgres());
const checkouts: string[] = [];
afterAll(() => {
  for (const folder of checkouts) rmSync(folder, { recursive: true, force: true });
});

const place = preparePlace();
let env: Record<string, string>;
let proxy: TlsProxy;
beforeEach(async () => {
  beginWithSeed(place);
  proxy = await startProxy([place.ports.site], place.ports);
  env = {
    ...place.env,
    SITE_URL: proxy.url,
    TRUST_PROXY: 'loopback',
    PAYMENT_ORDERS_PER_MINUTE: '100000',
    PAYMENT_ORDERS_PER_HOUR: '100000',
  };
});
afterEach(() => proxy.stop());

/** Runs `npm run deploy` in a checkout and returns its output. */
async function deploy(folder: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['apps/deploy.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  return (await run).stdout;
}

async function start() {
  const run = startProgram([process.execPath, ['apps/start.ts']], env);
  await run.waitForOutput('Press Ctrl-C to stop everything');
  return run;
}
const current = () => readDeployment(place.dataDir, 'current');

/** Makes a checkout of a later version with one more migration of the ledger and of the content lake. */
async function laterVersion({ name = '900-later', built = '', step = '' }) {
  const up = 'async up(db) { await db.schema.alterTable("orders").addColumn("later", "text").execute(); }';
  const addStep = (table: string) => (text: string) =>
    step && text.replace('] as const;', `\`${step} ALTER TABLE ${table} ADD COLUMN later TEXT\`] as const;`);
  const folder = await makeCheckout({
    sources: {
      ...(built
        ? {}
        : {
            'web/database/migrations.ts': (text) =>
              text.replace(
                "'001-baseline'",
                `'${name}': { ${up.replace('(db)', '(db: Database)')} }, '001-baseline'`,
              ),
          }),
      ...(step
        ? {
            'apps/accounts/database.ts': addStep('people'),
            'apps/content-lake/access/control.ts': addStep('credentials'),
            'apps/content-lake/store/dataset-tables.ts': addStep('documents'),
          }
        : {}),
    },
    built: (text) => text.replace(/"001-baseline":/, `"${name}":{${built || up}},$&`),
  });
  checkouts.push(folder);
  return folder;
}

async function hasLedger(column: string): Promise<boolean> {
  if (env.DATABASE_URL) {
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query('select 1 from information_schema.columns where column_name = $1', [
      column,
    ]);
    await client.end();
    return rows.length > 0;
  }
  return has(path.join('payments', 'payments.sqlite'), column);
}

function has(file: string, column: string): boolean {
  const db = new SQLite(path.join(place.dataDir, file), { readonly: true });
  const found = db
    .prepare(`select 1 from sqlite_master m, pragma_table_info(m.name) c where c.name = ?`)
    .all(column);
  db.close();
  return found.length > 0;
}

/** Checks the routes of a customer, an editor and a member of staff. */
async function expectAll() {
  expect((await proxy.post('/api/create-razorpay-order', newBill())).status).toBe(200);
  expect((await proxy.get('/readyz')).body).toContain('"ready":true');
  expect((await proxy.get('/lake/v1/ping')).status).toBe(200);
  expect((await proxy.get('/staff/sign-in')).status).toBe(200);
}

describe.each(['SQLite', 'PostgreSQL'])('with the ledger on %s', (kind) => {
  beforeEach(async () => {
    if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
  });

  test('switches to a release with migrations and back without a failed request', {
    tags: 'protect',
  }, async () => {
    const newer = await laterVersion({});
    await start();
    const visitors = visit(proxy);
    const { release } = current() ?? {};
    expect(await hasLedger('later')).toBe(false);
    expect(await deploy(newer)).toMatch(/Release \w+ is running\./);
    expect(await hasLedger('later')).toBe(true);
    await expectAll();
    expect(await deploy(projectRoot)).toContain(`Release ${release} is running.`);
    await expectAll();
    const responses = await visitors.end();
    expect(responses.filter((response) => !/^(200|404)/.test(response))).toEqual([]);
  });
});

test('pages are served while the content lake switches to migrated databases and back', async () => {
  const newer = await laterVersion({ step: ' ' });
  const files = ['accounts.sqlite', 'lake.sqlite', 'datasets/production.sqlite'];
  const migrated = () => files.map((file) => has(path.join('content-lake', file), 'later'));
  await start();
  const visitors = visit(proxy);
  expect(migrated()).toEqual([false, false, false]);
  await deploy(newer);
  expect(migrated()).toEqual([true, true, true]);
  await expectAll();
  await deploy(projectRoot);
  await expectAll();
  // Requests that need the lake or the sandbox wait until the new one has started.
  const responses = (await visitors.end()).filter((response) => !/ping|order|nowhere/.test(response));
  expect(responses.filter((response) => !/^(200|404)/.test(response))).toEqual([]);
});

test.each([
  ['ledger', { name: '900-later-needs-900' }, 'A newer release has migrated the ledger'],
  [
    'content lake',
    { step: '-- needs 99\n' },
    'was changed by a newer release, and this one cannot run on it',
  ],
])(
  'refuses a release whose %s cannot run on newer data, before anything stops',
  async (_, change, reason) => {
    const newer = await laterVersion(change);
    const run = await start();
    await deploy(newer);
    const before = [current(), descendants(run.child.pid ?? 0)];
    const refused = { code: 1, stderr: expect.stringContaining(reason) };
    await expect(deploy(projectRoot)).rejects.toMatchObject(refused);
    expect([current(), descendants(run.child.pid ?? 0)]).toEqual(before);
    await expectAll();
  },
);

test('the current release keeps running when a new one does not become ready', {
  tags: 'protect',
}, async () => {
  const broken = await laterVersion({ built: 'async up() { throw new Error("no"); }', step: ' ' });
  await start();
  const visitors = visit(proxy);
  const before = current();
  const stays = (why: string) => ({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`; ${before?.release} keeps running. ${why}`)),
  });
  await expect(deploy(broken)).rejects.toMatchObject(stays('It is not ready: .*"ledger":"unavailable"'));
  expect(current()).toEqual(before);
  await expectAll();
  const responses = await visitors.end();
  expect(responses.filter((response) => !/^(200|404)/.test(response))).toEqual([]);

  const silent = await makeCheckout({
    sources: { 'web/server.ts': (text) => `${text}server.removeAllListeners('request');\n` },
  });
  checkouts.push(silent);
  await expect(deploy(silent)).rejects.toMatchObject(
    stays('It is not ready: /readyz does not respond \\(.*timeout'),
  );
  expect(current()).toEqual(before);

  const withoutLake = await makeCheckout({
    sources: { 'apps/accounts/server.ts': () => 'throw new Error("no lake");\n' },
  });
  checkouts.push(withoutLake);
  await expect(deploy(withoutLake)).rejects.toMatchObject(stays('The content lake could not start'));
  expect(current()).toEqual(before);
  await expect.poll(async () => (await proxy.get('/lake/v1/ping')).status).toBe(200);
  await expect.poll(async () => (await proxy.get('/readyz')).status).toBe(200);
  await expectAll();
});
