import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renewRateLimits } from '../../support/rate-limits.ts';
import { newBill, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  // Webhooks would hide what verification and reconciliation do alone.
  shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' });
});
afterAll(() => shop.close());
afterEach(() => shop.clearFaults());

const ordersCreated = async () => (await shop.sandbox('GET', '/v1/orders?count=100')).count;

describe('creating an order', () => {
  test('returns what the checkout needs, in paise', async () => {
    const { status, json, headers } = await shop.create(newBill());
    expect(status).toBe(200);
    expect(json).toEqual({
      keyId: shop.stack.secrets.sandboxKeyId,
      amount: 149_950,
      currency: 'INR',
      orderId: expect.stringMatching(/^order_\w{14}$/),
      receipt: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    // A compressor per response would cost as much as all the rest of the site's own work on it.
    expect(headers.get('content-encoding')).toBeNull();
  });

  test('a double click, a retry and a second tab get one order', async () => {
    const before = await ordersCreated();
    const bill = newBill();
    const key = randomUUID();
    const responses = await Promise.all([shop.create(bill, key), shop.create(bill, key), shop.create(bill)]);
    responses.push(await shop.create(bill, key), await shop.create(bill));
    expect(new Set(responses.map((response) => response.json.orderId)).size).toBe(1);
    expect(await ordersCreated()).toBe(before + 1);
  });

  test('anyone who knows a bill may pay it, but only the first request gets the receipt', async () => {
    const bill = newBill();
    const key = randomUUID();
    const { json: made } = await shop.create(bill, key);
    expect(made.receipt).toMatch(/^[\w-]{22}$/);
    const strangers = await Promise.all([
      shop.create(bill),
      shop.create(bill),
      shop.post('create-razorpay-order', bill),
    ]);
    for (const { json } of strangers) {
      expect(json.orderId).toBe(made.orderId);
      expect(json).not.toHaveProperty('receipt');
    }
    expect((await shop.create(bill, key)).json.receipt).toBe(made.receipt);
    const together = newBill();
    const both = await Promise.all([shop.create(together), shop.create(together)]);
    expect(both.filter(({ json }) => json.receipt)).toHaveLength(1);
  });

  test('the same phone number sees that it paid the bill before, another does not', async () => {
    const { bill, order, paid } = await shop.paidBill();
    await shop.verify(bill, paid);
    const { json } = await shop.create({ ...bill, amount: 5 });
    expect(json.paidBefore).toEqual({
      amount: order.amount,
      at: expect.any(String),
      receipt: order.receipt,
    });
    const other = await shop.create({ ...bill, customerPhone: '9000000009' });
    expect(other.json).not.toHaveProperty('paidBefore');
    expect(JSON.stringify(other.json)).not.toContain(order.receipt);
  });

  test('a key reused for another bill is refused', async () => {
    const key = randomUUID();
    expect((await shop.create(newBill(), key)).status).toBe(200);
    expect((await shop.create(newBill(), key)).status).toBe(422);
  });

  test.each([
    [{ amount: '5' }, 'amount', 'Enter valid amount (1 to 10,00,000)'],
    [{ amount: 0.5 }, 'amount', 'Enter valid amount (1 to 10,00,000)'],
    [{ amount: 1000000.01 }, 'amount', 'Enter valid amount (1 to 10,00,000)'],
    [{ amount: 1.005 }, 'amount', 'Enter valid amount (1 to 10,00,000)'],
    [{ customerName: 'A' }, 'customerName', 'Name must be at least 2 characters'],
    [{ customerPhone: '12345' }, 'customerPhone', 'Enter valid 10-digit mobile number'],
    [{ billNumber: '' }, 'billNumber', 'Bill number is required'],
    [{ billNumber: undefined }, 'billNumber', 'Bill number is required'],
  ])('%j is 400 with the form’s own message', async (change, field, message) => {
    const { status, json } = await shop.create(newBill(change));
    expect(status).toBe(400);
    expect(json.fieldErrors).toEqual({ [field]: message });
  });

  test('accepts only small JSON by POST', async () => {
    const url = `${shop.stack.siteUrl}/api/create-razorpay-order`;
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(url, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    expect((await shop.post('create-razorpay-order', '{}', { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    expect((await shop.post('create-razorpay-order', '{')).status).toBe(400);
    expect((await shop.post('create-razorpay-order', ' '.repeat(20_000))).status).toBe(413);
    expect((await shop.create(newBill(), 'short')).status).toBe(400);
  });

  test('an address that starts too many has to wait; invalid and repeated requests do not count', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const bill = newBill();
    for (let index = 0; index < 30; index += 1) {
      expect((await shop.post('create-razorpay-order', bill, from)).status).toBe(200);
      expect((await shop.post('create-razorpay-order', {}, from)).status).toBe(400);
    }
    await renewRateLimits(shop.ledger);
    const statuses = [];
    for (let index = 0; index < 21; index += 1)
      statuses.push((await shop.post('create-razorpay-order', newBill(), from)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    const refused = await shop.post('create-razorpay-order', newBill(), from);
    expect(refused.status).toBe(429);
    expect(refused.json.error).toMatch(
      /^Too many payments were started from here. Please try again in \d+ seconds\.$/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The client wrote the first entry, the proxy the last.
    const spoofed = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    expect((await shop.post('create-razorpay-order', newBill(), spoofed)).status).toBe(429);
  });

  test.each([
    ['a passing fault', { status: 502, times: 1 }, 200, undefined],
    ['a page of HTML', { html: true }, 502, /currently unavailable/],
    ['too many requests', { status: 429 }, 503, /busy/],
    ['wrong keys', { status: 401 }, 502, /currently unavailable/],
    ['another currency', { alter: { currency: 'USD' } }, 502, /invalid response/],
    ['another amount', { alter: { amount: 100 } }, 502, /invalid response/],
    ['a response without sense', { alter: { id: '../payments' } }, 502, /currently unavailable/],
  ])('the gateway responds with %s', async (_what, fault, status, message) => {
    await shop.faults({ calls: [{ call: 'POST /v1/orders', ...fault }] });
    const response = await shop.create(newBill());
    expect(response.status).toBe(status);
    if (message) expect(response.json.error).toMatch(message);
  });

  test('the limit of the agency’s account is explained to the customer', async () => {
    await shop.faults({ ceiling: 50_000_000 });
    const response = await shop.create(newBill({ amount: 600_000 }));
    expect(response.status).toBe(422);
    expect(response.json.error).toMatch(/above the limit for one online payment/);
  });
});

describe('verifying a payment', () => {
  test('a paid order is recorded', async () => {
    const { bill, order, paid } = await shop.paidBill();
    const { status, json } = await shop.verify(bill, paid);
    expect([status, json]).toEqual([
      200,
      {
        state: 'paid',
        orderId: order.orderId,
        paymentId: paid.razorpay_payment_id,
        amount: 149_950,
        currency: 'INR',
        receipt: order.receipt,
      },
    ]);
    expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject([
      { status: 'captured', amount: 149_950, currency: 'INR' },
    ]);
  });

  test('a report is accepted once, also if repeated concurrently; the paying browser reads its receipt', async () => {
    const { bill, order, paid } = await shop.paidBill();
    const responses = await Promise.all([1, 2, 3].map(() => shop.verify(bill, paid)));
    responses.push(await shop.verify(bill, paid));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const recorded = await shop.paymentsOfOrder(order.orderId);
    expect(recorded).toHaveLength(1);
    const replayed = await shop.verify(bill, paid);
    expect([replayed.status, replayed.json.code]).toEqual([409, 'reported-before']);
    expect(replayed.text).not.toContain(order.receipt);
    expect(await shop.paymentsOfOrder(order.orderId)).toEqual(recorded);
    const state = await shop.post('payment-status', { receipt: order.receipt });
    expect(state.json).toMatchObject({ state: 'paid', paymentId: paid.razorpay_payment_id });
  });

  test('a paid order takes no duplicate payment', async () => {
    const bill = newBill();
    const { json: order } = await shop.create(bill);
    const late = await shop.pay(order.orderId, 'started');
    const paid = await shop.pay(order.orderId);
    expect((await shop.verify(bill, paid)).status).toBe(200);
    const second = await shop.sandbox('POST', `/sandbox/payments/${late.razorpay_payment_id}/authorize`);
    const response = await shop.verify(bill, second);
    expect([response.status, response.json.code]).toEqual([409, 'order-paid']);
    await shop.post('payment-status', { receipt: order.receipt });
    const states = (await shop.paymentsOfOrder(order.orderId)).map(({ status }) => status).sort();
    expect(states).toEqual(['authorized', 'captured']);
  });

  test('a second authorised payment is not captured if only Razorpay knows of the first', async () => {
    const bill = newBill();
    const { json: order } = await shop.create(bill);
    const late = await shop.pay(order.orderId, 'started');
    const first = await shop.pay(order.orderId);
    const second = await shop.sandbox('POST', `/sandbox/payments/${late.razorpay_payment_id}/authorize`);
    const response = await shop.verify(bill, second);
    expect([response.status, response.json.code]).toEqual([409, 'order-paid']);
    const captured = (await shop.paymentsOfOrder(order.orderId)).filter(
      ({ status }) => status === 'captured',
    );
    expect(captured.map(({ id }) => id)).toEqual([first.razorpay_payment_id]);
    const { items } = await shop.sandbox('GET', `/v1/orders/${order.orderId}/payments`);
    expect(items.map(({ status }: { status: string }) => status).sort()).toEqual(['authorized', 'captured']);
  });

  test('if the customer bears the fee, receipt and response show a paid bill', async () => {
    await shop.sandbox('PUT', '/sandbox/account', { feeBearer: 'customer' });
    const { bill, order, paid } = await shop.paidBill();
    const manual = await shop.create(newBill());
    await shop.sandbox('DELETE', '/sandbox/account');
    expect((await shop.verify(bill, paid)).json).toMatchObject({ state: 'paid', amount: order.amount });
    const [payment] = await shop.paymentsOfOrder(order.orderId);
    expect(payment?.amount).toBe(order.amount + (payment?.fee ?? 0));
    const page = await (await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`)).text();
    const said = ['Paid in test mode.', 'TEST PAYMENT', 'Convenience fee', 'Pay this bill'];
    expect(said.map((message) => page.includes(message))).toEqual([true, true, true, false]);
    expect(manual.status).toBe(200);
  });

  test('an authorised payment is captured; one captured meanwhile counts as well', async () => {
    const bill = newBill();
    const { json: order } = await shop.create(bill);
    const { razorpay_payment_id } = await shop.pay(order.orderId, 'started');
    const paid = await shop.sandbox('POST', `/sandbox/payments/${razorpay_payment_id}/authorize`);
    // The response says "authorised" although the payment is captured: capturing then fails with a 400.
    await shop.faults({ calls: [{ call: 'GET /v1/payments', alter: { status: 'authorized' }, times: 1 }] });
    expect((await shop.verify(bill, paid)).status).toBe(200);
    expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject([{ status: 'captured' }]);
  });

  type Tampering = (one: Awaited<ReturnType<Shop['paidBill']>>) => Promise<Record<string, unknown>>;
  const tamperings: [string, Tampering][] = [
    [
      'another order’s signature',
      async () => ({ signature: (await shop.paidBill()).paid.razorpay_signature }),
    ],
    ['a changed amount', async () => ({ amount: 1 })],
    ['a changed bill number', async () => ({ billNumber: 'INV-other' })],
    ['a changed name', async () => ({ customerName: 'Somebody Else' })],
    ['a changed order id', async () => ({ orderId: (await shop.paidBill()).order.orderId })],
    ['an order that does not exist', async () => ({ orderId: 'order_AAAAAAAAAAAAAA' })],
    [
      'payment and order signed in the wrong order',
      async ({ order, paid }) => ({
        signature: createHmac('sha256', shop.stack.secrets.sandboxKeySecret)
          .update(`${paid.razorpay_payment_id}|${order.orderId}`)
          .digest('hex'),
      }),
    ],
    [
      'another order’s payment with a good signature',
      async ({ order }) => {
        const other = await shop.paidBill();
        return {
          paymentId: other.paid.razorpay_payment_id,
          signature: createHmac('sha256', shop.stack.secrets.sandboxKeySecret)
            .update(`${order.orderId}|${other.paid.razorpay_payment_id}`)
            .digest('hex'),
        };
      },
    ],
    ['a payment id with a path in it', async () => ({ paymentId: '../orders/pay_9' })],
    ['an order id with a path in it', async () => ({ orderId: '../payments/pay_' })],
    ['no signature', async () => ({ signature: undefined })],
    ['a signature in capitals', async ({ paid }) => ({ signature: paid.razorpay_signature.toUpperCase() })],
  ];
  test.each(tamperings)('%s is refused and not recorded', async (_what, tamper) => {
    const one = await shop.paidBill();
    const before = await shop.paymentsInLedger();
    const response = await shop.verify(one.bill, one.paid, await tamper(one));
    expect(response.status).toBe(400);
    expect(await shop.paymentsInLedger()).toEqual(before);
  });

  test('one customer’s report, replayed for another bill, is refused', async () => {
    const { bill, paid } = await shop.paidBill();
    expect((await shop.verify(bill, paid)).status).toBe(200);
    const other = newBill();
    const { json: order } = await shop.create(other);
    expect((await shop.verify(other, paid)).status).toBe(400);
    expect((await shop.verify(other, { ...paid, razorpay_order_id: order.orderId })).status).toBe(400);
    expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
  });

  test.each([
    ['currency', { currency: 'USD' }],
    ['amount', { amount: 100 }],
  ])('a payment in another %s is refused and not recorded', async (_what, alter) => {
    const { bill, order, paid } = await shop.paidBill();
    await shop.faults({ calls: [{ call: 'GET /v1/payments', alter }] });
    expect((await shop.verify(bill, paid)).status).toBe(400);
    expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
  });

  test('while the gateway is down nothing is claimed; a later report or reconciliation records it', async () => {
    const { bill, order, paid } = await shop.paidBill();
    await shop.faults({ calls: [{ call: 'GET /v1/payments', status: 503 }] });
    expect((await shop.verify(bill, paid)).status).toBe(502);
    expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
    await shop.clearFaults();
    expect((await shop.verify(bill, paid)).status).toBe(200);
  });
});

test('a returning customer sees the true state, even if nobody reported the payment', async () => {
  const { order } = await shop.paidBill();
  const state = await shop.post('payment-status', { receipt: order.receipt });
  expect(state.json).toMatchObject({ state: 'paid', upToDate: true });
  const open = (await shop.create(newBill())).json;
  expect((await shop.post('payment-status', { receipt: open.receipt })).json.state).toBe('open');
  expect((await shop.post('payment-status', { receipt: 'a'.repeat(22) })).status).toBe(404);
  expect((await shop.post('payment-status', { receipt: 5 })).status).toBe(400);
});

test('no response and no log line contains secrets or personal data', async () => {
  const { bill, paid } = await shop.paidBill();
  await shop.verify(bill, paid);
  await expect.poll(() => shop.stack.log.join('\n')).toContain(paid.razorpay_payment_id);
  const { sandboxKeySecret, sandboxWebhookSecret } = shop.stack.secrets;
  const responses = [await shop.create(newBill()), await shop.verify(bill, paid)].map(
    (response) => response.text,
  );
  for (const text of [...shop.stack.log, ...responses])
    for (const secret of [sandboxKeySecret, sandboxWebhookSecret, 'Asha Verma', '9876543210'])
      expect(text).not.toContain(secret);
});
