import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Span } from '#web/payments/gateway.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
beforeAll(async () => {
  house = await openTestLedger();
});
afterAll(() => house.close());

const hour = 3600;
const day = 24 * hour;

test.each([
  ['short', { payments: hour, refunds: hour, disputes: 200 * day, settlements: 3 * day }],
  ['long', { payments: 7 * day, refunds: 45 * day, disputes: 200 * day, settlements: 15 * day }],
] as const)('a %s sweep reads the lists from the last one up to now', async (depth, back) => {
  const spans: Record<string, Span> = {};
  const empty = (list: string) =>
    async function* (span: Span) {
      spans[list] = span;
      yield { items: [], unreadable: 0 };
    };
  const gateway = {
    ...house.payments.gateway,
    listPayments: empty('payments'),
    listRefunds: empty('refunds'),
    listDisputes: empty('disputes'),
    listSettlements: empty('settlements'),
  };
  const to = house.clock.at / 1000;
  const since = to - 300;
  await sweep({ ...house.payments, gateway }, depth, since);
  const expected = Object.entries(back).map(([list, seconds]) => [list, { from: since - seconds, to }]);
  expect(spans).toEqual(Object.fromEntries(expected));
});
