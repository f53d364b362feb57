import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeWorth, enquiriesToCover, readFigures } from '#web/sections/enquiry-value/worth.ts';

const typed = { currency: 'INR', enquiries: '40', share: '10', value: '25,000', spend: '50,000' };

function figuresOf(change: Record<string, string> = {}) {
  const read = readFigures({ ...typed, ...change });
  if ('problems' in read) throw new Error([...read.problems.values()].join());
  return read;
}

const problemsOf = (change: Record<string, string>) => {
  const read = readFigures({ ...typed, ...change });
  return 'problems' in read ? Object.fromEntries(read.problems) : {};
};

test('the value of an enquiry is the share of a customer, in paise', () => {
  expect(computeWorth(figuresOf(), 1)).toBe(250_000);
  expect(enquiriesToCover(figuresOf())).toBe(20);
  expect(computeWorth(figuresOf({ share: '12.5 %', value: '₹7,333' }), 1)).toBe(91_663);
});

test.each([
  [{ share: '१०', value: '२५ हज़ार', spend: '५०,०००' }, 250_000],
  [{ share: '١٠', value: '٢٥٠٠٠', spend: '٥٠٠٠٠' }, 250_000],
  [{ share: '10٪', value: '2.5 lakh' }, 2_500_000],
  [{ currency: 'AED', value: 'AED 2,500', spend: '5000 dirhams' }, 25_000],
  [{ currency: 'AED', value: '2500 درهم', spend: 'Dhs. 5,000' }, 25_000],
])('reads %j', (change, worth) => {
  expect(computeWorth(figuresOf(change), 1)).toBe(worth);
});

test.each(['', '-5', '0', 'forty', '1e9', '99999999999999999999', 'AED 5', '<b>'])(
  'asks for every figure again if it is %j',
  (wrong) => {
    expect(Object.keys(problemsOf({ enquiries: wrong, share: wrong, value: wrong, spend: wrong }))).toEqual([
      'enquiries',
      'share',
      'value',
      'spend',
    ]);
  },
);

test('refuses a part of an enquiry, more than 100 per cent, and rupees in a form for dirhams', () => {
  expect(problemsOf({ enquiries: '2.5' })).toHaveProperty('enquiries');
  expect(problemsOf({ share: '100.01' })).toHaveProperty('share');
  expect(problemsOf({ currency: 'AED', value: '₹2,500' })).toHaveProperty(
    'value',
    expect.stringMatching('dirhams'),
  );
  expect(problemsOf({ share: '0.01', value: '10 crore', spend: '1', enquiries: '1,00,000' })).toEqual({});
});

test('the enquiries that cover a budget are the fewest that do', () => {
  const amounts = fc.integer({ min: 100, max: 10_000_000_000 });
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: 1, max: 10_000 }), (value, spend, share) => {
      const more = BigInt(enquiriesToCover({ currency: 'INR', enquiries: 1, value, spend, share }));
      const worth = BigInt(value) * BigInt(share);
      expect(more * worth).toBeGreaterThanOrEqual(BigInt(spend) * 10_000n);
      expect((more - 1n) * worth).toBeLessThan(BigInt(spend) * 10_000n);
    }),
    { seed: 29, numRuns: 2000 },
  );
});
