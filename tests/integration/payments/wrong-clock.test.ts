import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { newBill, paymentEnvironmentOf } from './shop.ts';

const year = 365 * 24 * 3_600_000;
/** The whole machine's clock is ahead. */
const ahead = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, '../site/clock.mjs'))}`,
  CLOCK_AHEAD: String(year),
};

let stack: Stack;
let ledger: Database;
beforeAll(async () => {
  stack = await startStack({ parts: ['sandbox', 'site'], seed: false, env: { TRUST_PROXY: 'true' } });
  ledger = await openDatabase({ folder: path.join(stack.dataDir, 'payments') });
});
afterAll(async () => {
  await ledger?.destroy();
  await stack?.stop();
});

const namesInLedger = async () =>
  (await ledger.selectFrom('orders').select('customer_name').execute()).map((order) => order.customer_name);

const erase = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['web/jobs/commands.ts', 'erase', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...paymentEnvironmentOf(stack), ...ahead, LOG_FORMAT: 'text' },
  });

test('a start with the clock a year ahead erases nothing and reports it, until the clock is confirmed', async () => {
  const order = await fetch(`${stack.siteUrl}/api/create-razorpay-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newBill()),
  });
  expect(order.status).toBe(200);
  await stack.kill('site');
  const later = await startStack({
    parts: ['site'],
    seed: false,
    dataDir: stack.dataDir,
    env: { ...paymentEnvironmentOf(stack), ...ahead },
  });
  try {
    const erasure = ledger.selectFrom('jobs').select('report').where('name', '=', 'erasure');
    await expect
      .poll(async () => (await erasure.executeTakeFirst())?.report)
      .toContain('the ledger was last used on');
    expect(later.log.join('\n')).toContain('Nothing is erased');
    expect(await namesInLedger()).toEqual(['Asha Verma']);
  } finally {
    await later.stop();
  }
  await expect(erase()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run payments:erase -- --clock-is-right'),
  });
  expect(await namesInLedger()).toEqual(['Asha Verma']);
  expect((await erase('--clock-is-right')).stdout).toBe('Erased the personal data of 1 order.\n');
  expect(await namesInLedger()).toEqual([null]);
});
