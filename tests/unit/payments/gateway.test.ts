import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { outcomes } from '#web/contracts/outcomes.ts';
import { failureResponse } from '#web/payments/payment-route.ts';
import { createGateway, GatewayError } from '#web/payments/razorpay/client.ts';
import { wasCaptured } from '#web/payments/razorpay/entities.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { payment } from '../../integration/payments/samples.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { listen } from '../../support/listen.ts';
import { timeouts } from '../../support/timeouts.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const keys = { keyId: 'rzp_test_x', keySecret: 'y' };

/** Our side of the calls, against a fake Razorpay. */
async function gatewayOf(handler: RequestListener, timeoutMs?: number) {
  server = createServer(handler);
  const apiUrl = `http://127.0.0.1:${await listen(server)}`;
  return createGateway({ ...keys, apiUrl, ...(timeoutMs && { timeoutMs }) });
}

const order = 'order_AAAAAAAAAAAAAA';
const captured = { ...payment(order, { id: 'pay_AAAAAAAAAAAAAA' }), captured: true };
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
    ['no details', { fee: undefined, tax: undefined, method: undefined, captured: undefined }],
  ])('with %s', async (_what, change) => {
    const gateway = await gatewayOf(json({ ...captured, ...change }));
    const seen = await gateway.fetchPayment(captured.id);
    expect(seen).toMatchObject({ status: 'captured', amount: 149_950, order_id: order });
    expect(wasCaptured(seen)).toBe(true);
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
    for (const isCaptured of [true, false]) {
      const gateway = await gatewayOf(json({ ...refunded, captured: isCaptured }));
      expect(wasCaptured(await gateway.fetchPayment(captured.id))).toBe(isCaptured);
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

const drip: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drops = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(drops));
};
const errorBody = JSON.stringify({ error: { code: 'AN_ERROR', description: 'Said by the gateway' } });
const fail =
  (status: number, body = errorBody): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
  };
test.each([
  ['no connection', undefined, 'unavailable'],
  ['half a response', (_request, response) => response.write('{') && response.destroy(), 'unavailable'],
  ['a page of HTML', fail(502, '<html>'), 'unavailable'],
  ['a way elsewhere', fail(307), 'unavailable'],
  ['a refusal', fail(400), 'refused'],
  ['keys that are wrong', fail(401), 'unauthorised'],
  ['keys that may not', fail(403), 'unauthorised'],
  ['too many requests', fail(429), 'busy'],
  ['a fault', fail(503), 'unavailable'],
  ['no response in time', () => {}, 'timeout'],
  ['an endless slow response', drip, 'timeout'],
] satisfies [string, RequestListener | undefined, string][])(
  '%s is reported without our keys',
  async (_what, handler, kind) => {
    const requests: string[] = [];
    const observed: RequestListener = (request, response) => {
      requests.push(request.url ?? '');
      handler?.(request, response);
    };
    const gateway = await gatewayOf(observed, timeouts.attempt / (kind === 'timeout' ? 20 : 1));
    if (!handler) await new Promise((resolve) => server?.close(resolve));
    const error: unknown = await gateway.fetchPayment(captured.id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'GatewayError', kind });
    const inspected = inspect(error, { depth: null, showHidden: true });
    for (const secret of ['rzp_test_x', 'cnpwX3Rlc3RfeDp5']) expect(inspected).not.toContain(secret);
    expect(requests).not.toContain('/elsewhere');
  },
);

test.each([
  [new GatewayError('refused', { description: 'Amount exceeds maximum amount allowed.' }), 'above-limit'],
  [new GatewayError('refused'), 'refused'],
  [new GatewayError('timeout'), 'timeout'],
  [new GatewayError('busy'), 'busy'],
  [new GatewayError('unauthorised'), 'unauthorised'],
  [new GatewayError('unreadable'), 'unreadable'],
  [new Error('the ledger is locked'), 'no-ledger'],
] as const)('customers get for %s the outcome %s', (error, outcome) => {
  const { status, customer } = outcomes[outcome];
  expect(failureResponse(error, 'making an order')).toMatchObject({ status, body: { error: customer } });
});

test('a call times out even if fetch is wrapped, as in Next, and garbage is collected meanwhile', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => fetch(new Request(...request)));
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc'), 50);
  try {
    const gateway = await gatewayOf(() => {}, timeouts.attempt / 20);
    await expect(gateway.fetchPayment(captured.id)).rejects.toMatchObject({ kind: 'timeout' });
  } finally {
    clearInterval(collecting);
    vi.unstubAllGlobals();
  }
});

test('an untrusted certificate is named in the log, and not to the customer', async () => {
  const name = 'DEPTH_ZERO_SELF_SIGNED_CERT';
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-certificate-'));
  const handler = vi.fn();
  const tls = createTlsServer(makeCertificate(folder, 'localhost'), handler);
  rmSync(folder, { recursive: true });
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => tls.listen(port, resolve));
  const gateway = createGateway({ ...keys, apiUrl: `https://localhost:${port}` });
  const error: unknown = await gateway.fetchPayment(captured.id).catch((reason: unknown) => reason);
  const line = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, body } = failureResponse(error, 'making an order');
  tls.close();
  expect(handler).not.toHaveBeenCalled();
  expect([status, String(body.error).includes(name)]).toEqual([502, false]);
  for (const said of [line.mock.calls.join(), String(error)]) expect(said).toContain(name);
  line.mockRestore();
});
