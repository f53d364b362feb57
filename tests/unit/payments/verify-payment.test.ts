import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { paymentStatus } from '#web/payments/checkout/receipt.ts';
import { verifyPayment } from '#web/payments/checkout/verify-payment.ts';
import { findOrder, readPayments } from '#web/payments/ledger/orders.ts';
import { ordersPendingConfirmation } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { bill, id, payment } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();
let atGateway: Map<string, GatewayPayment>;
beforeEach(() => {
  atGateway = new Map();
});

const sign = (text: string, secret = 's') => createHmac('sha256', secret).update(text).digest('hex');

/** An order that was paid in the checkout, and the report that the page sends. */
async function paid(change: Partial<GatewayPayment> = {}) {
  const billNumber = id('BILL');
  const { orderId } = await house.begin(billNumber, 50_000);
  const seen = payment(orderId, { amount: 50_000, ...change });
  atGateway.set(seen.id, seen);
  const { customerName, customerPhone } = bill;
  const signature = sign(`${orderId}|${seen.id}`);
  const report = { amount: 500, billNumber, customerName, customerPhone, orderId, paymentId: seen.id };
  return { ...report, signature, seen };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const settings = () => ({ ...house.payments.settings, keySecrets: ['s', 'the-previous-secret'] });
const gateway = (fault?: GatewayError) => ({
  ...house.payments.gateway,
  async fetchPayment(paymentId: string) {
    const seen = atGateway.get(paymentId);
    if (fault || !seen) throw fault ?? new GatewayError('refused');
    return seen;
  },
});
const verify = async (
  { seen: _seen, ...report }: Paid,
  change = {},
  fault?: GatewayError,
  at: Payments['gateway'] = gateway(fault),
) => {
  const payments = { ...house.payments, settings: settings(), gateway: at };
  return (await verifyPayment(payments, { ...report, ...change })).outcome;
};
const recorded = () => house.db.selectFrom('payments').selectAll().execute();

const refused: [string, (one: Paid) => object | Promise<object>, outcome?: string][] = [
  ['another order’s signature', async () => ({ signature: (await paid()).signature })],
  ['a changed amount', () => ({ amount: 1 })],
  ['a changed bill number', () => ({ billNumber: 'INV-other' })],
  ['a changed name', () => ({ customerName: 'Somebody Else' })],
  ['a changed phone number', () => ({ customerPhone: '9876543211' })],
  ['another order', async () => ({ orderId: (await paid()).orderId })],
  [
    'an order that nobody knows',
    ({ paymentId }) => ({
      orderId: 'order_AAAAAAAAAAAAAA',
      signature: sign(`order_AAAAAAAAAAAAAA|${paymentId}`),
    }),
  ],
  [
    'payment and order signed in the wrong order',
    ({ orderId, paymentId }) => ({ signature: sign(`${paymentId}|${orderId}`) }),
  ],
  [
    'another order’s payment with a good signature',
    async ({ orderId }) => {
      const { paymentId } = await paid();
      return { paymentId, signature: sign(`${orderId}|${paymentId}`) };
    },
  ],
  [
    'the signature of an older secret',
    ({ orderId, paymentId }) => ({ signature: sign(`${orderId}|${paymentId}`, 'an-older-one') }),
  ],
  ['a payment id with a path in it', () => ({ paymentId: '../orders/pay_9' }), 'invalid'],
  ['an order id with a path in it', () => ({ orderId: '../payments/pay_' }), 'invalid'],
  ['no signature', () => ({ signature: undefined }), 'invalid'],
  ['a signature in capitals', ({ signature }) => ({ signature: signature.toUpperCase() }), 'invalid'],
];
test.each(refused)('%s is refused and not recorded', async (_what, tamper, outcome = 'unverified') => {
  const one = await paid();
  expect(await verify(one, await tamper(one))).toBe(outcome);
  expect(await recorded()).toEqual([]);
});

test.each([
  ['currency', { currency: 'USD' }],
  ['amount', { amount: 100 }],
])('a payment in another %s is refused and not recorded', async (_what, change) => {
  expect(await verify(await paid(change))).toBe('unverified');
  expect(await recorded()).toEqual([]);
});

test.each(['s', 'the-previous-secret'])('a report signed with “%s” is recorded', async (secret) => {
  const one = await paid();
  const signature = sign(`${one.orderId}|${one.paymentId}`, secret);
  expect(await verify(one, { signature })).toBe('paid');
  expect(await readPayments(house.db, one.orderId)).toMatchObject([{ status: 'captured', amount: 50_000 }]);
});

test('one customer’s report, replayed for another bill, is refused', async () => {
  const [one, other] = [await paid(), await paid()];
  expect(await verify(one)).toBe('paid');
  const { orderId, paymentId, signature } = one;
  expect(await verify(other, { orderId, paymentId, signature })).toBe('unverified');
  expect(await verify(other, { paymentId, signature })).toBe('unverified');
  expect(await readPayments(house.db, other.orderId)).toEqual([]);
});

test('a forged report blocks nothing, and one with another order’s payment only until the gateway responds', async () => {
  const [one, { paymentId }] = [await paid(), await paid()];
  const pending = () => ordersPendingConfirmation(house.db);
  const forged = { paymentId, signature: sign(`${one.orderId}|${paymentId}`, 'guessed') };
  const signed = { paymentId, signature: sign(`${one.orderId}|${paymentId}`) };
  expect([await verify(one, forged), await pending()]).toEqual(['unverified', []]);
  expect(await verify(one, signed, new GatewayError('unavailable'))).toBe('confirming');
  expect(await pending()).toHaveLength(1);
  expect([await verify(one, signed), await pending()]).toEqual(['unverified', []]);
});

test('a payment that the bank has authorised and nobody can capture yet is in progress, not unpaid', async () => {
  const one = await paid({ status: 'authorized' });
  const held = {
    ...gateway(),
    paymentsOfOrder: async () => [one.seen],
    capture: () => Promise.reject(new GatewayError('unavailable')),
  };
  expect(await verify(one, {}, undefined, held)).toBe('confirming');
  expect(await readPayments(house.db, one.orderId)).toMatchObject([{ status: 'authorized' }]);
  const order = await findOrder(house.db, one.orderId);
  expect(order?.status).toBe('attempted');
  const { body } = await paymentStatus({ ...house.payments, gateway: held }, order?.receipt_token ?? '');
  expect(body).toMatchObject({ state: 'pending' });
});

test('a paid order takes no duplicate payment', async () => {
  const one = await paid();
  expect(await verify(one)).toBe('paid');
  const late = payment(one.orderId, { amount: 50_000, status: 'authorized' });
  atGateway.set(late.id, late);
  const report = { ...one, paymentId: late.id, signature: sign(`${one.orderId}|${late.id}`) };
  const listed = { ...gateway(), paymentsOfOrder: async () => [one.seen, late] };
  expect(await verify(report, {}, undefined, listed)).toBe('order-paid');
  const states = (await readPayments(house.db, one.orderId)).map(({ status }) => status);
  expect(states.sort()).toEqual(['authorized', 'captured']);
});

test('while the gateway is down nothing is claimed, and a later report records the payment', async () => {
  const one = await paid();
  expect(await verify(one, {}, new GatewayError('unavailable'))).toBe('confirming');
  expect(await recorded()).toEqual([]);
  expect(await verify(one)).toBe('paid');
});

test('an order whose duplicate payment was refunded is still paid', async () => {
  const { orderId } = await house.begin('INV-9', 5000);
  const duplicate = await house.capture(orderId, 5000);
  await house.capture(orderId, 5000);
  await house.refund(duplicate.paymentId, 5000);
  const order = await findOrder(house.db, orderId);
  const { body } = await paymentStatus(house.payments, order?.receipt_token ?? '');
  expect(body).toMatchObject({ state: 'paid' });
});
