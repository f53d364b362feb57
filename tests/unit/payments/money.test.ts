import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalFromPaise,
  formatMoney,
  formatRupees,
  paiseFromDecimal,
  paiseFromNumber,
  rupeesInWords,
} from '#web/contracts/money.ts';

describe('paise from rupees', () => {
  test('every two-decimal amount from 1.00 to 1000.00 is exact, as text and as a JSON number', () => {
    for (let paise = 100; paise <= 100_000; paise += 1) {
      const text = `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
      if (paiseFromDecimal(text) !== paise) expect.fail(`${text} became ${paiseFromDecimal(text)}`);
      const number: unknown = JSON.parse(text);
      if (typeof number !== 'number' || paiseFromNumber(number) !== paise) expect.fail(`JSON ${text}`);
    }
  });

  test('any amount up to 10,00,000.00 is exact, from rupees to paise and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000_000 }), (paise) => {
        const text = decimalFromPaise(paise);
        return paiseFromDecimal(text) === paise && paiseFromNumber(Number(text)) === paise;
      }),
      { seed: 29, numRuns: 100_000 },
    );
  });

  test.each(['', '.', '1.', '.5', '1.005', '-1', '+1', '1e3', '0x10', '1,000', '1 000', '१०', 'NaN', '1\n'])(
    '%j is not an amount',
    (text) => expect(paiseFromDecimal(text)).toBeUndefined(),
  );

  test.each([0.1 + 0.2, 1e21, 1e-7, -5, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (number) =>
    expect(paiseFromNumber(number)).toBeUndefined(),
  );
});

test('any amount reads as its decimal text, grouped as in India', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (paise) => {
      const text = formatRupees(paise);
      expect(text).toMatch(/^₹\d{1,3}\.\d\d$|^₹\d{1,2}(,\d\d)*,\d{3}\.\d\d$/);
      expect(text.replace(/[₹,]/g, '')).toBe(decimalFromPaise(paise));
    }),
    { seed: 29, numRuns: 2000 },
  );
});

test.each([
  [100, '₹1.00'],
  [149_950, '₹1,499.50'],
  [99_999, '₹999.99'],
  [12_345_678, '₹1,23,456.78'],
  [100_000_000, '₹10,00,000.00'],
])('%d paise reads %s', (paise, text) => expect(formatRupees(paise)).toBe(text));

test.each([
  [100, 'Rupees one only'],
  [149_950, 'Rupees one thousand four hundred ninety-nine and fifty paise only'],
  [12_345_678, 'Rupees one lakh twenty-three thousand four hundred fifty-six and seventy-eight paise only'],
  [100_000_000, 'Rupees ten lakh only'],
])('%d paise in words', (paise, words) => expect(rupeesInWords(paise)).toBe(words));

test.each([
  [149_950, 'INR', '₹1,499.50'],
  [100_000, 'USD', 'USD 1000.00'],
  [-5, 'AED', 'AED -0.05'],
  [1_234_567, 'KWD', 'KWD 1234.567'],
  [500, 'JPY', 'JPY 500'],
  [500, '?', '? 5.00'],
])('%i in %s is %s', (amount, code, shown) => {
  expect(formatMoney(amount, code)).toBe(shown);
});
