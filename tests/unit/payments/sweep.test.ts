import { expect, test } from 'vitest';
import type { SpanInSeconds } from '#web/payments/razorpay/client.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { ledgerPerFile } from './test-ledger.ts';

const house = await ledgerPerFile();

/** In seconds. */
const hour = 3600;
const day = 24 * hour;

test.each([
  { depth: 'short', payments: 6 * hour, refunds: 6 * hour, disputes: 200 * day, settlements: 3 * day },
  { depth: 'long', payments: 7 * day, refunds: 45 * day, disputes: 200 * day, settlements: 15 * day },
] as const)('a $depth sweep reads the lists from the last one up to now', async ({ depth, ...back }) => {
  const spans: Record<string, SpanInSeconds> = {};
  const empty = (list: string) =>
    async function* (span: SpanInSeconds) {
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
  await sweep({ ...house.payments, gateway }, depth, since * 1000);
  const expected = Object.entries(back).map(([list, seconds]) => [list, { from: since - seconds, to }]);
  expect(spans).toEqual(Object.fromEntries(expected));
});
