import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJob } from '#web/database/jobs.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { fillDisk } from '../../support/disk.ts';
import { eventually } from '../../support/eventually.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

const run = promisify(execFile);

let shop: Shop;
beforeAll(async () => {
  // As without a proxy: the client's X-Forwarded-For counts for nothing.
  shop = await openShop({
    TRUST_PROXY: 'false',
    RAZORPAY_SANDBOX_RETRY_MS: '200',
    PAYMENT_ORDERS_PER_MINUTE: '40',
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, '../site/clock.mjs'))}`,
  });
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

/** Moves an order's next check into the past. */
async function due(orderId: string): Promise<void> {
  await shop.ledger
    .updateTable('orders')
    .set({ next_check_at: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', orderId)
    .execute();
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
  test('is found by npm run payments:reconcile, which prints it', async () => {
    const orderId = await unreportedPayment();
    await withoutSite(async () => {
      await due(orderId);
      const { stdout } = await command('reconcile');
      expect(stdout).toBe('Checked 1 order: 1 found to be paid, 0 could not be checked.\n');
      expect(await stateOf(orderId)).toEqual({ order: 'paid', payments: ['captured'] });
    });
  });

  test("is found by the server's schedule, also after it was killed", async () => {
    const orderId = await unreportedPayment();
    await withoutSite(() => due(orderId));
    await eventually(async () => expect((await stateOf(orderId)).order).toBe('paid'));
  });

  test('is found late, after the bank had refused it at first', async () => {
    await shop.faults({ webhooks: { lose: 1 } });
    const { json: order } = await shop.create(newBill());
    const { razorpay_payment_id: paymentId } = await shop.pay(order.orderId, 'failed');
    await shop.clearFaults();
    await shop.post('payment-status', { receipt: order.receipt });
    expect(await stateOf(order.orderId)).toEqual({ order: 'attempted', payments: ['failed'] });
    await shop.sandbox('POST', `/sandbox/payments/${paymentId}/authorize`);
    await eventually(async () =>
      expect(await stateOf(order.orderId)).toEqual({ order: 'paid', payments: ['captured'] }),
    );
  });
});

describe('an order that is hard to check', () => {
  const orderRow = (orderId: string) =>
    shop.ledger.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();

  test('is not given up when its time is over and Razorpay does not respond', async () => {
    const orderId = await unreportedPayment();
    const sixDaysAgo = new Date(Date.now() - 6 * 24 * 3_600_000).toISOString();
    await withoutSite(async () => {
      await sql`update orders set created_at = ${sixDaysAgo} where id = ${orderId}`.execute(shop.ledger);
      await due(orderId);
      await shop.faults({ calls: [{ call: 'GET /v1/orders', status: 503 }] });
      const before = Date.now();
      await expect(command('reconcile')).rejects.toThrow();
      await shop.clearFaults();
      const { next_check_at: next, checks } = await orderRow(orderId);
      expect([new Date(next ?? 0).getTime() > before, checks]).toEqual([true, 0]);
      await due(orderId);
      await command('reconcile');
      expect(await stateOf(orderId)).toEqual({ order: 'paid', payments: ['captured'] });
    });
  });

  test('is checked again if a tab left open for days uses it', async () => {
    const bill = newBill();
    const key = randomUUID();
    const { json: order } = await shop.create(bill, key);
    await shop.ledger
      .updateTable('orders')
      .set({ next_check_at: null })
      .where('id', '=', order.orderId)
      .execute();
    expect((await shop.create(bill, key)).json.orderId).toBe(order.orderId);
    expect((await orderRow(order.orderId)).next_check_at).not.toBeNull();
  });

  test('cannot be paid again while nobody can tell whether it was paid', async () => {
    const { json: order } = await shop.create(newBill());
    const address = `${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`;
    await shop.faults({ calls: [{ call: 'GET /v1/orders', status: 503 }] });
    // The second read comes too soon for another query, and learns nothing new.
    for (const read of [1, 2]) {
      const html = await (await fetch(address)).text();
      expect([read, html.includes('may be out of date'), html.includes('Pay this bill')]).toEqual([
        read,
        true,
        false,
      ]);
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
    await due(order.orderId);
    await command('reconcile');
    await isPaid(order.orderId);
  });

  test('is in progress, not unpaid, while an authorised payment cannot be captured', async () => {
    const uncaptured = async () => {
      await shop.faults({ webhooks: { lose: 1 } });
      const bill = newBill();
      const { json: order } = await shop.create(bill);
      const paid = await shop.pay(order.orderId);
      const held = { status: 'authorized', captured: false };
      const payment = await shop.sandbox('GET', `/v1/payments/${paid.razorpay_payment_id}`);
      await shop.faults({
        calls: [
          { call: 'POST /v1/payments', status: 503 },
          { call: `GET /v1/payments/${payment.id}`, alter: held },
          { call: `GET /v1/orders/${order.orderId}/payments`, alter: { items: [{ ...payment, ...held }] } },
        ],
      });
      return { bill, order, paid };
    };
    const reported = await uncaptured();
    expect((await shop.verify(reported.bill, reported.paid)).status).toBe(502);
    expect(await stateOf(reported.order.orderId)).toEqual({ order: 'attempted', payments: ['authorized'] });
    const polled = await uncaptured();
    const { json } = await shop.post('payment-status', { receipt: polled.order.receipt });
    expect(json).toMatchObject({ state: 'pending', upToDate: false });
    await shop.clearFaults();
    await due(polled.order.orderId);
    await due(reported.order.orderId);
    await command('reconcile');
    for (const { order } of [polled, reported]) await isPaid(order.orderId);
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
  expect([refused.status, refused.json.error]).toEqual([
    503,
    expect.stringContaining('currently unavailable'),
  ]);
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
    expect([receipt.status, (await receipt.text()).includes('Paid in test mode.')]).toEqual([200, true]);
  }
});

test('a job runs in one process at a time, and is taken over from a dead one', async () => {
  const { ledger } = shop;
  let clock = Date.now();
  const began = Math.floor(clock / 1000);
  const job = { name: 'test job', every: 60_000, now: () => clock };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let runs = 0;
  const work = async () => {
    runs += 1;
    await held;
    return { runs };
  };
  const started = Array.from({ length: 5 }, () => runJob(ledger, job, work));
  await eventually(() => expect(runs).toBe(1));
  release();
  expect((await Promise.all(started)).filter(Boolean)).toHaveLength(1);
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 61_000;
  expect(await runJob(ledger, job, async (since) => ({ since }))).toEqual({ since: began });
  const dead = { claimed_until: new Date(clock + 9000).toISOString(), ran_at: null };
  await ledger.updateTable('jobs').set(dead).where('name', '=', job.name).execute();
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 10_000;
  await expect(runJob(ledger, job, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runJob(ledger, job, work)).toBeUndefined();
  clock += 61_000;
  expect(await runJob(ledger, job, work)).toEqual({ runs: 2 });
  const rows = await ledger.selectFrom('jobs').selectAll().where('name', '=', job.name).execute();
  expect(rows).toMatchObject([
    { swept_to: Math.floor(clock / 1000), claimed_until: null, report: '{"runs":2}' },
  ]);
  // The clock was wrong when the job last ran, or was set wrong.
  clock -= 3_600_000;
  const since = Math.floor(clock / 1000);
  expect(await runJob(ledger, job, async (given) => ({ given }))).toEqual({ given: since });
  const ahead = { claimed_until: new Date(clock + 3_600_000).toISOString(), ran_at: null };
  await ledger.updateTable('jobs').set(ahead).where('name', '=', job.name).execute();
  expect(await runJob(ledger, job, work)).toEqual({ runs: 3 });
});

test('names and numbers are erased by npm run payments:erase', async () => {
  const { json: recent } = await shop.create(newBill());
  await shop.ledger
    .insertInto('orders')
    .values({
      id: 'order_00000000000001',
      bill_number: 'OLD-1',
      bill_key: 'OLD-1',
      customer_name: 'Asha Verma',
      customer_phone: '9876543210',
      amount: 100,
      currency: 'INR',
      status: 'paid',
      receipt_token: 'a'.repeat(22),
      request_key: null,
      created_at: '2015-04-01T00:00:00.000Z',
    })
    .execute();
  expect((await command('erase')).stdout).toBe('Erased the personal data of 1 order.\n');
  const rows = await shop.ledger
    .selectFrom('orders')
    .select(['id', 'customer_name', 'customer_phone', 'amount'])
    .where('id', 'in', ['order_00000000000001', recent.orderId])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'order_00000000000001', customer_name: null, customer_phone: null, amount: 100 },
    { id: recent.orderId, customer_name: 'Asha Verma', customer_phone: '9876543210', amount: 149_950 },
  ]);
});

test('an address cannot evade the limit with a different X-Forwarded-For', async () => {
  // `shop.create` sends a different address with every request. Sent together, so that they fall into one minute on a
  // slow machine too.
  const responses = await Promise.all(Array.from({ length: 44 }, () => shop.create(newBill())));
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toContain(429);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(40);
});

test('no file for browsers contains a secret', () => {
  const files = globSync('web/.next/static/**/*.js', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect(readFileSync(`${projectRoot}/${file}`, 'utf8')).not.toMatch(/RAZORPAY_|key_secret|webhookSecret/);
});
