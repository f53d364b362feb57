import { beforeEach, expect, test } from 'vitest';
import { createOrder } from '#web/payments/checkout/create-order.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import { gatewayOrder, bill as payer } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();
let ordersAtGateway: number;
beforeEach(() => {
  ordersAtGateway = 0;
});

const { customerName, customerPhone } = payer;
const typed = { amount: 1000, billNumber: 'INV-1', customerName, customerPhone };
const other = { customerPhone: '9000000009' };

const createAtGateway: Payments['gateway']['createOrder'] = async ({ amount, currency }) => {
  await new Promise((resolve) => setImmediate(resolve));
  ordersAtGateway += 1;
  const created_at = house.clock.at / 1000;
  return { ...gatewayOrder(), created_at, amount, currency };
};

/** Requests an order as the form does. */
async function order(change: object = {}, requestKey?: string, create = createAtGateway) {
  const gateway = { ...house.payments.gateway, createOrder: create };
  const context = { requestKey, address: '192.0.2.1', asksEmail: async () => true };
  const made = await createOrder({ ...house.payments, gateway }, { ...typed, ...change }, context);
  if (made.outcome !== 'made') return { outcome: made.outcome, made };
  const { order, isOwner, paidBefore, underWay } = made;
  const receipt = isOwner ? order.receipt_token : undefined;
  return { outcome: made.outcome, made, id: order.id, receipt, paidBefore, underWay };
}
/** A bill with its link, and an order by that link. */
async function linked(amount = 100_000) {
  const bill = await house.makeBill(amount);
  const link = bill.link_token ?? '';
  return {
    bill,
    by: (change: object = {}, key?: string) => order({ billNumber: bill.bill_number, link, ...change }, key),
  };
}
const pay = (orderId: string | undefined, amount = 100_000) => house.capture(orderId ?? '', amount);

test('a double click, a retry and a second tab get one order, and only the first request its receipt', async () => {
  const key = 'of-the-first-tab';
  const together = await Promise.all([order({}, key), order({}, key)]);
  together.push(await order(), await order({}, 'of-a-stranger'), await order({}, key), await order());
  expect(new Set(together.map(({ id }) => id)).size).toBe(1);
  expect(await house.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
  const receipts = together.map((one) => one.receipt);
  const [receipt] = receipts;
  expect(receipts).toEqual([...[receipt, receipt, undefined], ...[undefined, receipt, undefined]]);
});

test('an order is used again for a few days, and not once it is paid', async () => {
  const first = await order();
  house.clock.at += 100 * 24 * 3_600_000;
  const second = await order();
  expect(second.id).not.toBe(first.id);
  expect((await order(other)).id).not.toBe(second.id);
  await pay(second.id);
  expect((await order()).id).not.toBe(second.id);
});

test('a bill takes no order while a reported payment of it is being confirmed, however old', async () => {
  const reported = await order();
  await storeReport(house.db, reported.id ?? '', 'pay_00000000000000', house.clock.at);
  house.clock.at += 100 * 24 * 3_600_000;
  for (const change of [{}, other, { billNumber: ' inv-1', amount: 5 }])
    expect((await order(change)).made).toMatchObject({
      outcome: 'not-payable',
      status: { state: 'confirming' },
    });
  expect((await order({ billNumber: 'INV-10' })).outcome).toBe('made');
});

test('by link, a request that is repeated before it ends shares its reservation', async () => {
  const { by } = await linked();
  const together = await Promise.all([by({}, 'one-key-only'), by({}, 'one-key-only')]);
  expect(together.map(({ outcome }) => outcome)).toEqual(['made', 'made']);
  expect(new Set(together.map(({ id }) => id)).size).toBe(1);
});

test('a key of another bill, and one of the wrong form, are refused', async () => {
  expect((await order({}, 'a-key-of-one-bill')).outcome).toBe('made');
  expect((await order({ billNumber: 'INV-2' }, 'a-key-of-one-bill')).outcome).toBe('other-request');
  expect((await order({}, 'short')).outcome).toBe('invalid-key');
});

test('a corrected e-mail address makes a new order, since the receipt goes there', async () => {
  const ids = [];
  for (const customerEmail of ['typo@example.com', 'right@example.com', 'right@example.com'])
    ids.push((await order({ customerEmail })).id);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([false, true]);
});

test('the phone number that paid a bill is warned, without its receipt, and another learns nothing', async () => {
  const first = await order({}, 'the-first-payer');
  await pay(first.id);
  const at = expect.any(String);
  expect((await order({ amount: 5 })).paidBefore).toEqual({ amount: 100_000, at });
  expect((await order({ amount: 5, ...other })).paidBefore).toBeUndefined();
});

test('a part of a bill that is typed by hand counts, and paying more than the bill shows a warning', async () => {
  const { bill } = await linked();
  const byHand = (amount: number) => order({ billNumber: bill.bill_number.toLowerCase(), amount });
  await pay((await byHand(300)).id, 30_000);
  house.clock.at += 1000;
  const rest = await byHand(700);
  expect(rest.paidBefore).toBeUndefined();
  await pay(rest.id, 70_000);
  expect(await house.stateOf(bill.id)).toMatchObject({ state: 'paid' });
  // Also if the same order is requested again.
  for (let time = 0; time < 2; time += 1)
    expect((await byHand(500)).paidBefore).toMatchObject({ amount: 70_000 });
});

test.each([
  ['another signature', (link: string) => `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
  ['another bill', (link: string) => `${'A'.repeat(16)}${link.slice(16)}`],
  ['nothing', () => ''],
  ['too much', (link: string) => `${link}A`],
])('a link with %s is unknown', async (_what, change) => {
  const { bill, by } = await linked();
  expect((await by({ link: change(bill.link_token ?? '') })).outcome).toBe('unknown-link');
});

test.each([
  ['more than is open', { amount: 1000.01 }, 'amount'],
  ['a rest of less than a rupee', { amount: 999.5 }, 'amount'],
  ['another bill', { billNumber: 'OTHER' }, 'billNumber'],
  ['a link that is no text', { link: 5 }, 'link'],
])('an order by link over %s is refused', async (_what, change, field) => {
  const { made } = await (await linked()).by(change);
  expect(made).toMatchObject({ outcome: 'invalid', fieldErrors: { [field]: expect.any(String) } });
  expect(ordersAtGateway).toBe(0);
});

test('by link, the second of two people is warned, and the same person who pays the rest is not', async () => {
  const { bill, by } = await linked();
  const first = await by({ amount: 400 }, 'the-first-person');
  expect(first.underWay).toBeUndefined();
  expect((await by({ amount: 600, ...other })).underWay).toMatchObject({ amount: 40_000 });
  // Another person with the same link and the same details gets the same order, and no receipt.
  const same = await by({ amount: 400 }, 'the-second-person');
  expect([same.id, same.receipt, same.underWay?.amount]).toEqual([first.id, undefined, expect.any(Number)]);
  await house.db.deleteFrom('orders').where('amount', '=', 60_000).execute();
  await pay(first.id, 40_000);
  const rest = await by({ amount: 600 });
  expect([rest.paidBefore, rest.underWay]).toEqual([undefined, undefined]);
  await pay(rest.id, 60_000);
  expect((await by({ amount: 600 })).made).toMatchObject({
    outcome: 'not-payable',
    status: { state: 'paid' },
  });
  const ids = await house.db.selectFrom('orders').select('bill_id').execute();
  expect(new Set(ids.map(({ bill_id }) => bill_id))).toEqual(new Set([bill.id]));
});

test('a link fills in the customer on its bill, and only if the request names nobody', async () => {
  const { by } = await linked();
  const nobody = { customerName: undefined, customerPhone: undefined };
  const { made } = await by({ ...nobody, amount: 400 });
  expect(made).toMatchObject({ order: { customer_name: 'Asha Verma', customer_phone: '9876543210' } });
  for (const change of [
    { ...nobody, link: undefined },
    { ...nobody, customerName: 'Ravi Kumar' },
  ])
    expect((await by(change)).outcome).toBe('invalid');
});

test.each(['cancel', 'withdraw-link', 'expire'] as const)(
  'after %s, a link takes no order',
  async (action) => {
    const { bill, by } = await linked();
    if (action === 'expire') house.clock.at = Date.parse(bill.expires_at);
    else await house.change(bill.id, action);
    expect((await by()).outcome).toBe('not-payable');
  },
);

test('six people who pay a fifth each at once get five orders, and nothing stays reserved', async () => {
  const { by } = await linked(500_000);
  const sent = await Promise.all(Array.from({ length: 6 }, (_, n) => by({ customerPhone: `900000000${n}` })));
  expect(sent.map(({ outcome }) => outcome).sort()).toEqual([...Array(5).fill('made'), 'taken']);
  expect(sent.filter(({ outcome, underWay }) => outcome === 'made' && !underWay).length).toBeLessThanOrEqual(
    1,
  );
  expect(await house.db.selectFrom('reservations').selectAll().execute()).toEqual([]);
});

test('after the gateway failed, nothing stays reserved', async () => {
  const { bill, by } = await linked();
  const failing = () => Promise.reject(new GatewayError('unavailable'));
  const given = { billNumber: bill.bill_number, link: bill.link_token };
  await expect(order(given, undefined, failing)).rejects.toThrow(GatewayError);
  expect((await by()).outcome).toBe('made');
});
