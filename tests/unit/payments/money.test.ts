import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalFromPaise,
  formatRupees,
  paiseFromDecimal,
  paiseFromNumber,
  paiseOfValue,
  plainAmount,
  rupeesInWords,
} from '#web/contracts/money.ts';

describe('paise from rupees', () => {
  test('any amount up to 10,00,000.00 is exact, from rupees to paise and back', () => {
    const amounts = fc.integer({ min: 100, max: 100_000_000 });
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 100, max: 100_000 }), amounts), (paise) => {
        const text = decimalFromPaise(paise);
        return paiseFromDecimal(text) === paise && paiseFromNumber(JSON.parse(text)) === paise;
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
  [100, 'Rupees one only'],
  [149_950, 'Rupees one thousand four hundred ninety-nine and fifty paise only'],
  [12_345_678, 'Rupees one lakh twenty-three thousand four hundred fifty-six and seventy-eight paise only'],
  [100_000_000, 'Rupees ten lakh only'],
])('%d paise in words', (paise, words) => expect(rupeesInWords(paise)).toBe(words));

describe('a value as written in notices and by people', () => {
  const lakh = 10_000_000;
  const crore = 100 * lakh;
  test.each([
    ...['25,00,000', '2500000', '2500000.00', '25 00 000', '₹25,00,000', '₹ 25,00,000.00', 'Rs. 25,00,000/-'],
    ...['Rs.25,00,000/- only', 'Rs 25,00,000 /-', 'INR 25,00,000', '25,00,000 INR'],
    ...['25 lakh', '25 Lakhs', '25lacs', '25 lac', '25L', '25 l', '₹25L', 'Rs. 25 lakhs only', 'Rs25 lakh'],
    ...['25 lakh rupees', 'Rupees 25 lakh only', '0.25 crore', '0.25 करोड़', '0.25Cr'],
    ...['२५ लाख', '२५,००,०००', '₹२५ लाख', '25 लाख रुपये', 'रु. 25 लाख मात्र', '2500 thousand', '2500k'],
    ...['Rs. 25,00,000/- (Rupees Twenty-five lakh only)', '25 Lakh.'],
  ])('%j is 25 lakh', (typed) => expect(paiseOfValue(typed)).toBe(25 * lakh));

  test.each([
    ['1.255 crore', 1_255_000_000],
    ['2.55 Cr.', 255 * lakh],
    ['1.2345678 crore', 1_234_567_800],
    ['1 crore 25 lakh', 125 * lakh],
    ['1 Crore, 25 Lakhs', 125 * lakh],
    ['Rs. 1 crore 25 lakh 50 thousand only', 1_255_000_000],
    ['1 लाख 25,000', 12_500_000],
    ['1 करो\u095c', crore],
    ['50 हज़ार', 5_000_000],
    ['1000 crore', 1000 * crore],
    // A cut number counts in the next smaller unit, as people say it.
    ['1 crore 50', 150 * lakh],
    ['1 crore 5', 105 * lakh],
    ['१ करोड़ ५०', 150 * lakh],
    ['1 crore 25 lakh 50', 125 * lakh + 5_000_000],
    // Unless it says rupees, or has more digits than the unit holds.
    ['1 crore 50 rupees', crore + 5_000],
    ['Rs. 1 crore 50/-', crore + 5_000],
    ['1 lakh 500', lakh + 50_000],
    ['50', 5_000],
    ['0', 0],
  ])('%j is %d paise', (typed, paise) => expect(paiseOfValue(typed)).toBe(paise));

  test.each([
    ...['', 'lakh', 'crore 25', '-5', '1e9', '1.005', '1.23456789012 crore', '25-30 lakh', '25 to 30 lakh'],
    ...['1 crore 250 lakh', '25 lakh 1 crore', '25 laks', '1,25 lakh', '1.5.2 cr'],
    ...['25 lakhish', '$25', '25 lakh lakh', '9'.repeat(80), '99999999 crore', 'twenty lakh'],
  ])('%j is not a value', (typed) => expect(paiseOfValue(typed)).toBeUndefined());

  test.each(['25L', '25 lakh', '1.5 Cr', '25k'])('the amount of a bill is never %j', (typed) =>
    expect(paiseFromDecimal(plainAmount(typed))).toBeUndefined(),
  );

  test('no value between a paisa and a thousand crore is rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 * crore }), fc.constantFrom(7, 9), (paise, places) => {
        const digits = String(paise).padStart(places + 1, '0');
        const typed = `${digits.slice(0, -places)}.${digits.slice(-places)} ${places === 7 ? 'lakh' : 'crore'}`;
        return paiseOfValue(typed) === paise;
      }),
      { seed: 31, numRuns: 20_000 },
    );
  });
});
