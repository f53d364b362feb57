import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseIfClockIsRight, erasePersonalData } from '#web/jobs/erasure.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { findOrder, insertOrder } from '#web/payments/ledger/orders.ts';
import { audit } from '#web/staff/audit.ts';
import { bill, gatewayOrder } from '../../integration/payments/samples.ts';
import { retention } from '../../support/retention.ts';
import { asha, ledgerPerTest, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();

const note = 'Meera Nair asked for it';
const day = 86_400_000;

test('personal notes are erased from entries, and no amount is', async () => {
  const bill = await house.makeBill(20_000);
  const credit = await house.record(bill.id, { kind: 'credit', amount: 20_000, reason: note });
  await house.apply(credit.key, 'approve', ravi);
  const stray = { kind: 'noted', subject: 'pay_00000000000001', amount: 700, currency: 'INR' } as const;
  await addEntries(house.db, [{ ...stray, detail: note }], 'staff', house.clock.at);
  const sent = { bill_id: bill.id, kind: 'UTR', reference: note, created_at: '2026-10-12' };
  await house.db.insertInto('customer_notices').values(sent).execute();
  const said = async () =>
    JSON.stringify([
      await house.db.selectFrom('customer_notices').selectAll().execute(),
      await house.db.selectFrom('entries').selectAll().execute(),
      await house.db.selectFrom('vouchers').selectAll().execute(),
    ]);
  await erasePersonalData(house.db, retention(365), house.clock.at + 364 * day);
  expect((await said()).split(note).length - 1).toBe(3);
  await erasePersonalData(house.db, retention(365), house.clock.at + 500 * day);
  expect(await said()).not.toContain(note);
  const sums = await house.db
    .selectFrom('entries')
    .select(['kind', 'amount', 'detail'])
    .orderBy('id')
    .execute();
  expect(sums).toEqual([
    { kind: 'credited', amount: 20_000, detail: null },
    { kind: 'noted', amount: 700, detail: null },
  ]);
});

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const start = Date.parse('2026-03-31T12:00:00Z');
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
