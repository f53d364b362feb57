import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newBill, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({}, ['lake', 'sandbox', 'site']);
});
afterAll(() => shop?.close());

/** Holds the write lock in another process, as a backup tool or a forgotten `sqlite3` does. */
async function lockLedger() {
  const file = path.join(shop.stack.dataDir, 'payments/payments.sqlite');
  const program = `import SQLite from 'better-sqlite3';
    const db = new SQLite(${JSON.stringify(file)});
    db.exec('begin immediate');
    process.stdout.write('locked');
    process.stdin.resume().on('end', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await ended;
  };
}

const status = async (address: string) => (await fetch(`${shop.stack.siteUrl}${address}`)).status;

test('pages are served while another program locks the ledger, and no payment is lost', async () => {
  const { bill, paid } = await shop.paidBill();
  const unlock = await lockLedger();
  let waiting = 3;
  const responses = [shop.create(newBill()), shop.create(newBill()), shop.verify(bill, paid)].map(
    (response) =>
      response.finally(() => {
        waiting -= 1;
      }),
  );
  // The sandbox has created the orders, so only the ledger is missing.
  await expect.poll(() => shop.sandbox('GET', '/v1/orders?count=100').then(({ count }) => count)).toBe(3);
  expect([
    await status('/pay-online'),
    await status('/livez'),
    await status('/api/visits/x'),
    waiting,
  ]).toEqual([200, 200, 401, 3]);
  await unlock();
  expect((await Promise.all(responses)).map((response) => response.status)).toEqual([200, 200, 200]);
  const orders = await shop.ledger.selectFrom('orders').select('status').execute();
  expect(orders.map((order) => order.status).toSorted()).toEqual(['created', 'created', 'paid']);
});

test('an order that waits too long for the ledger gets an error message, and the next one succeeds', async () => {
  const unlock = await lockLedger();
  const refused = await shop.create(newBill());
  expect([refused.status, refused.json]).toEqual([
    503,
    { error: 'The payment service is currently unavailable. Please try again in a few minutes.' },
  ]);
  await unlock();
  expect((await shop.create(newBill())).status).toBe(200);
});
