import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { findOrder, readPayments } from '#web/payments/ledger/orders.ts';
import { receiveWebhook } from '#web/payments/sync/webhook.ts';
import { id } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();

const seconds = () => house.clock.at / 1000;
/** Delivers an event, signed with a secret of the test ledger or another one. */
const deliver = (
  event: string,
  payload: unknown,
  { secret = 'w', createdAt = seconds(), alter = (signature: string) => signature } = {},
) => {
  const body = Buffer.from(JSON.stringify({ entity: 'event', event, payload, created_at: createdAt }));
  const signature = alter(createHmac('sha256', secret).update(body).digest('hex'));
  const settings = { ...house.payments.settings, webhookSecrets: ['w', 'the-previous-secret'] };
  const headers = new Headers({ 'x-razorpay-signature': signature });
  return receiveWebhook({ ...house.payments, settings }, body, headers);
};
const price = 50_000;
/** A captured payment as Razorpay sends it. */
const captured = (order_id: string | undefined, change = {}) => ({
  ...{ id: id('pay'), entity: 'payment', order_id, amount: price, currency: 'INR', status: 'captured' },
  ...{ captured: true, method: 'upi', amount_refunded: 0, fee: 100, tax: 18, created_at: seconds() },
  ...change,
});
type Entity = ReturnType<typeof captured>;
const report = (entity: Entity, options = {}) =>
  deliver('payment.captured', { payment: { entity } }, options);
const begin = async () => (await house.begin(id('BILL'), price)).orderId;
const entriesAbout = (subject: string) =>
  house.db
    .selectFrom('entries')
    .select(['kind', 'payment_id', 'amount', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
const kindsAbout = async (subject: string) => (await entriesAbout(subject)).map(({ kind }) => kind);

test('a payment is recorded once, at any age of its event and however often that is delivered', async () => {
  const entity = captured(await begin());
  const monthInSeconds = 30 * 24 * 3600;
  const outcomes = [];
  for (const createdAt of [seconds(), seconds(), 1, seconds() - monthInSeconds])
    outcomes.push(await report(entity, { createdAt }));
  expect(outcomes).toEqual(['recorded', 'duplicate', 'duplicate', 'duplicate']);
  expect(await kindsAbout(entity.id)).toEqual(['captured', 'fee', 'tax']);
});

test.each([
  ['w', 'recorded'],
  ['the-previous-secret', 'recorded'],
  ['an-older-one', 'unsigned'],
])('a webhook signed with “%s” is %s', async (secret, outcome) => {
  const orderId = await begin();
  expect(await report(captured(orderId), { secret })).toBe(outcome);
  expect(await readPayments(house.db, orderId)).toHaveLength(outcome === 'recorded' ? 1 : 0);
});

test.each([
  ['nothing', () => ''],
  ['a part of it', (signature: string) => signature.slice(1)],
  ['it and more', (signature: string) => `${signature}00`],
  ['no hexadecimal number', () => 'x'.repeat(64)],
])('a webhook with %s as its signature is unsigned', async (_what, alter) => {
  expect(await report(captured(await begin()), { alter })).toBe('unsigned');
});

test.each([
  ['in another currency', { currency: 'USD' }, 'currency'],
  ['over another amount', { amount: 1 }, 'amount'],
  ['for an order of somebody else', { order_id: 'order_BBBBBBBBBBBBBB' }, 'unknown order'],
  ['for no order, as by QR code', { order_id: undefined }, 'unknown order'],
  ['over the order and almost its fee', { amount: price + 3540, fee: 3539 }, 'amount'],
  ['over a little less than the order', { amount: price - 1 }, 'amount'],
])('money %s is unexplained, until an entry explains it', async (_what, change, detail) => {
  const right = captured(await begin());
  const wrong = { ...right, ...change };
  for (let time = 0; time < 2; time += 1) await report(wrong);
  expect(await entriesAbout(right.id)).toEqual([
    { kind: 'unexplained', payment_id: right.id, amount: wrong.amount, detail },
  ]);
  expect(await readPayments(house.db, right.order_id ?? '')).toEqual([]);
  await report(right);
  expect(await kindsAbout(right.id)).toEqual(['unexplained', 'captured', 'fee', 'tax', 'explained']);
});

test.each([3540, 1770])(
  'if the customer bears %i paise of a fee of 3540, they pay the order too',
  async (part) => {
    const orderId = await begin();
    await report(captured(orderId, { amount: price + part, fee: 3540, tax: 540 }));
    expect(await readPayments(house.db, orderId)).toMatchObject([
      { status: 'captured', amount: price + part },
    ]);
    expect((await findOrder(house.db, orderId))?.status).toBe('paid');
  },
);

test('an attempt that failed elsewhere leaves no trace', async () => {
  const entity = captured('order_BBBBBBBBBBBBBB', { status: 'failed' });
  await report(entity);
  expect(await entriesAbout(entity.id)).toEqual([]);
});

test('what is signed and cannot be read becomes an item for staff, and what says nothing is ignored', async () => {
  expect(await report(captured('../orders'))).toBe('recorded');
  expect(await deliver('x', 'no payload')).toBe('recorded');
  const entries = await house.db.selectFrom('entries').select(['kind', 'subject']).execute();
  expect(entries).toHaveLength(2);
  for (const { kind, subject } of entries)
    expect([kind, subject.slice(0, 6)]).toEqual(['unexplained', 'event_']);
  for (const payload of [{}, []]) expect(await deliver('settlement.processed', payload)).toBe('ignored');
});

test('a refund that fails restores the payment, although Razorpay keeps counting it', async () => {
  const entity = captured(await begin());
  const refunded = { ...entity, status: 'refunded', amount_refunded: price };
  const refund = (status: string) => ({
    ...{ id: `rfnd_${entity.id.slice(4)}`, entity: 'refund', payment_id: entity.id, amount: price, status },
    ...{ currency: 'INR', receipt: null, acquirer_data: { arn: null }, created_at: seconds() },
  });
  const payment = { entity: refunded };
  // The last one is a late report of the state before.
  for (const status of ['processed', 'failed', 'processed'])
    await deliver(`refund.${status}`, { refund: { entity: refund(status) }, payment });
  const [stored] = await readPayments(house.db, entity.order_id ?? '');
  expect(stored).toMatchObject({ status: 'captured', amount_refunded: 0 });
  expect(await kindsAbout(refund('').id)).toEqual(['refunded', 'refund-failed']);
  expect((await findOrder(house.db, entity.order_id ?? ''))?.status).toBe('paid');
});

test('reports of a dispute in any order, and repeated, lead to the gateway’s state', async () => {
  const entity = captured(await begin());
  const dayInSeconds = 86_400;
  const began = seconds() - 10 * dayInSeconds;
  const id = `disp_${entity.id.slice(4)}`;
  const send = (event: string, days: number, change = {}) => {
    const dispute = {
      ...{ id, entity: 'dispute', payment_id: entity.id, amount: 5000, amount_deducted: 0, currency: 'INR' },
      ...{ reason_code: 'goods_not_received', phase: 'chargeback', status: 'open' },
      ...{ respond_by: began + dayInSeconds, created_at: began, ...change },
    };
    const payload = { payment: { entity }, dispute: { entity: dispute } };
    return deliver(`payment.dispute.${event}`, payload, { createdAt: began + days * dayInSeconds });
  };
  const arbitration = { phase: 'arbitration', amount_deducted: 5000 };
  const story: [event: string, days: number, change: object][] = [
    ['created', 0, {}],
    ['under_review', 1, { status: 'under_review' }],
    ['lost', 2, { status: 'lost', amount_deducted: 5000 }],
    ['action_required', 3, arbitration],
    ['won', 4, { status: 'won', phase: 'arbitration' }],
    ['action_required', 5, { phase: 'arbitration', respond_by: began + 12 * dayInSeconds }],
  ];
  const stored = () => house.db.selectFrom('disputes').selectAll().execute();
  for (const index of [0, 2, 0]) await send(...(story[index] ?? ['', 0, {}]));
  expect(await stored()).toMatchObject([{ status: 'lost', deducted: 5000, respond_by: expect.any(String) }]);
  expect(await kindsAbout(id)).toEqual(['disputed', 'dispute-lost']);
  for (const index of [5, 3, 1, 5, 4, 2, 0]) await send(...(story[index] ?? ['', 0, {}]));
  const respond_by = new Date((began + 12 * dayInSeconds) * 1000).toISOString();
  expect(await stored()).toMatchObject([{ status: 'open', phase: 'arbitration', deducted: 0, respond_by }]);
  const lost = (await entriesAbout(id)).filter(({ kind }) => kind === 'dispute-lost');
  expect(lost.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  // Some versions of the gateway keep reporting returned deductions.
  await send('won', 6, { status: 'won', amount_deducted: 5000 });
  expect(await stored()).toMatchObject([{ status: 'won', deducted: 0 }]);
});
