import { expect, test } from 'vitest';
import { addNotifications } from '#web/payments/messages/notifications.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();

const hour = 3_600_000;
const notify = () => {
  const settings = { ...house.payments.settings, noticeTo: 'owner@example.com' };
  return addNotifications({ ...house.payments, settings }, undefined);
};
const messages = () => house.db.selectFrom('outbox').select(['kind', 'subject']).orderBy('id').execute();

test('owners are notified of what happened within a day, and not of what a restored backup learns again', async () => {
  await house.pay('NEW-1', 100_000);
  const learned = house.clock.at;
  house.clock.at -= 25 * hour;
  const { seen } = await house.pay('OLD-1', 200_000);
  await house.db
    .updateTable('entries')
    .set({ recorded_at: new Date(learned).toISOString() })
    .where('payment_id', '=', seen.id)
    .execute();
  house.clock.at = learned;
  await notify();
  expect((await messages()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/₹1,000\.00 .*NEW-1/),
  ]);
  await notify();
  expect(await messages()).toHaveLength(1);
});
