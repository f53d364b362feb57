import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusOf } from '#web/payments/bills/pay-by-link.ts';
import { type BillWithState, findBill, findBillsByKey } from '#web/payments/ledger/bills.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
let bill: BillWithState;
beforeAll(async () => {
  house = await openTestLedger();
  bill = { ...(await house.makeBill(100_000)), note: 'SEO in March' };
});
afterAll(() => house.close());

test('a payment link shows initials, four digits and the note', () => {
  expect(statusOf(bill)).toMatchObject({
    customer: 'A••• V•••',
    phone: '••••••3210',
    note: 'SEO in March',
    open: 100_000,
  });
});

test.each([
  ['ended', { link: 'ended' }],
  ['withdrawn', { link: 'withdrawn' }],
  ['of a cancelled bill', { state: 'cancelled' }],
] as const)('a payment link that is %s shows no customer and no note', (_what, change) => {
  expect(statusOf({ ...bill, ...change })).toMatchObject({
    customer: null,
    phone: null,
    note: null,
    open: 0,
  });
});

test('a cancelled bill is found by its id, and no longer by its number', async () => {
  const made = await house.makeBill(50_000);
  const byNumber = async () => [...(await findBillsByKey(house.db, [made.bill_key], house.clock.at)).keys()];
  expect(await byNumber()).toEqual([made.bill_key]);
  expect(await house.change(made.id, 'cancel')).toBe('done');
  expect(await byNumber()).toEqual([]);
  expect((await findBill(house.db, made.id, house.clock.at))?.state).toBe('cancelled');
});
