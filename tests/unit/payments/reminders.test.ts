import { describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { addMessages } from '#web/mail/outbox.ts';
import { paymentRequest } from '#web/payments/bills/bill-texts.ts';
import { reminderDue } from '#web/payments/ledger/bills.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import { addReminders, billMessage, unsubscribe } from '#web/payments/messages/reminders.ts';
import { ledgerPerTest, noonOf } from './test-ledger.ts';

test.each([
  ['2026-03-27', undefined],
  ['2026-03-28', -3],
  ['2026-03-30', -3],
  ['2026-03-31', 0],
  ['2026-04-03', 0],
  ['2026-04-04', undefined],
  ['2026-04-07', 7],
  ['2026-04-10', 7],
  ['2026-04-11', undefined],
])('on %s, the reminder of day %s is due for a bill of 31 March', (today, day) =>
  expect(reminderDue([-3, 0, 7], '2026-03-31', today)).toBe(day),
);

const house = await ledgerPerTest();

describe('a bill that is due today', () => {
  const due = { customer_email: 'asha@example.com', due_on: '2026-10-12' };
  const remind = async () => {
    await addReminders({ ...house.payments, settings: { ...house.payments.settings, reminderDays: [0] } });
    return house.db.selectFrom('outbox').select(['kind', 'recipient']).execute();
  };

  test('is reminded once', async () => {
    await house.makeBill(50_000, due);
    const reminders = [{ kind: 'reminder', recipient: due.customer_email }];
    expect([await remind(), await remind()]).toEqual([reminders, reminders]);
  });

  test.each<[string, (bill: { id: string; bill_number: string }) => Promise<unknown>]>([
    ['is paid', ({ id, bill_number }) => house.pay(bill_number, 50_000, id)],
    ['is paid but for less than a rupee', ({ id, bill_number }) => house.pay(bill_number, 49_950, id)],
    [
      'was refunded',
      async ({ id, bill_number }) =>
        house.refund((await house.pay(bill_number, 50_000, id)).paymentId, 50_000),
    ],
    [
      'has a payment that is being confirmed',
      async ({ id, bill_number }) =>
        storeReport(house.db, (await house.begin(bill_number, 50_000, id)).orderId, 'pay_1', house.clock.at),
    ],
    ['has an order of somebody who is paying', ({ id, bill_number }) => house.begin(bill_number, 50_000, id)],
    ['has a cheque that has not cleared', ({ id }) => house.record(id, { kind: 'cheque', amount: 20_000 })],
    ['is cancelled', ({ id }) => house.change(id, 'cancel')],
    ['has a link that staff withdrew', ({ id }) => house.change(id, 'withdraw-link')],
  ])('is not reminded if it %s', async (_, prepare) => {
    await prepare(await house.makeBill(50_000, due));
    expect((await remind()).filter(({ kind }) => kind === 'reminder')).toEqual([]);
  });

  test.each([
    ['that day', '2026-10-12', 'waiting', []],
    ['that day, but the e-mail failed', '2026-10-12', 'failed', ['reminder']],
    ['the day before', '2026-10-11', 'waiting', ['reminder']],
  ] as const)('is reminded or not if the bill itself was mailed %s', async (_, day, state, kinds) => {
    const { payments } = house;
    const message = billMessage(payments, await house.makeBill(50_000, due)) ?? expect.fail();
    await addMessages(house.db, [{ ...message, dedupe_key: 'x' }], payments.settings, noonOf(day));
    await house.db.updateTable('outbox').set({ state }).execute();
    expect((await remind()).map(({ kind }) => kind)).toEqual(['bill', ...kinds]);
  });

  test('is not reminded if its customer unsubscribed', async () => {
    const first = await house.makeBill(50_000, due);
    await remind();
    const { stop_token } = await house.bill(first.id);
    for (const [token, isKnown] of [['A'.repeat(38), false], ...Array(2).fill([stop_token, true])])
      expect(await unsubscribe(house.payments, token)).toBe(isKnown);
    await house.makeBill(50_000, { ...due, customer_email: 'Asha@Example.com' });
    expect(await remind()).toHaveLength(1);
  });
});

test('a second press mails nothing within a minute, also if the clock shows the next minute', async () => {
  const { id } = await house.makeBill(50_000, { customer_email: 'asha@example.com' });
  const queued = () => house.db.selectFrom('outbox').select('id').orderBy('id').execute();
  const countAfter = async (milliseconds: number, path: string) => {
    house.clock.at = noonOf('2026-10-12') + milliseconds;
    await Promise.all([house.post(path), house.post(path)]);
    return (await queued()).length;
  };
  const mail = `/bills/${id}/mail`;
  expect([await countAfter(59_900, mail), await countAfter(60_100, mail)]).toEqual([1, 1]);
  const again = `/messages/${(await queued())[0]?.id}/resend`;
  expect([await countAfter(239_900, again), await countAfter(240_100, again)]).toEqual([2, 2]);
  expect([await countAfter(300_100, mail), await countAfter(301_000, again)]).toEqual([3, 4]);
});

test.each([
  [null, '₹600.00 for bill A-1 to pay'],
  ['2026-04-02', '₹600.00 for bill A-1 is due on 2 April 2026'],
  ['2026-03-31', '₹600.00 for bill A-1 is due today'],
  ['2026-03-01', '₹600.00 for bill A-1 was due on 1 March 2026'],
])('a bill that is due on %s is requested as “%s”', (dueOn, said) => {
  const bill = {
    billNumber: 'A-1',
    state: 'part-paid',
    link: 'live',
    amount: 100_000,
    paid: 40_000,
  } as const;
  expect(paymentRequest({ ...bill, dueOn }, '2026-03-31')).toBe(said);
});

test.each([
  ['', []],
  ['7, -3,0,7', [-3, 0, 7]],
])('PAYMENT_REMINDER_DAYS=“%s”', (given, days) =>
  expect(readSettings({ PAYMENT_REMINDER_DAYS: given }).reminderDays).toEqual(days),
);
