import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBill, openShop, type Shop } from './shop.ts';

let shop: Shop;
let administrator: string;
beforeAll(async () => {
  shop = await openShop(
    {
      RAZORPAY_SANDBOX_WEBHOOK_URL: '',
      PAYMENT_ORDERS_PER_MINUTE: '10000',
      PAYMENT_ORDERS_PER_HOUR: '10000',
    },
    ['lake', 'sandbox', 'site'],
  );
  administrator = await shop.stack.token('administrator');
});
afterAll(() => shop.close());

type RawResponse = { status: number; allow: string | undefined; text: string };

/** Sends a raw request, which `fetch` would not send, on a new connection. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<RawResponse> {
  const { hostname, port } = new URL(shop.stack.siteUrl);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const create = '/api/create-razorpay-order';
const json = { 'content-type': 'application/json' };
const bill = () => JSON.stringify(newBill());
const ordersInLedger = async () => (await shop.ledger.selectFrom('orders').select('id').execute()).length;

test.each([
  'create-razorpay-order',
  'verify-razorpay-payment',
  'razorpay-webhook',
  'razorpay-callback',
  'payment-status',
  'bill-status',
])('%s accepts only POST, whatever the method is called', async (route) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']) {
    const { status, allow } = await send(method, `/api/${route}`);
    expect([method, status, allow]).toEqual([method, 405, 'POST']);
  }
});

describe('an ambiguous body', () => {
  test.each([
    ['a field twice', 400, json, () => bill().replace('{', '{"amount":1,')],
    ['a field twice, once in escapes', 400, json, () => bill().replace('{', '{"\\u0061mount":1,')],
    ['another character set', 415, { 'content-type': 'application/json; charset=utf-16' }, bill],
    ['Latin 1', 415, { 'content-type': 'application/json;charset="iso-8859-1"' }, bill],
    ['a compression', 415, { ...json, 'content-encoding': 'gzip' }, () => gzipSync(bill())],
    ['a compression that it has not', 415, { ...json, 'content-encoding': 'br' }, bill],
    ['two types', 415, { 'content-type': 'application/json, text/plain' }, bill],
    ['bytes that are no text', 400, json, () => Buffer.from([...Buffer.from(bill()), 0xff])],
    ['numbers that JSON has not', 400, json, () => bill().replace('1499.5', 'NaN')],
    ['an endless number', 400, json, () => bill().replace('1499.5', '1e309')],
    ['an amount as text', 400, json, () => bill().replace('1499.5', '"12"')],
    ['a sum of floats', 400, json, () => bill().replace('1499.5', String(10.1 + 0.2))],
    ['a fraction of a paisa', 400, json, () => bill().replace('1499.5', '1000000.001')],
    ['nothing', 400, json, () => ''],
    ['8,000 open brackets', 400, json, () => '['.repeat(8000)],
  ])('with %s is refused and creates no order', async (_what, status, headers, body) => {
    const before = await ordersInLedger();
    expect((await send('POST', create, headers, body())).status).toBe(status);
    expect(await ordersInLedger()).toBe(before);
  });

  test.each([
    ['UTF-8 that says so', { 'content-type': 'Application/JSON ; Charset=UTF-8' }, bill],
    ['a byte order mark', json, () => `\ufeff${bill()}`],
    ['the same name in a field’s text', json, () => JSON.stringify(newBill({ billNumber: '{"amount":1,' }))],
    ['an exponent', json, () => bill().replace('1499.5', '1e2')],
  ])('does not include one with %s', async (_what, headers, body) => {
    expect((await send('POST', create, headers, body())).status).toBe(200);
  });

  test('headers of 64 kB are refused, and the next customer is served', async () => {
    expect((await send('POST', create, { ...json, 'x-big': 'a'.repeat(65_000) }, bill())).status).toBe(431);
    expect((await send('POST', create, json, bill())).status).toBe(200);
  });
});

describe('the staff list', () => {
  const read = (query: string) =>
    send('GET', `/api/payments${query}`, { authorization: `Bearer ${administrator}` });

  test.each([
    `?search=${'a'.repeat(101)}`,
    '?from=2026-02-31',
    '?from=0000-00-00',
    '?to=9999-99-99',
    '?to=9999-12-31',
    '?after=9999999999999999999999ZZ_order_AAAAAAAAAAAAAA',
    '/export?from=0000-00-00',
  ])('%s is refused', async (query) => expect((await read(query)).status).toBe(400));

  test('holds 10,000 payments: pages have no gaps, each payment is exported once, and the totals are right', async () => {
    const day = Date.parse('2024-01-01T00:00:00.000Z');
    const orders = Array.from({ length: 10_000 }, (_, index) => ({
      id: `order_Many${String(index).padStart(10, '0')}`,
      bill_number: `MANY-${index}`,
      bill_key: `MANY-${index}`,
      customer_name: 'Asha Verma',
      customer_phone: '9876543210',
      amount: 100 + index,
      currency: 'INR',
      status: 'paid' as const,
      receipt_token: randomUUID(),
      request_key: null,
      // Many with the same time: pages must not depend on the time alone.
      created_at: new Date(day + Math.floor(index / 120) * 1000).toISOString(),
    }));
    for (let start = 0; start < orders.length; start += 500) {
      const some = orders.slice(start, start + 500);
      await shop.ledger.insertInto('orders').values(some).execute();
      await shop.ledger
        .insertInto('payments')
        .values(
          some.map((order) => ({
            id: order.id.replace('order', 'pay'),
            order_id: order.id,
            amount: order.amount,
            currency: 'INR',
            status: 'captured' as const,
            amount_refunded: 0,
            created_at: order.created_at,
            captured_at: order.created_at,
          })),
        )
        .execute();
      await shop.ledger
        .insertInto('entries')
        .values(
          some.map((order) => ({
            kind: 'captured' as const,
            subject: order.id.replace('order', 'pay'),
            payment_id: order.id.replace('order', 'pay'),
            order_id: order.id,
            settlement_id: null,
            amount: order.amount,
            currency: 'INR',
            at: order.created_at,
            recorded_at: order.created_at,
            source: 'webhook',
            detail: null,
          })),
        )
        .execute();
    }
    const sum = orders.reduce((total, { amount }) => total + amount, 0);
    const seen = new Set<string>();
    let after = '';
    let pages = 0;
    do {
      const { status, text } = await read(`?search=many-&to=2024-01-01&after=${encodeURIComponent(after)}`);
      expect(status).toBe(200);
      const page = JSON.parse(text);
      if (pages === 0) {
        expect(page.totals).toMatchObject({ payments: 10_000, captured: sum, refunded: 0 });
      }
      for (const { id } of page.orders) seen.add(id);
      pages += 1;
      after = page.next ?? '';
    } while (after !== '' && pages < 30);
    expect(seen.size).toBe(30 * 50);
    const csv = (await read(`/export?to=2024-01-01`)).text.trimEnd().split('\r\n');
    expect(csv).toHaveLength(10_001);
    expect(new Set(csv).size).toBe(10_001);
    const cells = csv.slice(1).map((line) => Number(line.split(',')[2]));
    expect(Math.round(cells.reduce((total, rupees) => total + rupees * 100, 0))).toBe(sum);
  });
});
