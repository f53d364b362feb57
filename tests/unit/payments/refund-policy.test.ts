import { describe, expect, test } from 'vitest';
import { suggestedRefund } from '#studio/tools/payments/refund-policy.ts';

describe('what the refund policy returns of ₹1,499.99', () => {
  test.each([
    ['without a start', undefined, 142_499],
    ['a day before the start', '2026-03-31', 142_499],
    ['on the day of the start', '2026-03-30', 104_999],
    ['7 days after it', '2026-03-23', 104_999],
    ['8 days after it', '2026-03-22', 59_999],
    ['29 days after it', '2026-03-01', 59_999],
    ['30 days after it', '2026-02-28', 0],
    ['a year after it', '2025-03-30', 0],
  ])('%s', (_when, start, amount) => {
    expect(suggestedRefund(149_999, start, '2026-03-30').amount).toBe(amount);
  });

  test('says which rule it follows', () => {
    expect(suggestedRefund(100, '2026-03-23', '2026-03-30').rule).toContain('70%');
    expect(suggestedRefund(100, undefined, '2026-03-30').rule).toContain('5%');
  });
});
