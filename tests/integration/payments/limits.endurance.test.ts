/** @module-tag protect */
import { createServer, request as forward } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/listen.ts';
import { startPostgres } from '../../support/postgres.ts';
import { bill, gatewayOrder } from './samples.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

/** Two sites with one database, behind different proxies, and a gateway whose calls are counted. */
const postgres = await closeAfterwards(startPostgres());
let sandboxUrl: string | undefined;
let calls: string[] = [];

/** Forwards everything to the sandbox and records it. */
const counter = createServer(async (incoming, outgoing) => {
  calls.push(`${incoming.method} ${incoming.url}`);
  // A site may call the gateway as soon as it starts.
  if (!sandboxUrl) return outgoing.writeHead(503).end();
  const { method, headers, url } = incoming;
  const onward = forward(`${sandboxUrl}${url}`, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  incoming.pipe(onward);
});
const env = {
  DATABASE_URL: await postgres.createDatabase(),
  RAZORPAY_API_URL: `http://127.0.0.1:${await listen(counter)}`,
};
afterAll(() => counter.close());
const shop = await closeAfterwards(openShop({ ...env, TRUST_PROXY: 'true' }));
sandboxUrl = shop.stack.sandboxUrl;
const { DATA_DIR: _, ...keys } = paymentEnvironmentOf(shop.stack);
const second = await closeAfterwards(
  openShop({ ...keys, ...env, TRUST_PROXY: 'loopback,203.0.113.0/24' }, ['site']),
);

async function passing(count: number, start: (index: number) => Promise<number>): Promise<number> {
  // Sent together, so that they fall into one minute on a slow machine too.
  const statuses = await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  let passed = 0;
  for (const status of statuses) {
    expect([200, 429]).toContain(status);
    if (status === 200) passed += 1;
  }
  return passed;
}

describe('reading payments', () => {
  test('from one address is limited, with the time to wait', async () => {
    const { json: order } = await shop.create(newBill());
    const from = { 'x-forwarded-for': '198.51.100.31' };
    const read = (site: Shop) =>
      site.send('payment-status', JSON.stringify({ receipt: order.receipt }), from);
    expect(await passing(130, (index) => read(index % 2 ? shop : second))).toBe(120);
    const refused = await shop.post('payment-status', { receipt: order.receipt }, from);
    expect([refused.status, refused.json.error]).toEqual([
      429,
      expect.stringMatching(
        /^Payments were requested too often from here\. Please try again in \d+ seconds\.$/,
      ),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await fetch(`${second.stack.siteUrl}/pay-online/receipt/${order.receipt}`, {
      headers: from,
    });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const elsewhere = await fetch(page.url, { headers: { 'x-forwarded-for': '198.51.100.32' } });
    expect(elsewhere.status).toBe(200);
  });

  test('in five tabs on each of two sites calls the gateway once for each site', async () => {
    const { json: order } = await shop.create(newBill());
    calls = [];
    const reads = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? shop : second).post('payment-status', { receipt: order.receipt }),
      ),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    const call = `GET /v1/orders/${order.orderId}/payments`;
    expect(calls).toEqual([call, call]);
    const { json } = await second.post('payment-status', { receipt: order.receipt });
    expect(json).toMatchObject({ state: 'open', upToDate: true });
  });

  test('for many payments calls the gateway within a budget, and payers see their payment', async () => {
    const receipts: string[] = [];
    for (let index = 0; index < 500; index += 1) {
      const order = await insertOrder(shop.ledger, gatewayOrder(), bill, {
        requestKey: undefined,
        now: Date.now(),
      });
      receipts.push(order.receipt_token);
    }
    calls = [];
    for (const round of [1, 2])
      for (let index = 0; index < receipts.length; index += 20)
        await Promise.all(
          receipts
            .slice(index, index + 20)
            .map((receipt) => (round === 1 ? shop : second).post('payment-status', { receipt })),
        );
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.length).toBeLessThanOrEqual(300);
    const { order } = await shop.paidBill();
    await eventually(async () =>
      expect((await second.post('payment-status', { receipt: order.receipt })).json.state).toBe('paid'),
    );
  });
});
