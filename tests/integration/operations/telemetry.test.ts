import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { logLines } from '../../support/log-lines.ts';
import { newBill, openShop } from '../payments/shop.ts';

const metricsPort = await findFreePorts(2);
const env = { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'debug' };
// The tests act as a trusted proxy.
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));
// Without webhooks, so that the browser's report is the first about a payment.
beforeAll(() => shop.faults({ webhooks: { lose: 1 } }));

const linesOf = (request: string) => logLines(shop.stack.log).filter((line) => line.request === request);

/** File name of a form's script, which the site caches in memory even without content. */
const [script = ''] = globSync('*.js', { cwd: path.join(projectRoot, 'web/public/islands') });

test('a request id connects the proxy, the log, the gateway and the ledger', async () => {
  const [made, reported] = [randomUUID(), randomUUID()];
  const bill = newBill({ customerEmail: 'asha@example.com' });
  const order = await shop.post('create-razorpay-order', bill, {
    'x-request-id': made,
    'idempotency-key': randomUUID(),
  });
  expect(order.headers.get('x-request-id')).toBe(made);
  const { orderId } = order.json;
  const paid = await shop.pay(orderId);
  const report = { orderId, paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
  const response = await shop.post(
    'verify-razorpay-payment',
    { ...bill, ...report },
    { 'x-request-id': reported },
  );
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, reported]);

  const area = 'api/verify-razorpay-payment';
  await expect.poll(() => linesOf(reported).some((line) => line.area === area)).toBe(true);
  expect(linesOf(made)).toContainEqual(
    expect.objectContaining({ service: 'site', area: 'api/create-razorpay-order', status: 200 }),
  );
  expect(linesOf(made)).toContainEqual(expect.objectContaining({ message: 'order created', orderId }));
  expect(linesOf(made)).toContainEqual(expect.objectContaining({ gateway: 'POST /orders', status: 200 }));
  const { paymentId } = report;
  expect(linesOf(reported)).toContainEqual(
    expect.objectContaining({ kind: 'captured', orderId, paymentId, source: 'verification' }),
  );
  const entered = await shop.ledger
    .selectFrom('entries')
    .select('kind')
    .where('subject', '=', paymentId)
    .execute();
  const kinds = linesOf(reported)
    .filter((line) => line.subject === paymentId)
    .map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(entered.map(({ kind }) => kind).sort());

  for (const personal of ['Asha', 'Verma', '9876543210', 'asha@', String(bill.billNumber)])
    expect(shop.stack.log.filter((line) => line.includes(personal))).toEqual([]);
});

test('the content lake logs the same request id', async () => {
  const request = randomUUID();
  const response = await fetch(
    `${shop.stack.siteUrl}/lake/v2025-02-19/data/mutate/production?tag=secret-in-a-query`,
    {
      method: 'POST',
      headers: {
        'x-request-id': request,
        authorization: `Bearer ${shop.stack.token('editor')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ mutations: [{ create: { _type: 'note', text: 'Asha Verma' } }] }),
    },
  );
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, request]);
  await expect
    .poll(() =>
      linesOf(request)
        .map(({ service }) => service)
        .sort(),
    )
    .toEqual(['content lake', 'site']);
  expect(linesOf(request)).toContainEqual(
    expect.objectContaining({ area: '/:version/data/mutate/:dataset' }),
  );
  expect(linesOf(request)).toContainEqual(expect.objectContaining({ area: 'lake', status: 200 }));
  expect(shop.stack.log.join('\n')).not.toMatch(/secret-in-a-query|Asha/);
});

test('each job run has its own id, and a malformed request id is replaced', async () => {
  await expect.poll(() => logLines(shop.stack.log).some(({ job }) => job === 'sweep')).toBe(true);
  for (const given of ['short', 'two words here', 'x'.repeat(65), '{"level":"error"}']) {
    const { headers } = await fetch(`${shop.stack.siteUrl}/livez`, { headers: { 'x-request-id': given } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
});

/** Returns the metrics of a port by name and labels. */
async function metricsOf(port: number): Promise<Record<string, number>> {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('metrics count requests, cached pages, queries, facts, webhooks and jobs, with bounded labels', async () => {
  const { siteUrl, settings } = shop.stack;
  const before = await metricsOf(metricsPort);
  const gain = async (name: string) => ((await metricsOf(metricsPort))[name] ?? 0) - (before[name] ?? 0);
  const { bill, paid } = await shop.paidBill();
  expect((await shop.verify(bill, paid)).status).toBe(200);
  await shop.webhook({ event: 'payment.captured', payload: {} });
  const cachedUrl = `${siteUrl}/islands/${script}`;
  // A cached page is counted when it is served; other requests are counted after the response was sent.
  const fromMemory = async () => {
    await fetch(cachedUrl);
    return gain('page_cache_hits_total');
  };
  await expect.poll(fromMemory).toBeGreaterThanOrEqual(3);
  const strange = Array.from({ length: 60 }, (_, n) => [
    `/api/x${n}`,
    `/page-${n}`,
    `/_next/${n}`,
    `/staff/${n}`,
  ]);
  for (const path of strange.flat()) await fetch(siteUrl + path, { redirect: 'manual' });

  const verified = 'http_request_duration_seconds_count{area="api/verify-razorpay-payment",status="200"}';
  await expect.poll(() => gain(verified)).toBe(1);
  // The browser's report or the webhook records the payment, whichever arrives first.
  const captured = ['verification', 'webhook'].map(
    (source) => `payments_entries_total{kind="captured",source="${source}"}`,
  );
  const entered = async () => (await Promise.all(captured.map(gain))).reduce((sum, one) => sum + one, 0);
  await expect.poll(entered).toBe(1);
  const site = await metricsOf(metricsPort);
  expect(site.process_resident_memory_bytes).toBeGreaterThan(0);
  expect(site['site_condition{kind="job-fails",severity="error"}']).toBe(0);
  const series = Object.keys(site).filter((name) => name.startsWith('http_request_duration_seconds_count'));
  expect(series.length).toBeLessThan(40);

  const lake = await metricsOf(metricsPort + 1);
  const queries = 'http_request_duration_seconds_count{area="/:version/data/query/:dataset",status="200"}';
  expect(lake[queries]).toBeGreaterThan(0);
  // Metrics are served neither by the site nor by the lake's public port.
  for (const url of [
    `${siteUrl}/metrics`,
    `${siteUrl}/lake/metrics`,
    `http://localhost:${settings.lakePort}/metrics`,
  ])
    expect(await (await fetch(url)).text()).not.toContain('process_cpu');
});
