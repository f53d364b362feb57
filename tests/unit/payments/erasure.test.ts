import { expect, test } from 'vitest';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { retention } from '../../support/retention.ts';
import { ledgerPerFile, ravi } from './test-ledger.ts';

const house = await ledgerPerFile();

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
