import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { amount, day, fee, type Merchant, now, openMerchant, tax } from './merchant.ts';
import { webhookSecret } from './sandbox.ts';
import { errorOf } from './sdk.ts';

let merchant: Merchant;
let razorpay: Merchant['razorpay'];
let post: Merchant['post'];
beforeAll(async () => {
  merchant = await openMerchant();
  ({ razorpay, post } = merchant);
});
afterAll(() => merchant.close());

const reportSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });
type Report = { year: number; month: number; day?: number; count?: number; skip?: number };
/** Returns the items of the reconciliation report. The SDK's types describe only one item. */
const reportOf = async (query: Report) => reportSchema.parse(await razorpay.settlements.reports(query)).items;

describe('settlements', () => {
  test('pay out each payment, refund and lost dispute once, by India’s calendar day', async () => {
    // This is 23:59:59 on 31 March in India.
    const march = Date.UTC(2025, 2, 31, 18, 29, 59) / 1000;
    const [paid, given, disputed] = [
      await merchant.captured({ created_at: march - day }),
      await merchant.captured({ created_at: march - day, method: 'card' }),
      await merchant.captured({ created_at: march - day }),
    ];
    const made = await merchant.refund(given.id, { amount: 50_000, created_at: march - 60 });
    const lost = await post('disputes', { payment_id: disputed.id, amount: 70_000, created_at: march - 60 });
    await post(`disputes/${lost.id}`, { status: 'lost' });
    const settlement = await post('settlements', { created_at: march });
    expect(settlement).toMatchObject({
      amount: 3 * (amount - fee) - 50_000 - 70_000,
      status: 'processed',
      fees: 0,
      utr: expect.stringMatching(/^\d{16}$/),
    });
    expect(await razorpay.settlements.fetch(settlement.id)).toEqual(settlement);
    expect((await razorpay.settlements.all({ from: march, to: march })).items).toEqual([settlement]);

    const items = await reportOf({ year: 2025, month: 3, day: 31, count: 1000 });
    const shared = { settlement_id: settlement.id, settlement_utr: settlement.utr, settled_at: march };
    const credit = { type: 'payment', amount, credit: amount - fee, fee, tax, payment_id: null };
    expect(items).toMatchObject([
      { ...shared, ...credit, entity_id: paid.id, debit: 0, order_id: paid.order_id, method: 'upi' },
      { ...shared, ...credit, entity_id: given.id, method: 'card' },
      { ...shared, ...credit, entity_id: disputed.id },
      {
        ...shared,
        type: 'refund',
        entity_id: made.id,
        payment_id: given.id,
        debit: 50_000,
        credit: 0,
        fee: 0,
      },
      { ...shared, type: 'adjustment', debit: 70_000, credit: 0, payment_id: null, dispute_id: lost.id },
    ]);
    expect(await reportOf({ year: 2025, month: 3, count: 2, skip: 3 })).toEqual(items.slice(3));
    expect(await reportOf({ year: 2025, month: 4 })).toEqual([]);
    const [event] = await merchant.eventsAbout(settlement.id, 1);
    expect(event).toMatchObject({
      event: 'settlement.processed',
      contains: ['settlement'],
      payload: { settlement: { entity: settlement } },
    });
    await expect(post('settlements', { created_at: march })).rejects.toThrow('Nothing to settle');

    // A refund that failed after its deduction is credited with the next settlement.
    await post(`refunds/${made.id}`, { status: 'failed' });
    const next = await post('settlements', { created_at: march + 1 });
    expect(next.amount).toBe(50_000);
    const truth = await merchant.sandbox.call('GET', 'truth');
    expect(truth.captured).toContainEqual({ id: paid.id, order_id: paid.order_id, amount, fee, tax });
    expect(truth.refunds).toContainEqual(expect.objectContaining({ id: made.id, status: 'failed' }));
    expect(truth.disputes).toContainEqual(expect.objectContaining({ id: lost.id, amount_deducted: 70_000 }));
    expect(truth.settlements).toMatchObject([
      { ...settlement, items },
      { id: next.id, items: [{ type: 'adjustment', credit: 50_000, payment_id: given.id }] },
    ]);
  });
});

test('a settlement can fail and be paid again, differ from its lines, and have lines of another day', async () => {
  // This is a minute before midnight in India.
  const january = Date.UTC(2024, 0, 31, 18, 29) / 1000;
  const { id } = await merchant.captured({ created_at: january - day });
  const body = { created_at: january, settled_at: january + 120, differs_by: -500 };
  const first = await post('settlements', body);
  expect(first.amount).toBe(amount - fee - 500);
  expect(await reportOf({ year: 2024, month: 1 })).toEqual([]);
  expect(await reportOf({ year: 2024, month: 2, day: 1 })).toMatchObject([
    { entity_id: id, settlement_id: first.id },
  ]);
  await expect(post('settlements', { created_at: january })).rejects.toThrow('Nothing to settle');
  expect(await post(`settlements/${first.id}`, { status: 'failed' })).toEqual({ ...first, status: 'failed' });
  const second = await post('settlements', { created_at: january + day });
  expect(second).toMatchObject({ amount: amount - fee, status: 'processed' });
  expect(await reportOf({ year: 2024, month: 2 })).toMatchObject([
    { entity_id: id, settlement_id: second.id },
  ]);
});

test('a payment can be on hold, and a settlement can wait before its transfer', async () => {
  const december = Date.UTC(2023, 11, 5, 6) / 1000;
  const [paid, held] = [
    await merchant.captured({ created_at: december - day }),
    await merchant.captured({ created_at: december - day }),
  ];
  const first = await post('settlements', { created_at: december, hold: [held.id], status: 'created' });
  expect(first).toMatchObject({ amount: amount - fee, status: 'created' });
  expect(await reportOf({ year: 2023, month: 12, day: 5 })).toMatchObject([
    { entity_id: paid.id, settlement_id: first.id, on_hold: false, settled: true },
    { entity_id: held.id, settlement_id: null, settlement_utr: null, on_hold: true, settled: false },
  ]);
  await post(`settlements/${first.id}`, { status: 'processed' });
  const [event] = await merchant.eventsAbout(first.id, 1);
  expect(event).toMatchObject({ event: 'settlement.processed' });
  const next = await post('settlements', { created_at: december + day });
  expect(await reportOf({ year: 2023, month: 12, day: 6 })).toMatchObject([
    { entity_id: held.id, settlement_id: next.id, settled: true },
  ]);
});

describe('lists', () => {
  test('return a window of time, newest first', async () => {
    const start = now() - 100 * day;
    const made = [];
    for (const minute of [2, 0, 1]) made.push(await merchant.captured({ created_at: start + 60 * minute }));
    const [last, first, middle] = made.map(({ id }) => id);
    const idsOf = async (window: object) =>
      (await razorpay.payments.all({ from: start, to: start + 120, ...window })).items.map(({ id }) => id);
    expect(await idsOf({})).toEqual([last, middle, first]);
    expect(await idsOf({ to: start + 119 })).toEqual([middle, first]);
    expect(await idsOf({ skip: 1, count: 1 })).toEqual([middle]);
    expect(await idsOf({ skip: 3 })).toEqual([]);
    const { items } = await razorpay.orders.all({ from: start, to: start + 60 });
    expect(items.map(({ id }) => id)).toEqual([made[2]?.order_id, made[1]?.order_id]);
  });

  test.each([
    [{ from: 946_684_799 }, 'from must be between 946684800 and 4765046400'],
    [{ to: 4_765_046_401 }, 'to must be between 946684800 and 4765046400'],
    [{ count: 101 }, 'The count may not be greater than 100.'],
  ])('payments, %j: %s', async (query, description) => {
    expect(await errorOf(razorpay.payments.all(query))).toMatchObject({
      statusCode: 400,
      error: { description },
    });
  });
});

test('each registration has its own event ids, secret and retries', async () => {
  const second = await post('registrations', {
    url: `${merchant.listening}/second`,
    secret: 'another secret',
  });
  const { id } = await merchant.captured();
  const sent = () =>
    merchant.received.filter(({ text }) => text.includes('"payment.captured"') && text.includes(id));
  await expect.poll(async () => (await merchant.sandbox.call('GET', 'webhooks?state=waiting')).count).toBe(0);
  const [first, other] = ['/first', '/second'].map((path) => sent().filter((one) => one.path === path));
  expect(first?.[0]?.text).toBe(other?.[0]?.text);
  expect(first?.[0]?.eventId).not.toBe(other?.[0]?.eventId);
  for (const [one, secret] of [
    [first, webhookSecret],
    [other, 'another secret'],
  ] as const)
    expect(one?.[0]?.signature).toBe(
      createHmac('sha256', secret)
        .update(one?.[0]?.text ?? '')
        .digest('hex'),
    );
  const deliveries = await merchant.sandbox.call('GET', 'webhooks');
  const attempts = deliveries.items
    .filter((one: { registration: string }) => one.registration === second.id)
    .map((one: { attempts: number }) => one.attempts);
  expect(attempts.toSorted()).toEqual([...attempts.slice(1).map(() => 1), 2]);
  expect(merchant.received.filter(({ path }) => path === '/first').length).toBe(
    new Set(merchant.received.filter(({ path }) => path === '/first').map(({ eventId }) => eventId)).size,
  );
});
