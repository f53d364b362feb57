import { expect, test } from 'vitest';
import { longestSection, taxActOn, tdsWarning } from '#web/contracts/tds.ts';
import { manualEntryBodySchema } from '#web/payments/manual-entries/bodies.ts';

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
  [
    '8,614',
    '10',
    '₹8,614.00 is 7.3% of the bill, and 8.61% of it without GST. You entered 10%. Is that right?',
  ],
  [
    '10,000',
    '2',
    '₹10,000.00 is 8.47% of the bill, and 10% of it without GST. You entered 2%. Is that right?',
  ],
  [
    '20,000',
    '20',
    '₹20,000.00 is 16.95% of the bill, and 20% of it without GST. You entered 20%. Is that right?',
  ],
])('₹%s at %s%% asks for confirmation', (amount, rate, warning) => {
  expect(tdsWarning({ amount, rate }, bill)).toBe(warning);
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
  expect(taxActOn('2026-03-31').act).toBe('Income-tax Act 1961');
  expect(taxActOn('2026-04-01').act).toBe('Income-tax Act 2025');
  expect(problems({ day: '2026-03-31', section: '' })).toEqual([
    'Enter the section of the Income-tax Act 1961, for example 194J',
  ]);
  expect(problems({ day: '2026-04-01', section: '' })).toEqual([
    'Enter the section of the Income-tax Act 2025, for example 393(1) Table 6(iii)D(b)',
  ]);
  const long = '393(1) [Table: Sl. No. 6(iii).D(b)], payment code 1027'.padEnd(longestSection, '.');
  for (const section of ['194J', taxActOn('2026-04-01').example, long])
    expect(problems({ day: '2026-04-01', section })).toEqual([]);
  expect(problems({ day: '2026-04-01', section: `${long}.` })).toEqual(['Use at most 60 characters']);
});
