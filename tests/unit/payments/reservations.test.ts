import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseReservation, reserveAmount } from '#web/payments/ledger/reservations.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
beforeEach(async () => {
  house = await openTestLedger();
});
afterEach(() => house.close());

/** Reserves ₹100 of a bill. Returns the paise that others have reserved. */
async function reserve(id: string, billId: string) {
  const reservation = { id, billId, amount: 10_000 };
  const { others } = await reserveAmount(house.db, reservation, () => undefined, house.clock.at);
  return others?.amount ?? 0;
}

test('a reservation counts until it is released', async () => {
  const [bill, other] = [await house.makeBill(50_000), await house.makeBill(50_000)];
  expect([await reserve('a', bill.id), await reserve('b', bill.id)]).toEqual([0, 10_000]);
  expect(await reserve('c', other.id)).toBe(0);
  await releaseReservation(house.db, 'a');
  expect(await reserve('d', bill.id)).toBe(10_000);
});

test.each([
  [119, 10_000],
  [121, 0],
])('after %d seconds, a reservation that was not released counts %d paise', async (seconds, expected) => {
  const bill = await house.makeBill(50_000);
  await reserve('a', bill.id);
  house.clock.at += seconds * 1000;
  expect(await reserve('b', bill.id)).toBe(expected);
});
