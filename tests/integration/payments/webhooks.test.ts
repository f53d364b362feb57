import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from './shop.ts';

const previousWebhookSecret = 'the-secret-before-the-change';
const previousKeySecret = 'the-key-secret-before-the-change';
let shop: Shop;
beforeAll(async () => {
  // The tests send the webhooks themselves.
  shop = await openShop({
    RAZORPAY_SANDBOX_WEBHOOK_URL: '',
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previousWebhookSecret,
    RAZORPAY_KEY_SECRET_PREVIOUS: previousKeySecret,
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

test('records a payment whose browser closed; redelivery changes nothing', async () => {
  const { bill, order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  const id = { 'x-razorpay-event-id': randomUUID() };
  expect((await shop.webhook(body, id)).status).toBe(200);
  expect((await shop.webhook(body, id)).json).toEqual({ ok: true, duplicate: true });
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
  // The browser's own report is late, and arrives once as well.
  const reports = await Promise.all([shop.verify(bill, paid), shop.verify(bill, paid)]);
  expect(reports.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shop.verify(bill, paid)).status).toBe(409);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
});

test('an event from before a secret rotation is accepted with the previous secret', async () => {
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

test('a payment started before a key rotation is verified with the previous secret', async () => {
  const signedWith = async (secret: string) => {
    const { bill, paid } = await shop.paidBill();
    const text = `${paid.razorpay_order_id}|${paid.razorpay_payment_id}`;
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    return (await shop.verify(bill, paid, { signature })).status;
  };
  expect(await signedWith(previousKeySecret)).toBe(200);
  expect(await signedWith('an-older-one')).toBe(400);
  expect(shop.stack.log.join('\n')).not.toContain(previousKeySecret);
});

const entriesAbout = (subject: string) =>
  shop.ledger
    .selectFrom('entries')
    .select(['kind', 'amount', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

test('the same event is accepted from every registration, at any age and however often', async () => {
  const { order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  const id = { 'x-razorpay-event-id': randomUUID() };
  const old = { ...body, created_at: body.created_at - 30 * 24 * 3600 };
  for (const [sent, headers] of [
    [body, id],
    [body, {}],
    [body, { 'x-razorpay-event-id': '' }],
    [{ ...body, created_at: 1 }, id],
    [old, id],
    [old, {}],
  ] as const)
    expect((await shop.webhook(sent, headers)).status).toBe(200);
  expect(await shop.paymentsOfOrder(order.orderId)).toHaveLength(1);
  expect((await entriesAbout(paid.razorpay_payment_id)).map(({ kind }) => kind)).toEqual([
    'captured',
    'fee',
    'tax',
  ]);
});

test('forged webhooks are refused and not recorded', async () => {
  const { order, paid } = await shop.paidBill();
  const body = await captured(order.orderId, paid.razorpay_payment_id);
  expect((await shop.webhook(body, { 'x-razorpay-signature': 'f'.repeat(64) })).status).toBe(401);
  expect((await shop.webhook(body, { 'x-razorpay-signature': '' })).status).toBe(401);
  expect((await shop.post('razorpay-webhook', body)).status).toBe(401);
  expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
});

test.each([
  ['another currency', { currency: 'USD' }, 'currency'],
  ['another amount', { amount: 1 }, 'amount'],
  ['an order of somebody else', { order_id: 'order_BBBBBBBBBBBBBB' }, 'unknown order'],
  ['no order, as by QR code', { order_id: undefined }, 'unknown order'],
])('money that arrives with %s is entered as unexplained', async (_what, change, detail) => {
  const { order, paid } = await shop.paidBill();
  const id = paid.razorpay_payment_id;
  const body = await captured(order.orderId, id, change);
  expect((await shop.webhook(body)).status).toBe(200);
  expect((await shop.webhook(body)).status).toBe(200);
  expect(await shop.paymentsOfOrder(order.orderId)).toEqual([]);
  const amount = body.payload.payment.entity.amount;
  expect(await entriesAbout(id)).toEqual([{ kind: 'unexplained', amount, detail }]);
  // An entry explains it once it matches an order.
  await shop.webhook(await captured(order.orderId, id));
  expect((await entriesAbout(id)).map(({ kind }) => kind)).toEqual([
    'unexplained',
    'captured',
    'fee',
    'tax',
    'explained',
  ]);
});

test('an attempt that failed elsewhere leaves no trace', async () => {
  const { order, paid } = await shop.paidBill();
  const body = await captured('order_BBBBBBBBBBBBBB', paid.razorpay_payment_id, { status: 'failed' });
  expect((await shop.webhook(body)).status).toBe(200);
  expect(await entriesAbout(paid.razorpay_payment_id)).toEqual([]);
  expect(order.orderId).toBeTruthy();
});

test('a signed but unreadable webhook gets 2xx, and is shown to staff', async () => {
  const { paid } = await shop.paidBill();
  const before = await shop.paymentsInLedger();
  const unreadable = () =>
    shop.ledger.selectFrom('entries').select('subject').where('subject', 'like', 'event%').execute();
  expect(await unreadable()).toEqual([]);
  expect((await shop.webhook(await captured('../orders', paid.razorpay_payment_id))).status).toBe(200);
  expect((await shop.webhook({ event: 'x' })).status).toBe(200);
  expect(await unreadable()).toHaveLength(2);
  for (const payload of [{}, []])
    expect((await shop.webhook({ event: 'settlement.processed', payload })).json).toEqual({
      ok: true,
      ignored: true,
    });
  expect(await shop.paymentsInLedger()).toEqual(before);
});

describe('if the customer bears the fee', () => {
  const withFee = async (orderId: string, paymentId: string) => {
    const { amount } = await shop.sandbox('GET', `/v1/orders/${orderId}`);
    return captured(orderId, paymentId, { amount: amount + 3540, fee: 3540, tax: 540 });
  };

  test('a payment of the order plus the fee pays the order', async () => {
    const { order, paid } = await shop.paidBill();
    const body = await withFee(order.orderId, paid.razorpay_payment_id);
    expect((await shop.webhook(body)).status).toBe(200);
    const [payment] = await shop.paymentsOfOrder(order.orderId);
    expect(payment).toMatchObject({ status: 'captured', amount: order.amount + 3540, fee: 3540 });
    const { json } = await shop.post('payment-status', { receipt: order.receipt });
    expect(json).toMatchObject({ state: 'paid' });
  });

  test('any other difference is unexplained', async () => {
    const { order, paid } = await shop.paidBill();
    const body = await withFee(order.orderId, paid.razorpay_payment_id);
    body.payload.payment.entity.fee = 3539;
    expect((await shop.webhook(body)).status).toBe(200);
    expect(await entriesAbout(paid.razorpay_payment_id)).toMatchObject([{ detail: 'amount' }]);
  });
});

describe('refunded money', () => {
  const refundOf = (payment: { id: string }, change: object) => ({
    id: `rfnd_${payment.id.slice(4)}`,
    entity: 'refund',
    payment_id: payment.id,
    currency: 'INR',
    status: 'processed',
    receipt: null,
    acquirer_data: { arn: null },
    created_at: Math.floor(Date.now() / 1000),
    ...change,
  });
  const reported = async (event: string, orderId: string, paymentId: string, refund: object, change = {}) => {
    const { payload, ...body } = await captured(orderId, paymentId, change);
    const given = refundOf(payload.payment.entity, refund);
    return shop.webhook({ ...body, event, payload: { refund: { entity: given }, ...payload } });
  };

  test('is restored if the refund fails', async () => {
    const { order, paid } = await shop.paidBill();
    const id = paid.razorpay_payment_id;
    const refunded = { status: 'refunded', amount_refunded: order.amount };
    await reported('refund.processed', order.orderId, id, { amount: order.amount }, refunded);
    expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject([refunded]);
    // Razorpay keeps counting it.
    const failed = { amount: order.amount, status: 'failed' };
    await reported('refund.failed', order.orderId, id, failed, refunded);
    // A late report of the previous state changes nothing.
    await reported('refund.processed', order.orderId, id, { amount: order.amount }, refunded);
    expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject([
      { status: 'captured', amount_refunded: 0 },
    ]);
    expect(await entriesAbout(`rfnd_${id.slice(4)}`)).toMatchObject([
      { kind: 'refunded', amount: order.amount },
      { kind: 'refund-failed', amount: order.amount },
    ]);
    const { json } = await shop.post('payment-status', { receipt: order.receipt });
    expect(json).toMatchObject({ state: 'paid' });
  });

  test('for a lost dispute is in the ledger', async () => {
    const { order, paid } = await shop.paidBill();
    const id = `disp_${paid.razorpay_payment_id.slice(4)}`;
    const dispute = async (event: string, change: object) => {
      const { payload, ...body } = await captured(order.orderId, paid.razorpay_payment_id);
      const entity = {
        id,
        entity: 'dispute',
        payment_id: paid.razorpay_payment_id,
        amount: 5000,
        amount_deducted: 0,
        currency: 'INR',
        reason_code: 'goods_not_received',
        phase: 'chargeback',
        status: 'open',
        respond_by: body.created_at + 86_400,
        created_at: body.created_at,
        ...change,
      };
      return shop.webhook({ ...body, event, payload: { ...payload, dispute: { entity } } });
    };
    expect((await dispute('payment.dispute.created', {})).status).toBe(200);
    await dispute('payment.dispute.lost', { status: 'lost', amount_deducted: 5000 });
    await dispute('payment.dispute.created', {});
    const rows = await shop.ledger.selectFrom('disputes').selectAll().where('id', '=', id).execute();
    expect(rows).toMatchObject([{ status: 'lost', deducted: 5000, respond_by: expect.any(String) }]);
    expect(await entriesAbout(id)).toMatchObject([
      { kind: 'disputed', amount: 5000 },
      { kind: 'dispute-lost', amount: 5000 },
    ]);
  });
});
