import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { newBill, openShop } from './shop.ts';

const shop = await closeAfterwards(openShop({}, ['lake', 'sandbox', 'site']));

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
  let waiting = 2;
  const created = [shop.create(newBill()), shop.create(newBill())].map((response) =>
    response.finally(() => {
      waiting -= 1;
    }),
  );
  const responses = [...created, shop.verify(bill, paid)];
  // The sandbox has created the orders, so only the ledger is missing.
  await expect.poll(() => shop.sandbox('GET', '/v1/orders?count=100').then(({ count }) => count)).toBe(3);
  expect([
    await status('/pay-online'),
    await status('/livez'),
    await status('/api/visits/x'),
    waiting,
  ]).toEqual([200, 200, 401, 2]);
  await unlock();
  expect((await Promise.all(responses)).map((response) => response.status)).toEqual([200, 200, 200]);
  const orders = await shop.ledger.selectFrom('orders').select('status').execute();
  expect(orders.map((order) => order.status).toSorted()).toEqual(['created', 'created', 'paid']);
});
