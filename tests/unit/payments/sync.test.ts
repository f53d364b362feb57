import { expect, test } from 'vitest';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { ordersPendingConfirmation, storeReport } from '#web/payments/ledger/reports.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { syncOrder } from '#web/payments/sync/sync-order.ts';
import { payment } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();
const begin = async () => {
  const { orderId } = await house.begin('B-1', 50_000);
  return (await findOrder(house.db, orderId)) ?? expect.fail('There is no order.');
};

test.each([
  [['authorized', 'authorized'], ['first']],
  [['captured', 'authorized'], []],
  [['authorized', 'captured'], []],
] as const)('of the %j payments of an order, %j are captured', async ([first, second], expected) => {
  const order = await begin();
  const attempts = [
    payment(order.id, { id: 'first', amount: 50_000, status: first }),
    payment(order.id, { id: 'second', amount: 50_000, status: second }),
  ];
  const captured: string[] = [];
  const gateway = {
    ...house.payments.gateway,
    paymentsOfOrder: async () => attempts,
    async capture({ id }: Pick<GatewayPayment, 'id'>) {
      captured.push(id);
      return payment(order.id, { id, amount: 50_000 });
    },
  };
  const { status } = await syncOrder({ ...house.payments, gateway }, order, 'sweep');
  expect([captured, status]).toEqual([expected, 'paid']);
});

const minute = 60_000;
test.each<[what: string, seen: Partial<GatewayPayment>, isListed: boolean, minutes: number, stays: boolean]>([
  ['is captured, though the list lacks it', {}, false, 0, false],
  ['failed', { status: 'failed' }, true, 0, false],
  ['is authorised, and cannot be captured', { status: 'authorized' }, true, 60, true],
  ['has begun', { status: 'created' }, true, 10, true],
  ['has begun and was never authorised', { status: 'created' }, true, 60, false],
  ['has another amount, as before its fee is known', { amount: 100 }, false, 10, true],
  ['has another amount for good', { amount: 100 }, false, 60, false],
  ['belongs to another order', { order_id: 'order_other' }, false, 0, false],
])('a reported payment that %s', async (_what, change, isListed, minutes, stays) => {
  const order = await begin();
  const seen = payment(order.id, { amount: 50_000, ...change });
  await storeReport(house.db, order.id, seen.id, house.clock.at - minutes * minute);
  const gateway = {
    ...house.payments.gateway,
    paymentsOfOrder: async () => (isListed ? [seen] : []),
    fetchPayment: async () => seen,
    capture: () => Promise.reject(new GatewayError('unavailable')),
  };
  const sync = syncOrder({ ...house.payments, gateway }, order, 'sweep');
  if (seen.status === 'authorized') await expect(sync).rejects.toThrow(GatewayError);
  else expect((await sync).status === 'paid').toBe(Object.keys(change).length === 0);
  expect(await ordersPendingConfirmation(house.db, order.bill_key)).toHaveLength(stays ? 1 : 0);
});
