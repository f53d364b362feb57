import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGateway } from '#web/payments/razorpay/client.ts';
import { failureResponse } from '#web/payments/responses.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { timeouts } from '../../support/timeouts.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Our side of the calls, against a fake Razorpay. */
async function gatewayOf(handler: RequestListener, timeoutMs?: number) {
  const started = createServer(handler);
  server = started;
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  return createGateway({
    keyId: 'rzp_test_x',
    keySecret: 'y',
    apiUrl: `http://127.0.0.1:${port}`,
    ...(timeoutMs ? { timeoutMs } : {}),
  });
}

const order = 'order_AAAAAAAAAAAAAA';
const captured = {
  id: 'pay_AAAAAAAAAAAAAA',
  entity: 'payment',
  order_id: order,
  amount: 149_950,
  currency: 'INR',
  status: 'captured',
  captured: true,
  method: 'upi',
  amount_refunded: 0,
  fee: 3000,
  tax: 540,
  acquirer_data: { rrn: '123456789012' },
  created_at: 1_772_359_200,
};
const json =
  (value: unknown): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };

describe('a payment is read', () => {
  test.each([
    ['an empty list for an empty object', { acquirer_data: [], card: [] }],
    ['a fee as text', { fee: '3000', tax: '540' }],
    ['a detail of another type', { bank: 5, wallet: false, method: 7, error_code: {}, error_reason: [] }],
    ['a card of another shape', { card: { network: 1, last4: 1007 } }],
    [
      'details that are not there',
      { fee: undefined, tax: undefined, method: undefined, captured: undefined },
    ],
  ])('with %s', async (_what, change) => {
    const gateway = await gatewayOf(json({ ...captured, ...change }));
    expect(await gateway.fetchPayment(captured.id)).toMatchObject({
      status: 'captured',
      wasCaptured: true,
      amount: 149_950,
      orderId: order,
    });
  });

  test.each([
    ['an amount as text', { amount: '149950' }],
    ['half a paisa', { amount: 149_950.5 }],
    ['an amount below nothing', { amount: -100 }],
    ['a refund as text', { amount_refunded: '100' }],
    ['a state that there is not', { status: 'settled' }],
  ])('but not with %s', async (_what, change) => {
    const gateway = await gatewayOf(json({ ...captured, ...change }));
    await expect(gateway.fetchPayment(captured.id)).rejects.toMatchObject({ kind: 'unreadable' });
  });

  test('as captured or not, after it was refunded', async () => {
    const refunded = { ...captured, status: 'refunded', amount_refunded: captured.amount };
    for (const wasCaptured of [true, false]) {
      const gateway = await gatewayOf(json({ ...refunded, captured: wasCaptured }));
      expect((await gateway.fetchPayment(captured.id)).wasCaptured).toBe(wasCaptured);
      server?.close();
    }
  });
});

test('an order with 3,000 attempts is read', async () => {
  const items = Array.from({ length: 3000 }, (_, index) => ({
    ...captured,
    id: `pay_${String(index).padStart(14, '0')}`,
    status: 'failed',
    description: 'x'.repeat(1000),
  }));
  const gateway = await gatewayOf(json({ entity: 'collection', count: items.length, items }));
  expect(await gateway.paymentsOfOrder(order)).toHaveLength(3000);
});

test('each request follows Razorpay’s documentation and has our keys', async () => {
  const requests: string[] = [];
  const gateway = await gatewayOf((request, response) => {
    const { method, url, headers } = request;
    request.setEncoding('utf8').on('data', (body) => requests.push(body));
    request.on('end', () => json({ ...captured, items: [] })(request, response));
    requests.push([method, url, headers['x-refund-idempotency']].filter(Boolean).join(' '));
    expect(headers.authorization).toBe('Basic cnpwX3Rlc3RfeDp5');
  });
  const span = { from: 1, to: 2 };
  const lists = [gateway.listPayments, gateway.listRefunds, gateway.listDisputes, gateway.listSettlements];
  for (const list of lists) await list(span).next();
  await gateway.settlementLines('2026-03-31').next();
  await gateway.paymentsOfOrder('order/../1');
  await gateway.refundsOfPayment(captured.id);
  await gateway.capture(await gateway.fetchPayment(captured.id));
  await gateway.refund({ paymentId: captured.id, amount: 5, key: 'refund-0001' }).catch(() => {});
  expect(requests).toEqual([
    'GET /v1/payments?from=1&to=2&count=100&skip=0',
    'GET /v1/refunds?from=1&to=2&count=100&skip=0',
    'GET /v1/disputes?from=1&to=2&count=100&skip=0',
    'GET /v1/settlements?from=1&to=2&count=100&skip=0',
    'GET /v1/settlements/recon/combined?year=2026&month=3&day=31&count=1000&skip=0',
    'GET /v1/orders/order%2F..%2F1/payments',
    'GET /v1/payments/pay_AAAAAAAAAAAAAA/refunds?count=100',
    'GET /v1/payments/pay_AAAAAAAAAAAAAA',
    'POST /v1/payments/pay_AAAAAAAAAAAAAA/capture',
    '{"amount":149950,"currency":"INR"}',
    'POST /v1/payments/pay_AAAAAAAAAAAAAA/refund refund-0001',
    '{"amount":5,"speed":"normal","receipt":"refund-0001"}',
  ]);
});

test.each([
  ['no connection', undefined, 'unavailable'],
  [
    'a response that breaks off',
    (_request, response) => response.write('{') && response.destroy(),
    'unavailable',
  ],
  [
    'a way elsewhere',
    (_request, response) => response.writeHead(307, { location: '/' }).end(),
    'unavailable',
  ],
  ['keys that are wrong', (_request, response) => response.writeHead(401).end('{}'), 'unauthorised'],
  ['no response in time', () => {}, 'timeout'],
] satisfies [string, RequestListener | undefined, string][])(
  '%s is reported without our keys',
  async (_what, handler, kind) => {
    const gateway = await gatewayOf(handler ?? json({}), timeouts.attempt / (kind === 'timeout' ? 20 : 1));
    if (!handler) await new Promise((resolve) => server?.close(resolve));
    const error: unknown = await gateway.fetchPayment(captured.id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'GatewayError', kind });
    const inspected = inspect(error, { depth: null, showHidden: true });
    for (const secret of ['rzp_test_x', 'cnpwX3Rlc3RfeDp5']) expect(inspected).not.toContain(secret);
  },
);

test('an endless slow response is aborted', async () => {
  const gateway = await gatewayOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drops = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(drops));
  }, timeouts.attempt / 20);
  await expect(gateway.fetchPayment(captured.id)).rejects.toMatchObject({ kind: 'timeout' });
});

test.each([
  ['localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['another.example', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('an untrusted certificate for %s is named in the log, and not to the customer', async (host, name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-certificate-'));
  const handler = vi.fn();
  const tls = createTlsServer(makeCertificate(folder, host), handler);
  rmSync(folder, { recursive: true });
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => tls.listen(port, resolve));
  const gateway = createGateway({
    keyId: 'rzp_test_x',
    keySecret: 'y',
    apiUrl: `https://localhost:${port}`,
  });
  const error: unknown = await gateway.fetchPayment(captured.id).catch((reason: unknown) => reason);
  const line = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, body } = failureResponse(error, 'making an order');
  tls.close();
  expect(handler).not.toHaveBeenCalled();
  expect([status, body.error]).toEqual([502, expect.stringContaining('currently unavailable')]);
  for (const said of [line.mock.calls.join(), String(error)]) expect(said).toContain(name);
  line.mockRestore();
});
