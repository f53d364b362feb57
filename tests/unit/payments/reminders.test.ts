import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { paymentRequest } from '#web/payments/bills/bill-texts.ts';
import { reminderDue } from '#web/payments/messages/reminder-days.ts';
import { addReminders, nextReminderTime, unsubscribe } from '#web/payments/messages/reminders.ts';
import { type CountingHouse, openTestLedger } from './test-ledger.ts';

const at = (text: string) => Date.parse(`${text}:00+05:30`);

describe('when customers may be reminded', () => {
  test.each([
    ['2026-03-31T00:00', '2026-03-31T09:00'],
    ['2026-03-31T08:59', '2026-03-31T09:00'],
    ['2026-03-31T09:00', '2026-03-31T09:00'],
    ['2026-03-31T20:59', '2026-03-31T20:59'],
    ['2026-03-31T21:00', '2026-04-01T09:00'],
    ['2026-03-31T23:59', '2026-04-01T09:00'],
  ])('%s in India: at %s', (now, next) => expect(nextReminderTime(at(now))).toBe(at(next)));
});

describe('which reminder is due for a bill that is due on 31 March', () => {
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
  ])('on %s: %s', (today, day) => expect(reminderDue([-3, 0, 7], '2026-03-31', today)).toBe(day));
});

describe('a bill that is due today', () => {
  let house: CountingHouse;
  beforeEach(async () => {
    house = await openTestLedger();
  });
  afterEach(() => house.close());

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
    ['has an order of somebody who is paying', ({ id, bill_number }) => house.begin(bill_number, 50_000, id)],
    ['has a cheque that has not cleared', ({ id }) => house.record(id, { kind: 'cheque', amount: 20_000 })],
    ['is cancelled', ({ id }) => house.change(id, 'cancel')],
    ['has a link that staff withdrew', ({ id }) => house.change(id, 'withdraw-link')],
  ])('is not reminded if it %s', async (_, prepare) => {
    await prepare(await house.makeBill(50_000, due));
    expect((await remind()).filter(({ kind }) => kind === 'reminder')).toEqual([]);
  });

  test('is not reminded if its customer unsubscribed', async () => {
    const first = await house.makeBill(50_000, due);
    await remind();
    const { stop_token } = await house.db
      .selectFrom('bills')
      .select('stop_token')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    expect(await unsubscribe(house.payments, stop_token ?? '')).toBe(true);
    await house.makeBill(50_000, due);
    expect(await remind()).toHaveLength(1);
  });
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
    dueOn,
  } as const;
  expect(paymentRequest(bill, '2026-03-31')).toBe(said);
});

describe('PAYMENT_REMINDER_DAYS', () => {
  test.each([
    ['', []],
    ['7, -3,0,7', [-3, 0, 7]],
  ])('“%s”', (given, days) =>
    expect(readSettings({ PAYMENT_REMINDER_DAYS: given }).reminderDays).toEqual(days),
  );
  test.each(['three', '1.5', '-3;0', '0,'])('“%s” is refused', (given) =>
    expect(() => readSettings({ PAYMENT_REMINDER_DAYS: given })).toThrow(
      /PAYMENT_REMINDER_DAYS must be days/,
    ),
  );
});
