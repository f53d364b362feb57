import { expect, test } from 'vitest';
import { findOrder } from '#web/payments/ledger/orders.ts';
import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { syncOrder } from '#web/payments/sync/sync-order.ts';
import { payment } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();

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
  const { status } = await syncOrder({ ...house.payments, gateway }, order, 'sweep');
  expect([captured, status]).toEqual([expected, 'paid']);
});
