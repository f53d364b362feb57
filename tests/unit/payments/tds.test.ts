import { expect, test } from 'vitest';
import { longestSection, taxActOn, tdsWarning, usualDeductions } from '#web/contracts/tds.ts';
import { manualEntryBodySchema } from '#web/payments/bodies.ts';

const bill = 118_000_00;

test.each([
  // Of ₹1,18,000 with GST, ₹1,00,000 without.
  ['10,000', '10'],
  ['2000', '2'],
  ['1,000.00', '1'],
  ['5000', '5'],
  ['10,001', '10'],
  ['11,800', '10'],
])('₹%s at %s%% is usual', (amount, rate) => {
  expect(tdsWarning({ amount, rate }, bill)).toBeUndefined();
});

test.each([
  ['8,614', '10', '7.3%', '8.61%'],
  ['10,000', '2', '8.47%', '10%'],
  ['20,000', '20', '16.95%', '20%'],
])('₹%s at %s%% asks for confirmation', (amount, rate, ofBill, withoutGst) => {
  const warning = tdsWarning({ amount, rate }, bill);
  for (const named of [amount, ofBill, withoutGst, `${rate}%`]) expect(warning).toContain(named);
});

test.each([
  ['1,18,001', '10'],
  ['', '10'],
  ['0', '10'],
  ['10,000', 'ten'],
  ['10,000', '100'],
])('₹%s at %s%% is refused elsewhere, without a confirmation', (amount, rate) => {
  expect(tdsWarning({ amount, rate }, bill)).toBeUndefined();
});

const typed = { key: 'k'.repeat(16), kind: 'tds', amount: '100', rate: '10' };
const problems = (change: object) =>
  manualEntryBodySchema.safeParse({ ...typed, ...change }).error?.issues.map(({ message }) => message) ?? [];

test('a section must be of the Act in force on its day', () => {
  const missing = {
    '2026-03-31': 'Enter the section of the Income-tax Act 1961, for example 194J',
    '2026-04-01':
      'Enter the section of the Income-tax Act 2025, for example 393(1) Table 6(iii)D(b), code 1027',
  };
  for (const [day, message] of Object.entries(missing)) {
    const [own, other] = day < '2026-04-01' ? ['194R', '393(1)'] : ['393(1) Table 8(iv)', '194J'];
    expect(problems({ day, section: '' })).toEqual([message]);
    expect(problems({ day, section: other })).toEqual([message]);
    expect(problems({ day, section: own })).toEqual([]);
    for (const { section } of taxActOn(day).choices) expect(problems({ day, section })).toEqual([]);
  }
  expect(taxActOn('2026-03-31').certificate).toBe('Form 16A');
  expect(taxActOn('2026-04-01').certificate).toBe('Form 131');
  const long = '393(1) [Table: Sl. No. 6(iii).D(b)], payment code 1027'.padEnd(longestSection, '.');
  expect(problems({ day: '2026-04-01', section: long })).toEqual([]);
  expect(problems({ day: '2026-04-01', section: `${long}.` })).toEqual(['Use at most 60 characters']);
});

test('usual deductions leave out the GST of a registered agency, and are never unusual to record', () => {
  expect(usualDeductions(bill, true)).toEqual([
    { rate: 10, tds: 10_000_00 },
    { rate: 2, tds: 2_000_00 },
    { rate: 1, tds: 1_000_00 },
  ]);
  expect(usualDeductions(bill, false).map(({ tds }) => tds)).toEqual([11_800_00, 2_360_00, 1_180_00]);
  for (const paise of [1_499_50, 29_500_00, 10_00_000_00])
    for (const { rate, tds } of usualDeductions(paise, true))
      expect(tdsWarning({ amount: String(tds / 100), rate: String(rate) }, paise)).toBeUndefined();
});
