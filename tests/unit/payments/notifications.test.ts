import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { addNotifications } from '#web/payments/messages/notifications.ts';
import { paymentRequestMessage } from '#web/payments/messages/texts.ts';
import type { Payments } from '#web/payments/payments.ts';
import { payment } from '../../integration/payments/samples.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

let house: CountingHouse;
let payments: Payments;
beforeEach(async () => {
  house = await openTestLedger();
  const noticeTo = 'owner@example.com';
  payments = { ...house.payments, settings: { ...house.payments.settings, noticeTo } };
});
afterEach(() => house.close());

const hour = 3_600_000;
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
  await addNotifications(payments, undefined);
  expect((await messages()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/₹1,000\.00 .*NEW-1/),
  ]);
  await addNotifications(payments, undefined);
  expect(await messages()).toHaveLength(1);
});

test('money that matches no bill is entered under the id of its payment, once', async () => {
  const stray = payment('order_ofAnotherSite', { createdAt: house.clock.at / 1000 });
  for (let n = 0; n < 2; n++)
    expect(await recordPayment(house.db, stray, 'webhook', house.clock.at)).toEqual({
      outcome: 'unexplained',
      why: 'unknown order',
    });
  const entered = await house.db
    .selectFrom('entries')
    .select(['kind', 'subject', 'payment_id', 'amount'])
    .execute();
  expect(entered).toEqual([
    { kind: 'unexplained', subject: stray.id, payment_id: stray.id, amount: stray.amount },
  ]);
});

test.each([
  ['https://www.agency.example/stop', 'Reminder: ₹600.00 for bill A-1 is due today'],
  [undefined, '₹600.00 for bill A-1 is due today'],
])(
  'a message that asks for payment has a clear subject, with %s as unsubscribe link',
  (unsubscribeUrl, subject) => {
    const request = '₹600.00 for bill A-1 is due today';
    const sender = { ...payments.settings, isTest: false };
    const bill = {
      recipient: 'asha@example.com',
      request,
      payUrl: 'https://www.agency.example/pay-online?link=x',
    };
    expect(
      paymentRequestMessage(sender, { ...bill, ...(unsubscribeUrl && { unsubscribeUrl }) }).subject,
    ).toBe(subject);
  },
);
