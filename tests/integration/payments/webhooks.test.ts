import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './shop.ts';

const previousWebhookSecret = 'the-secret-before-the-change';
let shop: Shop;
beforeAll(async () => {
  // The tests send the webhooks themselves.
  shop = await openShop({
    RAZORPAY_SANDBOX_WEBHOOK_URL: '',
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previousWebhookSecret,
  });
});
afterAll(() => shop.close());

const captured = async (orderId: string, paymentId: string, change = {}) => ({
  entity: 'event',
  event: 'payment.captured',
  contains: ['payment'],
  payload: {
    payment: {
      entity: { ...(await shop.sandbox('GET', `/v1/payments/${paymentId}`)), order_id: orderId, ...change },
    },
  },
  created_at: Math.floor(Date.now() / 1000),
});

test('records a payment whose browser went away; redelivery changes nothing', async () => {
  const { bill, order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  const id = { 'x-razorpay-event-id': randomUUID() };
  expect((await shop.webhook(body, id)).status).toBe(200);
  expect((await shop.webhook(body, id)).json).toEqual({ ok: true, duplicate: true });
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
  // The browser's own report was late, and comes once as well.
  const reports = await Promise.all([shop.verify(bill, paid), shop.verify(bill, paid)]);
  expect(reports.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shop.verify(bill, paid)).status).toBe(409);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
});

test('an event from before a change of the secret is taken with the secret before', async () => {
  const { order, paid } = await shop.paidBill();
  const body = JSON.stringify(await captured(order.orderId, paid.razorpay_payment_id));
  const signedWith = (secret: string) => ({
    'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-razorpay-event-id': randomUUID(),
  });
  expect((await shop.post('razorpay-webhook', body, signedWith('an-older-one'))).status).toBe(401);
  expect((await shop.post('razorpay-webhook', body, signedWith(''))).status).toBe(401);
  expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
  expect((await shop.post('razorpay-webhook', body, signedWith(previousWebhookSecret))).status).toBe(200);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
  expect(shop.stack.log.join('\n')).not.toContain(previousWebhookSecret);
});

test('an old event is taken in once, and is a replay when Razorpay has long stopped sending it', async () => {
  const { order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  const send = async (days: number) => {
    const created_at = body.created_at - days * 24 * 3600;
    const id = { 'x-razorpay-event-id': `event-of-${order.orderId}-${days}` };
    return [
      (await shop.webhook({ ...body, created_at }, id)).status,
      (await shop.webhook({ ...body, created_at }, id)).status,
    ];
  };
  expect(await send(7)).toEqual([200, 200]);
  expect(await send(9)).toEqual([200, 409]);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
});

test('forged, replayed and altered ones are refused and not recorded', async () => {
  const { order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  expect((await shop.webhook(body, { 'x-razorpay-signature': 'f'.repeat(64) })).status).toBe(401);
  expect((await shop.webhook(body, { 'x-razorpay-signature': '' })).status).toBe(401);
  expect((await shop.post('razorpay-webhook', body)).status).toBe(401);
  expect(
    (await shop.webhook(await captured(order.orderId, paid.razorpay_payment_id, { currency: 'USD' }))).status,
  ).toBe(400);
  expect(
    (await shop.webhook(await captured(order.orderId, paid.razorpay_payment_id, { amount: 1 }))).status,
  ).toBe(400);
  expect((await shop.webhook(await captured('../orders', paid.razorpay_payment_id))).status).toBe(400);
  expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
  const id = { 'x-razorpay-event-id': randomUUID() };
  expect((await shop.webhook(body, id)).status).toBe(200);
  expect((await shop.webhook(body)).status).toBe(409);
  expect((await shop.webhook(body, { 'x-razorpay-event-id': '' })).status).toBe(409);
  expect((await shop.webhook({ ...body, created_at: 1 }, id)).status).toBe(409);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
});

test('events that say nothing about our orders are taken without a trace', async () => {
  const { order, paid } = await shop.paidBill();
  const before = await shop.paymentsInLedger();
  const foreign = await captured('order_BBBBBBBBBBBBBB', paid.razorpay_payment_id);
  expect((await shop.webhook(foreign)).status).toBe(200);
  for (const payload of [{}, []])
    expect((await shop.webhook({ event: 'settlement.processed', payload })).status).toBe(200);
  // Payments by QR code belong to no order; some say so by silence.
  expect(
    (await shop.webhook(await captured(order.orderId, paid.razorpay_payment_id, { order_id: undefined })))
      .status,
  ).toBe(200);
  expect((await shop.webhook({ event: 'x' })).status).toBe(400);
  expect(await shop.paymentsInLedger()).toEqual(before);
  expect(order.orderId).toBeTruthy();
});
