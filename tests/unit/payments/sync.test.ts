import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { syncOrder } from '#web/payments/sync/reconciliation.ts';
import { receiveWebhook } from '#web/payments/sync/webhook.ts';
import { payment } from '../../integration/payments/samples.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
beforeEach(async () => {
  house = await openTestLedger();
});
afterEach(() => house.close());

test.each([
  [['authorized', 'authorized'], ['first']],
  [['captured', 'authorized'], []],
  [['authorized', 'captured'], []],
] as const)('of the %j payments of an order, %j are captured', async ([first, second], expected) => {
  const { orderId } = await house.begin('B-1', 50_000);
  const order = await findOrder(house.db, orderId);
  if (!order) throw new Error('no order');
  const attempts = [
    payment(orderId, { id: 'first', amount: 50_000, status: first }),
    payment(orderId, { id: 'second', amount: 50_000, status: second }),
  ];
  const captured: string[] = [];
  const gateway = {
    ...house.payments.gateway,
    paymentsOfOrder: async () => attempts,
    async capture({ id }: Pick<GatewayPayment, 'id'>) {
      captured.push(id);
      return payment(orderId, { id, amount: 50_000 });
    },
  };
  const { status } = await syncOrder({ ...house.payments, gateway }, order, 'reconciliation');
  expect([captured, status]).toEqual([expected, 'paid']);
});

test.each([
  ['w', 'recorded', ['unexplained']],
  ['another secret', 'unsigned', []],
])('a webhook that cannot be read, signed with the secret %j, is %s', async (secret, outcome, expected) => {
  const body = Buffer.from('{"event":1}');
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = new Headers({ 'x-razorpay-signature': signature });
  expect(await receiveWebhook(house.payments, body, headers)).toBe(outcome);
  const entries = await house.db.selectFrom('entries').select('kind').execute();
  expect(entries.map(({ kind }) => kind)).toEqual(expected);
});
