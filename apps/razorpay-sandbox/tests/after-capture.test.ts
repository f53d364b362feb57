import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { amount, automatic, day, fee, type Merchant, now, openMerchant, tax } from './merchant.ts';
import { describeError, errorOf } from './sdk.ts';

let merchant: Merchant;
let razorpay: Merchant['razorpay'];
let post: Merchant['post'];
beforeAll(async () => {
  merchant = await openMerchant();
  ({ razorpay, post } = merchant);
});
afterAll(() => merchant.close());
afterEach(() => merchant.sandbox.call('DELETE', 'account'));

describe('capturing', () => {
  test('a paid order refuses a second capture, and the late payment stays authorised until Razorpay refunds it', async () => {
    const { id } = await merchant.order();
    const pay = async () => (await post('payments', { order_id: id })).razorpay_payment_id;
    const [first, second] = [await pay(), await pay()];
    await razorpay.payments.capture(first, amount, 'INR');
    expect(await describeError(razorpay.payments.capture(second, amount, 'INR'))).toBe(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    );
    const late = () => razorpay.payments.fetch(second);
    expect(await late()).toMatchObject({ status: 'authorized', captured: false });
    await post(`payments/${second}/refund-uncaptured`);
    expect(await late()).toMatchObject({ status: 'refunded', captured: false, amount_refunded: amount });
    expect(await razorpay.payments.fetchMultipleRefund(second)).toMatchObject({
      items: [{ amount, status: 'processed' }],
    });
  });

  test('a late authorisation for a paid order with automatic capture stays uncaptured', async () => {
    const { id } = await merchant.order(automatic);
    const { razorpay_payment_id: late } = await post('payments', { order_id: id, outcome: 'started' });
    await post('payments', { order_id: id });
    await post(`payments/${late}/authorize`);
    expect(await razorpay.payments.fetch(late)).toMatchObject({ status: 'authorized', captured: false });
  });

  test('a fee that the customer bears is added to the amount', async () => {
    await merchant.account({ feeBearer: 'customer' });
    const { id } = await merchant.order();
    const { razorpay_payment_id: payment } = await post('payments', { order_id: id });
    expect(await razorpay.payments.fetch(payment)).toMatchObject({ amount: amount + fee, fee, tax });
    expect(await describeError(razorpay.payments.capture(payment, amount, 'INR'))).toBe(
      'Capture amount must be equal to the amount authorized.',
    );
    await razorpay.payments.capture(payment, amount + fee, 'INR');
    expect(await razorpay.orders.fetch(id)).toMatchObject({ amount, amount_paid: amount, status: 'paid' });
    expect(await razorpay.payments.refund(payment, {})).toMatchObject({ amount: amount + fee });
  });
});

test.each([
  ['shared', 1769],
  ['customer', fee],
])(
  'a fee of which the customer bears the part “%s” can be named only once it is captured',
  async (feeBearer, borne) => {
    await merchant.account({ feeBearer, feeKnown: 'captured' });
    const { id } = await merchant.order();
    const { razorpay_payment_id: payment } = await post('payments', { order_id: id });
    const charged = amount + borne;
    expect(await razorpay.payments.fetch(payment)).toMatchObject({ amount: charged, fee: null, tax: null });
    const captured = await razorpay.payments.capture(payment, charged, 'INR');
    expect(captured).toMatchObject({ amount: charged, fee, tax });
  },
);

describe('refunds', () => {
  test('are pending, then processed with a reference, and can fail after that', async () => {
    await merchant.account({ refunds: 'pending' });
    const { id } = await merchant.captured({ vpa: 'asha@okaxis' });
    expect(await razorpay.payments.fetch(id)).toMatchObject({ vpa: 'asha@okaxis' });
    const made = await razorpay.payments.refund(id, { amount: 50_000, receipt: 'R-1' });
    expect(made).toMatchObject({ status: 'pending', acquirer_data: { arn: null }, receipt: 'R-1' });
    await post(`refunds/${made.id}`, { status: 'processed' });
    await razorpay.refunds.edit(made.id, { notes: { bill: 'INV-1' } });
    expect(await razorpay.refunds.fetch(made.id)).toMatchObject({
      status: 'processed',
      notes: { bill: 'INV-1' },
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
    });
    await post(`refunds/${made.id}`, { status: 'failed' });
    expect(await razorpay.payments.fetchRefund(id, made.id)).toMatchObject({ status: 'failed' });
    // As in Razorpay's sample, the payment does not show that the money came back.
    expect(await razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 50_000, status: 'captured' });
    const events = (await merchant.eventsAbout(made.id, 3)).map(({ event, contains }) => [event, contains]);
    expect(events.toSorted()).toEqual(
      ['created', 'failed', 'processed'].map((state) => [`refund.${state}`, ['refund', 'payment']]),
    );
    // The full amount can be refunded again.
    expect(await razorpay.payments.refund(id, {})).toMatchObject({ amount });
    expect(await razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: amount, status: 'refunded' });
  });

  test.each([
    ['less than a rupee', {}, {}, { amount: 99 }, /^The amount must be at least INR 1.00$/],
    ['of an old payment', {}, { created_at: now() - 200 * day }, {}, /more than 6 months old$/],
    ['above the balance', { balance: 99_999 }, {}, { amount: 100_000 }, /does not have enough balance/],
  ])('%s are refused', async (_, setting, change, body, description) => {
    await merchant.account(setting);
    const { id } = await merchant.captured(change);
    const { statusCode, error } = await errorOf(razorpay.payments.refund(id, body));
    expect([statusCode, error.description]).toEqual([400, expect.stringMatching(description)]);
    expect(await razorpay.payments.fetchMultipleRefund(id)).toMatchObject({ count: 0 });
  });

  test('a repeated request with the same idempotency key makes one refund', async () => {
    const { id } = await merchant.captured();
    const key = `refund-${randomUUID()}`;
    await merchant.sandbox.faults({ calls: [{ call: 'POST /v1/payments', dropResponse: true, times: 1 }] });
    await expect(merchant.refundWithKey(id, key, { amount: 1000 })).rejects.toThrow('fetch failed');
    const first = await merchant.refundWithKey(id, key, { amount: 1000 });
    expect(first).toMatchObject({ status: 200, json: { amount: 1000 } });
    expect(await merchant.refundWithKey(id, key, { amount: 1000 })).toEqual(first);
    expect(await merchant.refundWithKey(id, key, { amount: 1001 })).toMatchObject({
      status: 409,
      json: {
        error: { description: 'Different request with the same idempotency key has already been processed.' },
      },
    });
    expect((await merchant.refundWithKey(id, 'too-short', { amount: 1000 })).status).toBe(400);
    expect(await razorpay.payments.fetchMultipleRefund(id)).toMatchObject({ count: 1 });
  });
});

describe('disputes', () => {
  const dispute = async (change: object = {}) =>
    post('disputes', { payment_id: (await merchant.captured()).id, ...change });
  const proof = { billing_proof: ['doc_EFtmUsbwpXwBG9'] };

  test('are lost when accepted, and only then deducted', async () => {
    const opened = await dispute({ amount: 90_000, phase: 'pre_arbitration', respond_by: now() + day });
    expect(opened).toMatchObject({ amount: 90_000, amount_deducted: 0, status: 'open' });
    expect(await razorpay.disputes.fetch(opened.id)).toEqual(opened);
    expect((await razorpay.disputes.all()).items[0]).toEqual(opened);
    const accepted = await razorpay.disputes.accept(opened.id);
    expect(accepted).toMatchObject({ status: 'lost', amount_deducted: 90_000, phase: 'pre_arbitration' });
    const payment = await razorpay.payments.fetch(opened.payment_id);
    expect(payment).toMatchObject({ status: 'captured', amount_refunded: 0 });
    expect(await describeError(razorpay.disputes.accept(opened.id))).toBe(
      'Action not allowed when dispute is in lost status.',
    );
    const events = (await merchant.eventsAbout(opened.id, 2)).map(({ event, contains }) => [event, contains]);
    expect(events.toSorted()).toEqual(
      ['created', 'lost'].map((state) => [`payment.dispute.${state}`, ['payment', 'dispute']]),
    );
  });

  test('can be contested first with a draft, then with a document', async () => {
    const { id } = await dispute({ amount: 90_000 });
    expect(await describeError(razorpay.disputes.contest(id, { amount: 90_001 }))).toBe(
      'contest amount cannot be greater than dispute amount.',
    );
    const draft = { summary: 'The work was done', amount: 80_000 };
    const contested = await razorpay.disputes.contest(id, draft);
    expect(contested).toMatchObject({ status: 'open', evidence: { ...draft, submitted_at: null } });
    expect((await errorOf(razorpay.disputes.contest(id, { action: 'submit' }))).statusCode).toBe(400);
    expect(await razorpay.disputes.contest(id, { ...proof, action: 'submit' })).toMatchObject({
      status: 'under_review',
      evidence: { ...proof, ...draft, submitted_at: expect.any(Number) },
    });
    expect(await describeError(razorpay.disputes.contest(id, proof))).toBe(
      'Action not allowed when dispute is in under_review status.',
    );
    const won = await post(`disputes/${id}`, { status: 'won' });
    expect(won).toMatchObject({ status: 'won', amount_deducted: 0 });
  });

  test('can be deducted at once, reopened with a new deadline, and won after a loss', async () => {
    const { id, payment_id } = await dispute({ amount: 90_000, amount_deducted: 90_000 });
    const respond_by = now() + day;
    const steps = [
      [{ status: 'under_review' }, { amount_deducted: 90_000 }],
      [
        { status: 'open', respond_by },
        { amount_deducted: 90_000, respond_by },
      ],
      [{ status: 'lost' }, { amount_deducted: 90_000, phase: 'chargeback' }],
      [
        { status: 'open', phase: 'arbitration' },
        { phase: 'arbitration', respond_by },
      ],
      [{ status: 'won' }, { amount_deducted: 0, phase: 'arbitration' }],
    ] as const;
    const refund = () => razorpay.payments.refund(payment_id, { amount: 100 });
    for (const [decision, result] of steps) {
      expect(await describeError(refund())).toBe(
        'The refund on this payment is blocked due to ongoing dispute investigation',
      );
      expect(await post(`disputes/${id}`, decision)).toMatchObject({ ...decision, ...result });
      if (decision.status === 'lost') await refund();
      if (decision.status === 'lost') await post(`disputes/${id}`, { status: 'under_review' });
    }
    await refund();
    const events = (await merchant.eventsAbout(id, 7)).map(({ event }) => event.split('.').at(-1));
    expect(events.toSorted().join(' ')).toBe(
      'action_required action_required created lost under_review under_review won',
    );
  });

  test('refuse a response after their deadline', async () => {
    const { id } = await dispute({ respond_by: now() - 1 });
    for (const call of [razorpay.disputes.accept(id), razorpay.disputes.contest(id, proof)])
      expect(await describeError(call)).toBe('Action not allowed as deadline to respond has elapsed.');
  });
});
