import { expect, test } from 'vitest';
import { orderStates } from '#web/contracts/states.ts';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { orderDetails } from '#web/payments/back-office/routes.ts';
import { id } from '../../integration/payments/samples.ts';
import { ledgerPerFile } from './test-ledger.ts';

const house = await ledgerPerFile();

const paid = async () => house.pay(id('BILL'), 50_000);
const begun = async (change?: Parameters<typeof house.report>[1]) => {
  const { id: orderId } = await house.order();
  if (change) await house.report(orderId, change);
  return orderId;
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
  for (const [status, state] of [
    ['open', 'disputed'],
    ['lost', 'disputed'],
    ['won', 'paid'],
  ] as const) {
    const { orderId, paymentId } = await paid();
    for (const reported of new Set(['open', status] as const))
      await house.dispute({ paymentId, amount: 10_000 }, reported, `disp_${paymentId}`);
    expected.set(orderId, state);
  }
  const listed = async (state?: (typeof orderStates)[number]) =>
    (await listOrders(house.db, { state })).orders;
  expect(new Map((await listed()).map((order) => [order.id, order.state]))).toEqual(expected);
  for (const state of orderStates) {
    const ids = [...expected].filter(([, one]) => one === state).map(([orderId]) => orderId);
    expect((await listed(state)).map((order) => order.id).toSorted(), state).toEqual(ids.toSorted());
  }
  for (const [orderId, state] of expected)
    expect((await orderDetails(house.db, orderId))?.order.state, orderId).toBe(state);
});
