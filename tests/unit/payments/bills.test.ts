/** @module-tag protect */
import { beforeEach, expect, test } from 'vitest';
import { startOfDay } from '#web/contracts/india.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { findBillsByKey, listBills } from '#web/payments/ledger/bills.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { ledgerPerFile, noonOf } from './test-ledger.ts';

const day = 24 * 3_600_000;
const start = noonOf('2026-10-12');

const house = await ledgerPerFile(await createRunDatabase());
beforeEach(() => {
  house.clock.at = start;
});

const make = async (amount: number, change = {}) => (await house.makeBill(amount, change)).bill_number;
/** Pays a second later than before, without the bill's link. */
const pay = async (number: string, amount: number) => {
  const { paymentId } = await house.pay(number, amount);
  house.clock.at += 1000;
  return paymentId;
};
const find = async (number: string, at = house.clock.at) =>
  (await findBillsByKey(house.db, [number], at)).get(number);
const stateOf = async (number: string, at?: number) => {
  const bill = await find(number, at);
  return bill && [bill.state, bill.paid, bill.amount];
};
const surplusOf = async (number: string) => {
  const orders = await house.db.selectFrom('orders').select('id').where('bill_number', '=', number).execute();
  const found = await surplusPayments(
    house.db,
    orders.map((order) => order.id),
  );
  return found.map((payment) => [payment.id, payment.surplus]);
};
const list = (query: Parameters<typeof listBills>[1], at = house.clock.at) => listBills(house.db, query, at);

test('two parts pay a bill, a third is a surplus, and a refund corrects it', async () => {
  const number = await make(100_000);
  expect(await stateOf(number)).toEqual(['open', 0, 100_000]);
  await pay(number, 60_000);
  expect(await stateOf(number)).toEqual(['part-paid', 60_000, 100_000]);
  await pay(number, 40_000);
  expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
  expect(await surplusOf(number)).toEqual([]);
  const third = await pay(number, 40_000);
  expect(await stateOf(number)).toEqual(['overpaid', 140_000, 100_000]);
  expect(await surplusOf(number)).toEqual([[third, 40_000]]);
  await house.refund(third, 40_000);
  expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
  expect(await surplusOf(number)).toEqual([]);
});

test('two equal halves of a known bill are parts, and of an unknown bill a duplicate payment', async () => {
  const known = await make(100_000);
  for (const number of [known, 'UNKNOWN-1']) {
    await pay(number, 50_000);
    const again = await pay(number, 50_000);
    expect(await surplusOf(number)).toEqual(number === known ? [] : [[again, 50_000]]);
  }
  await pay('UNKNOWN-2', 60_000);
  await pay('UNKNOWN-2', 40_000);
  expect(await surplusOf('UNKNOWN-2')).toEqual([]);
});

test.each([
  ['a part of what was paid', 100_000, 30_000, 'part-paid'],
  ['all of it', 100_000, 100_000, 'open'],
  ['a part of a part', 40_000, 10_000, 'part-paid'],
] as const)(
  'a refund of %s reopens a bill, also after its link has expired',
  async (_, paid, back, state) => {
    const number = await make(100_000);
    await house.refund(await pay(number, paid), back);
    for (const at of [house.clock.at, house.clock.at + 90 * day])
      expect(await stateOf(number, at)).toEqual([state, paid - back, 100_000]);
  },
);

test('a number can be used once, and again after its bill was cancelled', async () => {
  const number = await make(10_000);
  await expect(make(20_000, { bill_number: number })).rejects.toThrow('not made');
  const known = await find(number);
  expect(known?.amount).toBe(10_000);
  const cancelled = await Promise.all([1, 2].map(() => house.change(known?.id ?? '', 'cancel')));
  expect(cancelled.sort()).toEqual(['done', 'not-now']);
  await make(20_000, { bill_number: number });
  expect(await stateOf(number)).toEqual(['open', 0, 20_000]);
  const { bills } = await list({ search: number });
  expect(bills.map(({ state }) => state).sort()).toEqual(['cancelled', 'open']);
});

test('a link expires on its day; the list can be searched and filtered', async () => {
  const number = await make(10_000, { due_on: '2026-11-30' });
  // 60 days after it was made, at the end of the day.
  const end = Date.parse((await find(number))?.expires_at ?? '');
  expect(end).toBeGreaterThan(startOfDay('2026-11-30'));
  expect([(await find(number, end - 1))?.link, (await find(number, end))?.link]).toEqual(['live', 'ended']);
  expect(await stateOf(number, end)).toEqual(['open', 0, 10_000]);
  const count = async (query: Parameters<typeof listBills>[1], at?: number) =>
    (await list({ search: number, ...query }, at)).bills.length;
  expect([await count({ state: 'no-link' }, end), await count({ state: 'no-link' })]).toEqual([1, 0]);
  expect([await count({}), await count({ state: 'open' }), await count({ state: 'paid' })]).toEqual([
    1, 1, 0,
  ]);
  for (const search of ['9876543210', 'asha v'])
    expect((await list({ search })).bills.map((bill) => bill.bill_number)).toContain(number);
  expect(await count({ search: '%' })).toBe(0);
});

test('pages follow one another without gaps', async () => {
  for (let index = 0; index < 60; index += 1) await make(100 + index, { bill_number: `PAGED-${index}` });
  const first = await list({ search: 'PAGED-' });
  const second = await list({ search: 'PAGED-', after: first.next });
  const ids = [...first.bills, ...second.bills].map((bill) => bill.id);
  expect([first.bills.length, new Set(ids).size, second.next]).toEqual([50, 60, undefined]);
});

test('names stay while anything is open or owed, and go a month after a cancellation, years after a payment', async () => {
  const personal = { customer_email: 'asha@example.com', note: 'March' };
  const [unpaid, part, cancelled, whole, tooMuch] = [
    await make(10_000, personal),
    await make(10_000, personal),
    await make(10_000, personal),
    await make(10_000, personal),
    await make(10_000, personal),
  ];
  house.clock.at += day;
  await pay(part, 5000);
  for (const number of [whole, tooMuch, tooMuch]) await pay(number, 10_000);
  house.clock.at = start + 60 * day;
  await house.change((await find(cancelled))?.id ?? '', 'cancel');
  const named = async (number: string) => {
    const bill = await house.db
      .selectFrom('bills')
      .select(['customer_name', 'customer_phone', 'customer_email', 'note'])
      .where('bill_number', '=', number)
      .executeTakeFirstOrThrow();
    return new Set(Object.values(bill).map((value) => value !== null));
  };
  const states = () => Promise.all([unpaid, part, cancelled, whole, tooMuch].map(named));
  const [all, none] = [new Set([true]), new Set([false])];
  for (const [days, expected] of [
    [89, [all, all, all, all, all]],
    [91, [all, all, none, all, all]],
    [2924, [all, all, none, none, all]],
  ] as const) {
    await erasePersonalData(house.db, retention(2922), start + days * day);
    expect([days, await states()]).toEqual([days, expected]);
  }
  expect(await stateOf(part)).toEqual(['part-paid', 5000, 10_000]);
});
