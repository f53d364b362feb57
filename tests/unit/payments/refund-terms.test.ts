import { describe, expect, test } from 'vitest';
import {
  type RefundTerms,
  readRefundTerms,
  refundOffers,
  refundTermsQuery,
} from '#web/contracts/refund-terms.ts';
import { querySeed } from '../studio/seed.ts';

const terms = async (): Promise<RefundTerms> => {
  const found = readRefundTerms({ result: await querySeed(refundTermsQuery) });
  if (!found) throw new Error('the seed has no table of refunds');
  return { ...found, deductsFees: false };
};
const today = '2026-03-30';
const whole = { paid: 149_999, fee: 3540, most: 149_999 };
const named = (offers: ReturnType<typeof refundOffers>) =>
  Object.fromEntries(offers.map(({ name, amount }) => [name, amount]));

describe('what the refund policy returns of ₹1,499.99', () => {
  test.each([
    [
      'without a start',
      undefined,
      142_499,
      'Before the project starts: Full refund, minus a 5% processing fee',
    ],
    ['a day before the start', '2026-03-31', 142_499, 'Before the project starts'],
    ['on the day of the start', '2026-03-30', 104_999, 'Within 7 days of the start: 70% of the advance'],
    ['7 days after it', '2026-03-23', 104_999, 'Within 7 days'],
    ['8 days after it', '2026-03-22', 60_000, 'After 7 days, but before 30 days: 40% of the advance'],
    ['29 days after it', '2026-03-01', 60_000, 'After 7 days'],
    ['30 days after it', '2026-02-28', 0, 'After 30 days: No refund'],
    ['a year after it', '2025-03-30', 0, 'After 30 days'],
  ])('%s', async (_when, start, amount, why) => {
    const [policy] = refundOffers(await terms(), whole, { start, today, surplus: 0 });
    expect(policy).toMatchObject({ name: 'policy', amount, why: expect.stringContaining(why) });
  });

  test('is less the gateway’s fees, if the table says so, and less earlier refunds', async () => {
    const all = { ...(await terms()), deductsFees: true };
    const days = { start: '2026-03-25', today, surplus: 0 };
    const [fresh] = refundOffers(all, { paid: 100_000, fee: 2360, most: 100_000 }, days);
    expect(fresh).toMatchObject({
      amount: 67_640,
      why: expect.stringContaining('less ₹23.60 for gateway fees'),
    });
    const [second] = refundOffers(all, { paid: 100_000, fee: 2360, most: 50_000 }, days);
    expect(second).toMatchObject({
      amount: 17_640,
      why: expect.stringContaining('less ₹500.00 refunded before'),
    });
    const [last] = refundOffers(all, { paid: 100_000, fee: 2360, most: 20_000 }, days);
    expect(last?.amount).toBe(0);
  });
});

test('a refund is offered in whole, in half and as another amount; a surplus first, and never more than is left', async () => {
  const payment = { paid: 149_999, fee: 0, most: 49_999 };
  const offered = refundOffers(await terms(), payment, { start: undefined, today, surplus: 1000 });
  expect(offered[0]?.name).toBe('surplus');
  expect(named(offered)).toEqual({
    surplus: 1000,
    policy: 42_499,
    half: 24_999,
    whole: 49_999,
    other: undefined,
  });
  const much = refundOffers(null, payment, { start: undefined, today, surplus: 90_000 });
  expect(named(much)).toEqual({ surplus: 49_999, half: 24_999, whole: 49_999, other: undefined });
});

test('without a readable table nothing is proposed', () => {
  for (const response of [undefined, { error: 'x' }, { result: [] }, { result: [{ rows: [{ term: 'a' }] }] }])
    expect(readRefundTerms(response)).toBeNull();
});
