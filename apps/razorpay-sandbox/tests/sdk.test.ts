import { createHmac, randomUUID } from 'node:crypto';
import type Razorpay from 'razorpay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys as ours, type RunningSandbox, startSandbox } from './sandbox.ts';
import { describeError, errorOf, sdk } from './sdk.ts';

// With RAZORPAY_KEY_ID=rzp_test_… and RAZORPAY_KEY_SECRET, the first part runs against Razorpay itself. This shows that the
// sandbox responds like Razorpay.
const real = process.env.RAZORPAY_KEY_ID?.startsWith('rzp_test_') ? process.env : undefined;

let sandbox: RunningSandbox | undefined;
let razorpay: Razorpay;
let address: string;
let keys: { key_id: string; key_secret: string };

beforeAll(async () => {
  if (real) {
    keys = { key_id: real.RAZORPAY_KEY_ID ?? '', key_secret: real.RAZORPAY_KEY_SECRET ?? '' };
    address = 'https://api.razorpay.com';
  } else {
    sandbox = await startSandbox();
    keys = ours;
    address = sandbox.url;
  }
  razorpay = sdk(keys, address);
});
afterAll(() => sandbox?.stop());

const payment = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 1440, manual_expiry_period: 7200, refund_speed: 'normal' },
};
const order = (change: object = {}) =>
  razorpay.orders.create({ amount: 149_950, currency: 'INR', receipt: randomUUID(), ...change });

describe('orders, on the sandbox or at Razorpay', () => {
  test('are created and fetched with the documented fields', async () => {
    const receipt = randomUUID();
    const created = await order({ receipt, payment });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 149_950,
      amount_paid: 0,
      amount_due: 149_950,
      currency: 'INR',
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    });
    const { id } = created;
    expect(await razorpay.orders.fetch(id)).toMatchObject({ id, receipt, amount: 149_950 });
    const payments = await razorpay.orders.fetchPayments(id);
    expect(payments).toEqual({ entity: 'collection', count: 0, items: [] });
    const listed = await razorpay.orders.all({ receipt });
    expect(listed).toMatchObject({ entity: 'collection', count: 1, items: [{ id }] });
  });

  test('store notes', async () => {
    const created = await order({ notes: { bill: 'INV-1' } });
    expect(created.notes).toEqual({ bill: 'INV-1' });
    const edited = await razorpay.orders.edit(created.id, { notes: { bill: 'INV-2' } });
    expect(edited.notes).toEqual({ bill: 'INV-2' });
  });

  test.each([
    [{ amount: 99 }, 'Order amount less than minimum amount allowed'],
    [{ amount: 100.5 }, 'The amount must be an integer.'],
    [{ amount: 1e12 }, 'Amount exceeds maximum amount allowed.'],
    [{ colour: 'red' }, 'colour is/are not required and should not be sent'],
    [{ receipt: 'x'.repeat(41) }, expect.stringContaining('40 characters')],
  ])('refuse %j: %s', async (change, description) => {
    expect(await errorOf(order(change))).toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description },
    });
  });

  test('refuse unknown ids and wrong keys', async () => {
    const unknown = describeError(razorpay.payments.fetch('pay_AAAAAAAAAAAAAA'));
    expect(await unknown).toBe('The id provided does not exist');
    expect(await describeError(razorpay.orders.fetch('order_x'))).toBe('order_x is not a valid id');
    expect(await errorOf(sdk({ ...keys, key_secret: 'wrong' }, address).orders.all())).toMatchObject({
      statusCode: 401,
      error: { description: 'Authentication failed' },
    });
  });
});

// Razorpay's API cannot make payments, so payments are tested only on the sandbox.
describe.skipIf(real !== undefined)('payments and refunds, on the sandbox', () => {
  const pay = async (orderId: string, outcome?: string) => sandbox?.pay(orderId, outcome);

  test('a payment is captured once, and only for its amount', async () => {
    const { id } = await order();
    const paid = await pay(id);
    const paymentId = paid?.razorpay_payment_id ?? '';
    expect(await razorpay.payments.fetch(paymentId)).toMatchObject({
      entity: 'payment',
      status: 'authorized',
      order_id: id,
    });
    const notes = { desk: 'Pune' };
    expect(await razorpay.payments.edit(paymentId, { notes })).toMatchObject({ id: paymentId, notes });
    const capture = (paise: number) => razorpay.payments.capture(paymentId, paise, 'INR');
    const wrong = 'Capture amount must be equal to the amount authorized.';
    expect(await describeError(capture(100))).toBe(wrong);
    expect(await capture(149_950)).toMatchObject({ status: 'captured', captured: true });
    expect(await describeError(capture(149_950))).toBe('This payment has already been captured');
    const whole = { status: 'paid', amount_paid: 149_950, amount_due: 0, attempts: 1 };
    expect(await razorpay.orders.fetch(id)).toMatchObject(whole);
    expect(paid?.razorpay_signature).toBe(
      createHmac('sha256', keys.key_secret).update(`${id}|${paymentId}`).digest('hex'),
    );
  });

  test('refunds cannot exceed the payment', async () => {
    const { id } = await order();
    const paymentId = (await pay(id))?.razorpay_payment_id ?? '';
    await razorpay.payments.capture(paymentId, 149_950, 'INR');
    const refund = (body: object) => razorpay.payments.refund(paymentId, body);
    expect(await refund({ amount: 50_000 })).toMatchObject({
      entity: 'refund',
      amount: 50_000,
      payment_id: paymentId,
      status: 'processed',
    });
    const over = 'The refund amount provided is greater than amount captured.';
    expect(await describeError(refund({ amount: 149_950 }))).toBe(over);
    await refund({});
    const full = { status: 'refunded', refund_status: 'full' };
    expect(await razorpay.payments.fetch(paymentId)).toMatchObject(full);
    expect(await describeError(refund({}))).toBe('The payment has been fully refunded already.');
    expect((await razorpay.orders.fetch(id)).status).toBe('paid');
  });

  test('a paid order refuses a duplicate payment', async () => {
    const { id } = await order({ payment });
    await pay(id);
    await expect(pay(id)).rejects.toThrow('Order is already paid');
  });
});

test('the sandbox does not start with live keys', async () => {
  await expect(startSandbox({ RAZORPAY_KEY_ID: 'rzp_live_abc' })).rejects.toThrow('accepts only test keys');
});
