import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStates } from '#web/contracts/states.ts';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { orderDetails } from '#web/payments/back-office/order-details.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { bill, gatewayOrder, id, payment } from '../../integration/payments/samples.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
beforeAll(async () => {
  house = await openTestLedger();
});
afterAll(() => house.close());

const seconds = () => house.clock.at / 1000;
const dispute = (paymentId: string, status: 'open' | 'won' | 'lost', deducted: number, asOf = 0) =>
  recordDispute(
    house.db,
    {
      ...{ id: `disp_${paymentId}`, paymentId, amount: 10_000, currency: 'INR', phase: 'chargeback', status },
      ...{ deducted, reason: 'fraud', respondBy: undefined, createdAt: seconds() },
    },
    'webhook',
    { now: house.clock.at, asOf: seconds() + asOf },
  );
const paid = async () => house.pay(id('BILL'), 50_000);
const begun = async (change?: Parameters<typeof payment>[1]) => {
  const order = await insertOrder(house.db, gatewayOrder(), bill, { now: house.clock.at });
  if (change) await recordPayment(house.db, payment(order.id, change), 'webhook', house.clock.at);
  return order.id;
};

test('list, filter and details agree on the state of each order', async () => {
  const expected = new Map<string, string>([
    [await begun(), 'created'],
    [await begun({ status: 'failed' }), 'attempted'],
    [(await paid()).orderId, 'paid'],
  ]);
  const part = await paid();
  await house.refund(part.paymentId, 10_000);
  expected.set(part.orderId, 'partly-refunded');
  const whole = await paid();
  await house.refund(whole.paymentId, 50_000);
  expected.set(whole.orderId, 'refunded');
  for (const [status, deducted, state] of [
    ['open', 0, 'disputed'],
    ['lost', 10_000, 'disputed'],
    ['won', 0, 'paid'],
  ] as const) {
    const { orderId, paymentId } = await paid();
    await dispute(paymentId, 'open', 0);
    if (status !== 'open') await dispute(paymentId, status, deducted, 1);
    expected.set(orderId, state);
  }
  const listed = async (state?: (typeof orderStates)[number]) =>
    (
      await listOrders(house.db, {
        search: undefined,
        from: undefined,
        to: undefined,
        after: undefined,
        state,
      })
    ).orders;
  expect(new Map((await listed()).map((order) => [order.id, order.state]))).toEqual(expected);
  for (const state of orderStates) {
    const ids = [...expected].filter(([, one]) => one === state).map(([orderId]) => orderId);
    expect((await listed(state)).map((order) => order.id).toSorted(), state).toEqual(ids.toSorted());
  }
  for (const [orderId, state] of expected)
    expect((await orderDetails(house.db, orderId))?.order.state, orderId).toBe(state);
});
