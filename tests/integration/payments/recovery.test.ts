import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { fillDisk } from '../../support/disk.ts';
import { eventually } from '../../support/eventually.ts';
import { newBill, openShop, paymentEnvironmentOf } from './shop.ts';

const run = promisify(execFile);

// As without a proxy: the client's X-Forwarded-For counts for nothing.
const shop = await openShop({
  TRUST_PROXY: 'false',
  RAZORPAY_SANDBOX_RETRY_MS: '200',
  PAYMENT_ORDERS_PER_MINUTE: '40',
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, '../site/clock.mjs'))}`,
});
afterAll(() => shop.close());

const stateOf = async (orderId: string) => {
  const [order] = await shop.ledger.selectFrom('orders').selectAll().where('id', '=', orderId).execute();
  const payments = await shop.ledger
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  return { order: order?.status, payments: payments.map(({ status }) => status) };
};

/** A bill that was paid while every webhook was lost and the browser closed. */
async function unreportedPayment(): Promise<string> {
  await shop.faults({ webhooks: { lose: 1 } });
  const { json: order } = await shop.create(newBill());
  await shop.pay(order.orderId);
  await shop.clearFaults();
  expect(await stateOf(order.orderId)).toEqual({ order: 'created', payments: [] });
  return order.orderId;
}

/** Runs an action while the site is stopped, because its own schedule could otherwise come first. */
async function withoutSite(action: () => Promise<void>): Promise<void> {
  await shop.stack.kill('site');
  await action();
  await shop.stack.start('site');
}

/** Runs `npm run …` with the settings of this stack's site. */
function command(name: string, args: string[] = []) {
  return run(process.execPath, ['web/jobs/commands.ts', name, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...paymentEnvironmentOf(shop.stack) },
  });
}

describe('a payment that nobody reported', () => {
  test('is found by npm run payments:sweep, which prints it', async () => {
    const orderId = await unreportedPayment();
    await withoutSite(async () => {
      // The stopped site may have been sweeping: its claim ends after ten seconds.
      await eventually(async () =>
        expect((await command('sweep')).stdout).toMatch(/^Swept .*"payments":[1-9]/),
      );
      expect(await stateOf(orderId)).toEqual({ order: 'paid', payments: ['captured'] });
    });
  });

  test("is found by the server's schedule, also after it was killed", async () => {
    const orderId = await unreportedPayment();
    await withoutSite(async () => {
      await shop.ledger.updateTable('jobs').set({ ran_at: null }).where('name', '=', 'sweep').execute();
    });
    await eventually(async () => expect((await stateOf(orderId)).order).toBe('paid'));
  });
});

describe('an order that is hard to check', () => {
  test('cannot be paid again while nobody can tell whether it was paid', async () => {
    const { json: order } = await shop.create(newBill());
    const address = `${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`;
    await shop.faults({ calls: [{ call: 'GET /v1/orders', status: 503 }] });
    // The second read comes too soon for another query, and learns nothing new.
    for (const read of [1, 2]) {
      const html = await (await fetch(address)).text();
      expect([read, html.includes('may be out of date')]).toEqual([read, true]);
      expect(html).not.toContain('href="/pay-online?');
    }
    await shop.clearFaults();
  });

  test('is shown from the ledger while that is read-only', async () => {
    await shop.faults({ webhooks: { lose: 1 } });
    const { json: order } = await shop.create(newBill());
    await shop.pay(order.orderId);
    await sql`create trigger no_space before insert on payments
      begin select raise(abort, 'database or disk is full'); end`.execute(shop.ledger);
    const page = await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`);
    const { status, json } = await shop.post('payment-status', { receipt: order.receipt });
    await sql`drop trigger no_space`.execute(shop.ledger);
    await shop.clearFaults();
    expect([page.status, status, json]).toEqual([
      200,
      200,
      expect.objectContaining({ state: 'open', upToDate: false }),
    ]);
    await shop.sweep();
    await isPaid(order.orderId);
  });
});

test('webhooks wait for a stopped site, and a refund made at Razorpay is recorded', async () => {
  const { json: order } = await shop.create(newBill());
  await shop.stack.kill('site');
  const paid = await shop.pay(order.orderId);
  await shop.stack.start('site');
  await eventually(async () => expect((await stateOf(order.orderId)).order).toBe('paid'));
  await shop.sandbox('POST', `/v1/payments/${paid.razorpay_payment_id}/refund`, { amount: 100 });
  await eventually(async () => {
    const rows = await shop.ledger
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.orderId)
      .execute();
    expect(rows).toMatchObject([{ status: 'captured', amount_refunded: 100 }]);
  });
});

const isPaid = (orderId: string) =>
  eventually(async () => expect(await stateOf(orderId)).toEqual({ order: 'paid', payments: ['captured'] }));

test('a full disk during a payment refuses new bills cleanly and loses nothing', async () => {
  const bill = newBill();
  const { json: order } = await shop.create(bill);
  const site = shop.stack.pid('site');
  fillDisk(site, true);
  const refused = await shop.create(newBill());
  expect(refused.status).toBe(503);
  const paid = await shop.pay(order.orderId);
  expect((await shop.verify(bill, paid)).status).toBe(503);
  const receipt = await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`);
  expect(receipt.status).toBe(200);
  fillDisk(site, false);
  await isPaid(order.orderId);
  expect((await shop.create(newBill())).status).toBe(200);
});

test('setting the clock back or forward by an hour loses no payment', async () => {
  for (const change of ['SIGWINCH', 'SIGUSR2', 'SIGUSR2', 'SIGWINCH'] as const) {
    const reported = await shop.paidBill();
    const { json: heard } = await shop.create(newBill());
    process.kill(shop.stack.pid('site') ?? Number.NaN, change);
    await shop.pay(heard.orderId);
    expect((await shop.verify(reported.bill, reported.paid)).status).toBe(200);
    await isPaid(heard.orderId);
    const receipt = await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${heard.receipt}`);
    expect(receipt.status).toBe(200);
  }
});

test('no file for browsers contains a secret', () => {
  const files = globSync('web/.next/static/**/*.js', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect(readFileSync(`${projectRoot}/${file}`, 'utf8')).not.toMatch(/RAZORPAY_|key_secret|webhookSecret/);
});
