import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDeployment } from '../../../apps/deploy/deployment.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { startProxy } from '../../support/nginx.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { seededData } from '../../support/stack.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { newBill } from '../payments/shop.ts';
import { makeCheckout } from './checkout.ts';
import { visit } from './load.ts';
import { descendants, killStarted, startProgram } from './starter.ts';

let postgres: Postgres;
const checkouts: string[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  for (const folder of checkouts) rmSync(folder, { recursive: true, force: true });
});

let dataDir: string;
let env: Record<string, string>;
let proxy: TlsProxy;
let deploy: (folder: string) => Promise<string>;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'agency-releases-'));
  cpSync(z.string().parse(process.env[seededData]), dataDir, { recursive: true });
  const first = await findFreePorts(5);
  proxy = await startProxy([first], { http: first + 3, https: first + 4 });
  env = {
    DATA_DIR: dataDir,
    PORT: String(first),
    CONTENT_LAKE_PORT: String(first + 1),
    RAZORPAY_SANDBOX_PORT: String(first + 2),
    SITE_URL: proxy.url,
    TRUST_PROXY: 'loopback',
    PAYMENT_ORDERS_PER_MINUTE: '100000',
    PAYMENT_ORDERS_PER_HOUR: '100000',
  };
  deploy = async (folder) => {
    const run = promisify(execFile)(process.execPath, ['apps/deploy.ts'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ...env },
    });
    return (await run).stdout;
  };
});
afterEach(async () => {
  killStarted();
  await proxy.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const run = startProgram([process.execPath, ['apps/start.ts']], env);
  await run.waitForOutput('Press Ctrl-C to stop everything');
  return run;
}
const current = () => readDeployment(dataDir, 'current');

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
                "'002-enquiries'",
                `'${name}': { ${up.replace('(db)', '(db: Database)')} }, '002-enquiries'`,
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
    built: (text) => text.replace(/"002-enquiries":/, `"${name}":{${built || up}},$&`),
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
  const db = new SQLite(path.join(dataDir, file), { readonly: true });
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

  test('refuses a release that cannot run on newer data, before anything stops', async () => {
    const newer = await laterVersion({ name: '900-later-needs-900' });
    const run = await start();
    const { release } = current() ?? {};
    await deploy(newer);
    const processes = descendants(run.child.pid ?? 0);
    await expect(deploy(projectRoot)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `Could not switch to release ${release}; ${current()?.release} keeps running. A newer release has migrated the ledger`,
        ),
      ),
    });
    expect(descendants(run.child.pid ?? 0)).toEqual(processes);
    await expectAll();
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

test('refuses a release whose content lake cannot run on newer data, before anything stops', async () => {
  const contracted = await laterVersion({ step: '-- needs 99\n' });
  await start();
  await deploy(contracted);
  const before = current();
  await expect(deploy(projectRoot)).rejects.toMatchObject({
    stderr: expect.stringContaining('was changed by a newer release, and this one cannot run on it'),
  });
  expect(current()).toEqual(before);
  await expectAll();
});

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
