import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseIfClockIsRight } from '#web/jobs/erasure.ts';
import { findOrder, insertOrder } from '#web/payments/ledger/orders.ts';
import { audit } from '#web/staff/audit.ts';
import { bill, gatewayOrder } from '../../integration/payments/samples.ts';
import { retention } from '../../support/retention.ts';
import { asha, ledgerPerTest } from './test-ledger.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-03-31T12:00:00Z');

const house = await ledgerPerTest();
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const erase = (at: number) => eraseIfClockIsRight(house.db, retention(1), at);

test('nothing is erased while the newest row is more than 30 days old', async () => {
  const { id } = await insertOrder(house.db, gatewayOrder(), bill, { now: start });
  const name = async () => (await findOrder(house.db, id))?.customer_name;
  expect(await erase(start + 365 * day)).toEqual({
    problem: expect.stringMatching(/^This machine's clock says 2027-03-31.* newest row is of 2026-03-31/),
  });
  expect(await name()).toBe(bill.customerName);
  await audit(house.db, { actor: asha, act: 'export', subject: 'payments' }, start + 340 * day);
  expect(await erase(start + 365 * day)).toEqual({ erased: 1 });
  expect(await name()).toBeNull();
});

test('an empty ledger has nothing to compare with', async () => {
  expect(await erase(start)).toEqual({ erased: 0 });
});
