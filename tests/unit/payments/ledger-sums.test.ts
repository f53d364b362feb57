import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { sumsOf } from '#web/payments/back-office/sums.ts';
import { findDiscrepancies } from '#web/payments/ledger/discrepancies.ts';
import { insertOrder, matchesBill, mismatch } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { capturedStatus, recordRefund } from '#web/payments/ledger/refunds.ts';
import { bill, gatewayOrder, id, payment } from '../../integration/payments/samples.ts';

// One October calculated by hand, with a real ledger. Midnight in India is 18:30 UTC.
const noon = Date.parse('2026-10-12T06:30:00.000Z');
const october = { from: '2026-09-30T18:30:00.000Z', to: '2026-10-31T18:30:00.000Z' };
const november = { from: october.to, to: '2026-11-30T18:30:00.000Z' };

let folder: string;
let db: Database;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ledger-'));
  db = await openDatabase({ folder });
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const order = (at = noon) => insertOrder(db, gatewayOrder(), bill, { now: at });
const refund = (paymentId: string, amount: number, status: 'processed' | 'failed', at: number) => ({
  ...{ id: id('rfnd'), paymentId, amount, currency: 'INR', status },
  ...{ ourReference: undefined, reference: undefined, createdAt: at / 1000 },
});

test('a month shows what was received, what the gateway kept and what was refunded', async () => {
  const [first, second] = [await order(), await order()];
  // ₹1,499.50 each; Razorpay keeps ₹35.39 and ₹29.99, including tax of ₹5.40 and ₹4.57.
  const one = payment(first.id, { fee: 3539, tax: 540, createdAt: noon / 1000 });
  const two = payment(second.id, { fee: 2999, tax: 457, createdAt: noon / 1000 });
  await recordPayment(db, one, 'webhook', noon);
  await recordPayment(db, two, 'sweep', noon);
  await recordPayment(db, two, 'webhook', noon + 1000);
  expect(await sumsOf(db, october)).toMatchObject({
    payments: 2,
    captured: 299_900,
    fees: 6538,
    refunded: 0,
  });
  const taxes = await db.selectFrom('entries').select('amount').where('kind', '=', 'tax').execute();
  expect(taxes.map(({ amount }) => amount).sort()).toEqual([457, 540]);

  // ₹500 are refunded; the bank later reports that ₹200 of them failed.
  await recordRefund(db, refund(one.id, 50_000, 'processed', noon), 'webhook', noon);
  const failing = refund(two.id, 20_000, 'processed', noon);
  await recordRefund(db, failing, 'webhook', noon);
  expect(await sumsOf(db, october)).toMatchObject({ captured: 299_900, refunded: 70_000 });
  await recordRefund(db, { ...failing, status: 'failed' }, 'sweep', noon + 60_000);
  expect(await sumsOf(db, october)).toMatchObject({ captured: 299_900, refunded: 50_000 });
});

test('a later correction by the gateway belongs to the day of the payment', async () => {
  const { id: orderId } = await order();
  const seen = payment(orderId, { fee: 1000, tax: 152, createdAt: noon / 1000 });
  await recordPayment(db, seen, 'webhook', noon);
  const before = await sumsOf(db, october);
  await recordPayment(db, { ...seen, fee: 1300 }, 'sweep', Date.parse('2026-11-02T06:30:00.000Z'));
  expect(await sumsOf(db, october)).toEqual({ ...before, fees: before.fees + 300 });
  expect(await sumsOf(db, november)).toMatchObject({ payments: 0, captured: 0, fees: 0 });
});

test('a payment belongs to its order by id, currency and amount, with the fee if the customer bears it', () => {
  const known = { id: 'order_1', amount: 10_000, currency: 'INR' };
  const paid = payment('order_1', { amount: 10_000, fee: 236, tax: 36 });
  expect(mismatch(known, paid)).toBeUndefined();
  expect(mismatch(known, { ...paid, amount: 10_236 })).toBeUndefined();
  // A part of it, if the agency bears the rest.
  expect(mismatch(known, { ...paid, amount: 10_118 })).toBeUndefined();
  expect(mismatch(known, { ...paid, amount: 10_237 })).toBe('amount');
  expect(mismatch(known, { ...paid, amount: 9764 })).toBe('amount');
  expect(mismatch(known, { ...paid, currency: 'USD' })).toBe('currency');
  expect(mismatch(known, { ...paid, orderId: 'order_2' })).toBe('order');
});

const unexplained = async (subject: string) =>
  (await db.selectFrom('entries').select(['kind', 'amount']).where('subject', '=', subject).execute()).map(
    ({ kind }) => kind,
  );

test('a fee on top of the bill waits for the gateway to report it, and is never unexplained', async () => {
  const { id: orderId, amount } = await order();
  const seen = payment(orderId, {
    amount: amount + 1769,
    fee: undefined,
    tax: undefined,
    status: 'authorized',
    wasCaptured: false,
  });
  expect(await recordPayment(db, seen, 'webhook', noon)).toMatchObject({ outcome: 'unexplained' });
  expect(await unexplained(seen.id)).toEqual([]);
  const captured = { ...seen, status: 'captured', wasCaptured: true, fee: 3539, tax: 540 } as const;
  expect(await recordPayment(db, captured, 'webhook', noon)).toMatchObject({ outcome: 'recorded' });
  expect(await unexplained(seen.id)).toEqual(['captured', 'fee', 'tax']);
});

test('what the sweep itself recorded does not count as a difference', async () => {
  const listedAt = noon / 1000 + 400_000;
  const span = { from: listedAt - 3600, to: listedAt };
  const { id: orderId, amount } = await order();
  const seen = payment(orderId, { createdAt: listedAt - 60 });
  // A long list: it is recorded seconds after it was requested.
  await recordPayment(db, seen, 'sweep', (listedAt + 5) * 1000);
  expect(await findDiscrepancies(db, 'payments', new Map([[seen.id, amount]]), span)).toEqual([]);
  expect(await findDiscrepancies(db, 'payments', new Map([[seen.id, amount + 1]]), span)).toEqual([seen.id]);
  // Captured after the list was read, so it is on the next one.
  expect(await findDiscrepancies(db, 'payments', new Map(), span)).toEqual([]);
});

describe('an order is for a bill', () => {
  test.each([
    ['billNumber', 'INV-2'],
    ['customerName', 'Asha'],
    ['customerPhone', '9876543211'],
    ['amountPaise', 149_951],
  ])('with the same %s', async (field, other) => {
    const made = await order();
    expect(matchesBill(made, bill)).toBe(true);
    expect(matchesBill(made, { ...bill, [field]: other })).toBe(false);
  });
});

test.each([
  [10_000, 0, 'captured'],
  [10_000, 9999, 'captured'],
  [10_000, 10_000, 'refunded'],
])('of %i paise %i refunded: %s', (amount, refunded, status) => {
  expect(capturedStatus(amount, refunded)).toBe(status);
});
