import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { renewRateLimits } from '../../support/rate-limits.ts';
import { newBill, openShop } from './shop.ts';

// Webhooks would hide what verification and the sweep do alone.
const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' });
afterAll(() => shop.close());
afterEach(() => shop.clearFaults());

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

  test('errors of the bill are returned by field', async () => {
    const { status, json } = await shop.create(newBill({ amount: 0.5, customerName: 'A' }));
    expect([status, Object.keys(json.fieldErrors).sort()]).toEqual([400, ['amount', 'customerName']]);
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
    ['a passing fault', { status: 502, times: 1 }, 200],
    ['another currency', { alter: { currency: 'USD' } }, 502],
    ['another amount', { alter: { amount: 100 } }, 502],
    ['an id with a path', { alter: { id: '../payments' } }, 502],
  ])('the gateway responds with %s', async (_what, fault, status) => {
    await shop.faults({ calls: [{ call: 'POST /v1/orders', ...fault }] });
    expect((await shop.create(newBill())).status).toBe(status);
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

  test('if the customer bears the fee, receipt and response show a paid bill', async () => {
    await shop.sandbox('PUT', '/sandbox/account', { feeBearer: 'customer' });
    const { bill, order, paid } = await shop.paidBill();
    const manual = await shop.create(newBill());
    await shop.sandbox('DELETE', '/sandbox/account');
    expect((await shop.verify(bill, paid)).json).toMatchObject({ state: 'paid', amount: order.amount });
    const [payment] = await shop.paymentsOfOrder(order.orderId);
    expect(payment?.amount).toBe(order.amount + (payment?.fee ?? 0));
    const page = await (await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${order.receipt}`)).text();
    const said = ['Paid in test mode.', 'TEST PAYMENT', 'Convenience fee', 'href="/pay-online?'];
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
});

const sendForm = (init: RequestInit) =>
  fetch(`${shop.stack.siteUrl}/api/razorpay-callback`, { method: 'POST', redirect: 'manual', ...init });
/** Sends the form that Razorpay's hosted page makes the browser send. Returns where the browser is sent. */
const comeBack = async (fields: Record<string, string>) => {
  const response = await sendForm({ body: new URLSearchParams(fields) });
  expect(response.status).toBe(303);
  return response.headers.get('location');
};

describe('a browser that returns from Razorpay’s hosted page', () => {
  test('is sent to its receipt once the payment is confirmed and recorded, also if it posts again', async () => {
    const { order, paid } = await shop.paidBill();
    expect(await comeBack({ ...paid })).toBe(`/pay-online/receipt/${order.receipt}`);
    const rows = await shop.paymentsOfOrder(order.orderId);
    expect(rows).toMatchObject([{ status: 'captured' }]);
    expect(await comeBack({ ...paid })).toBe(`/pay-online/receipt/${order.receipt}`);
    expect(await shop.paymentsOfOrder(order.orderId)).toEqual(rows);
  });

  test('gets no receipt for a wrong report, and nothing is recorded', async () => {
    const [one, other] = [await shop.paidBill(), await shop.paidBill()];
    const before = await shop.paymentsInLedger();
    const { razorpay_signature } = other.paid;
    expect(await comeBack({ ...one.paid, razorpay_signature })).toBe('/pay-online?payment=unverified');
    expect(await shop.paymentsInLedger()).toEqual(before);
  });

  const error = { 'error[description]': 'Declined for Asha Verma', 'error[metadata]': '{' };
  test.each([
    [{ ...error, 'error[reason]': 'payment_declined' }, 'failed'],
    [{ ...error, 'error[reason]': 'payment_cancelled' }, 'cancelled'],
    [{}, 'failed'],
  ])('with %j is shown the outcome, without details in the address', async (fields, outcome) => {
    expect(await comeBack(fields)).toBe(`/pay-online?payment=${outcome}`);
  });

  test.each([
    ['JSON', 415, '{}', 'application/json'],
    ['a large form', 413, 'a'.repeat(20_000), 'application/x-www-form-urlencoded'],
    [
      'bytes that are no text',
      303,
      Buffer.from([0xff, 0xfe, 0x25, 0x00]),
      'application/x-www-form-urlencoded',
    ],
  ])('and sends %s gets %i', async (_what, status, body, type) => {
    expect((await sendForm({ body, headers: { 'content-type': type } })).status).toBe(status);
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
