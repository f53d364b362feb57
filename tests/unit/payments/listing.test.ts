/** @module-tag protect */
import { expect, test } from 'vitest';
import { listOrders, listQuerySchema } from '#web/payments/back-office/listing.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { recordSettlement, recordSettlementLines } from '#web/payments/ledger/settlements.ts';
import { id, type bill as payer } from '../../integration/payments/samples.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { ledgerPerFile } from './test-ledger.ts';

const house = await ledgerPerFile(await createRunDatabase());

const list = (query: object) => listOrders(house.db, listQuerySchema.parse(query), house.clock.at);
const idsOf = async (query: object) => (await list(query)).orders.map((order) => order.id);
async function paid(change: Partial<typeof payer> = {}, seen: Parameters<typeof house.report>[1] = {}) {
  const order = await house.order({ billNumber: id('BILL'), amountPaise: 50_000, ...change });
  const { id: paymentId } = await house.report(order.id, { amount: order.amount, ...seen });
  house.clock.at += 1000;
  return { billNumber: order.bill_number, orderId: order.id, paymentId };
}

test('finds a payment by anything a customer can quote', async () => {
  const who = { customerName: 'आशा Verma', customerPhone: '9123456780' };
  const one = await paid(
    { ...who, amountPaise: 10_177_777 },
    { vpa: 'asha@okicici', acquirer_data: { rrn: '412345678901' } },
  );
  const card = {
    method: 'card',
    card: { network: 'Visa', last4: '7316' },
    acquirer_data: { auth_code: '999999998462' },
  };
  const { orderId: other } = await paid({ customerName: 'Ravi', amountPaise: 177_777 }, card);
  const settlement = {
    ...{ id: id('setl'), amount: 1, fees: 0, tax: 0, utr: 'HDFC 5521-0098', created_at: 1 },
    status: 'processed' as const,
  };
  await recordSettlement(house.db, settlement, 'sweep');
  const line = {
    settlement_id: settlement.id,
    type: 'payment',
    entity_id: one.paymentId,
    credit: 1,
    debit: 0,
  };
  const lines = [{ ...line, created_at: house.clock.at / 1000 }];
  await recordSettlementLines(house.db, settlement, lines, 'sweep', house.clock.at);
  const reference = (await findOrder(house.db, one.orderId))?.reference;
  for (const search of [
    ...[one.billNumber.toLowerCase(), 'आशा', '412345678901', 'ASHA@okicici', one.orderId, one.paymentId],
    ...['+91 91234 56780', '+91 (0) 91234–56780', '09123456780', '6780', 'Rs. 1,01,777.77/-', reference],
    ...[settlement.id, 'hdfc55210098'],
  ])
    expect([search, await idsOf({ search })]).toEqual([search, [one.orderId]]);
  for (const search of ['₹1,777.77', '1777.77', '7316', '8462', 'ravi'])
    expect([search, await idsOf({ search })]).toEqual([search, [other]]);
  expect(await idsOf({ search: 'nobody has this' })).toEqual([]);
});

test('filters by day, with totals, and shows no secret', async () => {
  const { orderId } = await paid({ billNumber: 'List 100%', amountPaise: 10_025 });
  await house.begin('List 1000', 500);
  const { orders, totals } = await list({ search: 'list 100%' });
  expect(orders).toMatchObject([{ id: orderId, status: 'paid', amount: 10_025, paid_amount: 10_025 }]);
  expect(orders[0]).not.toHaveProperty('receipt_token');
  expect(totals.captured).toBeGreaterThanOrEqual(10_025);
  const { totals: none } = await list({ to: '2020-01-01' });
  expect(Object.values(none)).toEqual(Object.values(none).map(() => 0));
  const counts = (query: object) => list({ search: 'list', ...query }).then((found) => found.orders.length);
  const day = '2026-10-12';
  expect([await counts({ from: day, to: day }), await counts({ to: '2020-01-01' })]).toEqual([2, 0]);
});

test('pages follow one another without gaps', async () => {
  for (let index = 0; index < 60; index += 1) await house.begin(`PAGE-${index}`, 100);
  const first = await list({ search: 'PAGE-' });
  const second = await list({ search: 'PAGE-', after: first.next });
  const ids = [...first.orders, ...second.orders].map((order) => order.id);
  expect([first.orders.length, ids.length, new Set(ids).size, second.next]).toEqual([50, 60, 60, undefined]);
});

test('a duplicate payment of a bill is flagged until it is refunded, whatever the spelling', async () => {
  await paid({ billNumber: 'TWICE-1' });
  const second = await paid({ billNumber: ' twice –1', customerPhone: '9000000001' });
  const flagged = () => idsOf({ state: 'surplus', search: 'TWICE' });
  expect(await flagged()).toEqual([second.orderId]);
  await house.refund(second.paymentId, 100);
  expect(await flagged()).toEqual([second.orderId]);
  await house.refund(second.paymentId, 49_900);
  expect(await flagged()).toEqual([]);
  expect(await list({ state: 'refunded', search: 'TWICE' })).toMatchObject({
    orders: [{ refunded_amount: 50_000 }],
  });
});

test.each([
  { search: 'a'.repeat(101) },
  { from: '2026-02-31' },
  { from: '0000-00-00' },
  { to: '9999-99-99' },
  { after: '9999999999999999999999ZZ_order_AAAAAAAAAAAAAA' },
])('%j is no query', (query) => expect(listQuerySchema.safeParse(query).success).toBe(false));
