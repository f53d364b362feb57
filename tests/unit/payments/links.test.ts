import { expect, test } from 'vitest';
import { toBillStatus } from '#web/payments/bills/pay-by-link.ts';
import { findBillsByKey } from '#web/payments/ledger/bills.ts';
import { ledgerPerFile } from './test-ledger.ts';

const house = await ledgerPerFile();
const bill = { ...(await house.makeBill(100_000)), note: 'SEO in March' };

test('a payment link shows initials, four digits and the note', () => {
  const shown = { customer: 'A••• V•••', phone: '••••••3210', note: 'SEO in March', open: 100_000 };
  expect(toBillStatus(bill)).toMatchObject(shown);
});

test.each([
  ['ended', { link: 'ended' }],
  ['withdrawn', { link: 'withdrawn' }],
  ['of a cancelled bill', { state: 'cancelled' }],
] as const)('a payment link that is %s shows no customer and no note', (_what, change) => {
  const hidden = { customer: null, phone: null, note: null, open: 0 };
  expect(toBillStatus({ ...bill, ...change })).toMatchObject(hidden);
});

test('a cancelled bill is found by its id, and no longer by its number', async () => {
  const made = await house.makeBill(50_000);
  const byNumber = async () => [...(await findBillsByKey(house.db, [made.bill_key], house.clock.at)).keys()];
  expect(await byNumber()).toEqual([made.bill_key]);
  expect(await house.change(made.id, 'cancel')).toBe('done');
  expect(await byNumber()).toEqual([]);
  expect((await house.bill(made.id)).state).toBe('cancelled');
});
