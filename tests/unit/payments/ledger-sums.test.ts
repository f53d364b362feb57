import { expect, test } from 'vitest';
import { sumEntries } from '#web/payments/back-office/listing.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { capturedStatus } from '#web/payments/ledger/refunds.ts';
import { findDiscrepancies } from '#web/payments/ledger/settlements.ts';
import { id, payment } from '../../integration/payments/samples.ts';
import { ledgerPerFile } from './test-ledger.ts';

// One October calculated by hand, with a real ledger. Midnight in India is 18:30 UTC.
const noon = Date.parse('2026-10-12T06:30:00.000Z');
const october = { from: '2026-09-30T18:30:00.000Z', to: '2026-10-31T18:30:00.000Z' };
const november = { from: october.to, to: '2026-11-30T18:30:00.000Z' };

const house = await ledgerPerFile();
const { db } = house;

const order = () => house.order();
test('a month shows what was received, what the gateway kept and what was refunded', async () => {
  const [first, second] = [await order(), await order()];
  // ₹1,499.50 each; Razorpay keeps ₹35.39 and ₹29.99, including tax of ₹5.40 and ₹4.57.
  const one = await house.report(first.id, { fee: 3539, tax: 540 });
  const two = await house.report(second.id, { fee: 2999, tax: 457 });
  await recordPayment(db, two, 'sweep', noon + 1000);
  const sums = { payments: 2, captured: 299_900, fees: 6538 };
  expect(await sumEntries(db, october)).toMatchObject({ ...sums, refunded: 0 });
  const taxes = await db.selectFrom('entries').select('amount').where('kind', '=', 'tax').execute();
  expect(taxes.map(({ amount }) => amount).sort()).toEqual([457, 540]);

  // ₹500 are refunded; the bank later reports that ₹200 of them failed.
  await house.refund(one.id, 50_000);
  const failing = id('rfnd');
  await house.refund(two.id, 20_000, 'processed', failing);
  expect(await sumEntries(db, october)).toMatchObject({ ...sums, refunded: 70_000 });
  await house.refund(two.id, 20_000, 'failed', failing);
  expect(await sumEntries(db, october)).toMatchObject({ ...sums, refunded: 50_000 });
});

test('a later correction by the gateway belongs to the day of the payment', async () => {
  const { id: orderId } = await order();
  const seen = await house.report(orderId, { fee: 1000, tax: 152 });
  const before = await sumEntries(db, october);
  await recordPayment(db, { ...seen, fee: 1300 }, 'sweep', Date.parse('2026-11-02T06:30:00.000Z'));
  expect(await sumEntries(db, october)).toEqual({ ...before, fees: before.fees + 300 });
  expect(await sumEntries(db, november)).toMatchObject({ payments: 0, captured: 0, fees: 0 });
});

const unexplained = async (subject: string) => {
  const found = await db.selectFrom('entries').select('kind').where('subject', '=', subject).execute();
  return found.map(({ kind }) => kind);
};

test('a fee on top of the bill waits for the gateway to report it, and is never unexplained', async () => {
  const { id: orderId, amount } = await order();
  const seen = payment(orderId, {
    ...{ amount: amount + 1769, fee: undefined, tax: undefined, status: 'authorized', captured: false },
  });
  expect(await recordPayment(db, seen, 'webhook', noon)).toMatchObject({ outcome: 'unexplained' });
  expect(await unexplained(seen.id)).toEqual([]);
  const captured = { ...seen, status: 'captured', captured: true, fee: 3539, tax: 540 } as const;
  expect(await recordPayment(db, captured, 'webhook', noon)).toMatchObject({ outcome: 'recorded' });
  expect(await unexplained(seen.id)).toEqual(['captured', 'fee', 'tax']);
});

test('what the sweep itself recorded does not count as a difference', async () => {
  const listedAt = noon / 1000 + 400_000;
  const span = { from: listedAt - 3600, to: listedAt };
  const { id: orderId, amount } = await order();
  const seen = payment(orderId, { created_at: listedAt - 60 });
  // A long list: it is recorded seconds after it was requested.
  await recordPayment(db, seen, 'sweep', (listedAt + 5) * 1000);
  expect(await findDiscrepancies(db, 'payments', new Map([[seen.id, amount]]), span)).toEqual([]);
  expect(await findDiscrepancies(db, 'payments', new Map([[seen.id, amount + 1]]), span)).toEqual([seen.id]);
  // Captured after the list was read, so it is on the next one.
  expect(await findDiscrepancies(db, 'payments', new Map(), span)).toEqual([]);
});

test.each([
  [10_000, 0, 'captured'],
  [10_000, 9999, 'captured'],
  [10_000, 10_000, 'refunded'],
])('of %i paise %i refunded: %s', (amount, refunded, status) => {
  expect(capturedStatus(amount, refunded)).toBe(status);
});
