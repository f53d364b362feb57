import { expect, test } from 'vitest';
import { readToday } from '#web/payments/back-office/today.ts';
import { addCustomerNotice } from '#web/payments/bills/pay-by-link.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { id } from '../../integration/payments/samples.ts';
import { ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();

const minute = 60_000;
const day = 24 * 60 * minute;
const kinds = async () => (await house.items()).map(({ kind }) => kind);

test('a payment that stays authorised for a day is an action item', async () => {
  const order = await house.order();
  const seen = await house.report(order.id, { status: 'authorized' });
  house.clock.at += day - minute;
  expect(await kinds()).toEqual([]);
  house.clock.at += 2 * minute;
  expect(await house.items()).toMatchObject([{ kind: 'not-captured', subject: seen.id, order_id: order.id }]);
});

test('a number that a customer sends stays for 30 days, or until an entry of the bill has it', async () => {
  const bill = await house.makeBill(20_000);
  const send = async (number: string) =>
    (await addCustomerNotice(house.payments, bill.link_token ?? '', '', { number })).status;
  const listed = async () => (await house.items()).map(({ detail }) => detail);
  expect(await send('SBIN 1234 5678 9012')).toBe(200);
  // A corrected number replaces the wrong one.
  expect(await send('sbin-1234-5678-9013')).toBe(200);
  expect(await send('abcde12')).toBe(200);
  expect(await listed()).toEqual(['UTR SBIN123456789013', 'TDS certificate ABCDE12']);
  for (const wrong of ['', 'SBIN', '1234567890123', '<script>alert(1)', `${'A'.repeat(23)}`])
    expect(await send(wrong)).toBe(400);
  await house.record(bill.id, { reference: 'SBIN 123456789013' });
  expect(await listed()).toEqual(['TDS certificate ABCDE12']);
  house.clock.at += 30 * day + minute;
  expect(await listed()).toEqual([]);
});

test('a refund that is pending for ten days is an action item', async () => {
  const { paymentId } = await house.pay('B-1', 50_000);
  await house.refund(paymentId, 50_000, 'pending');
  house.clock.at += 10 * day - minute;
  expect(await kinds()).not.toContain('refund-pending');
  house.clock.at += 2 * minute;
  expect(await kinds()).toContain('refund-pending');
});

test('each item names the bill and its customer, not what the payer typed', async () => {
  const [first, second] = [
    await house.makeBill(10_000, { customer_name: 'Asha Verma' }),
    await house.makeBill(10_000, { customer_name: 'Ravi Traders' }),
  ];
  await house.record(first.id, { amount: 11_000 });
  await house.pay(second.bill_number.toLowerCase(), 11_000);
  const writeOff = await house.makeBill(10_000, { customer_name: 'Meera & Co' });
  await house.record(writeOff.id, { kind: 'write-off', amount: 4000, reason: 'closed down', reference: '' });
  await house.db
    .insertInto('outbox')
    .values({
      ...{ dedupe_key: 'b', kind: 'bill', order_id: null, bill_id: writeOff.id, subject: 's', text: 't' },
      ...{ recipient: 'meera@example.com', state: 'failed', message_id: '<1@x>' },
      created_at: new Date(house.clock.at).toISOString(),
    })
    .execute();
  const [one, two, three] = [first, second, writeOff].map(({ bill_number, customer_name }) => ({
    ...{ bill_number, customer_name },
  }));
  expect(await house.items()).toMatchObject([
    { kind: 'mail-failed', ...three },
    { kind: 'overpaid', ...two, amount: 1000 },
    { kind: 'voucher-waiting', ...three, amount: 4000, entry: 'write-off', detail: 'closed down' },
    { kind: 'overpaid', ...one, amount: 1000 },
  ]);
});

test('items are listed in full up to a number, then counted', async () => {
  const add = (count: number) =>
    addEntries(
      house.db,
      Array.from({ length: count }, () => ({
        ...{ kind: 'unexplained' as const, subject: id('pay'), amount: 100, currency: 'INR' },
      })),
      'webhook',
      house.clock.at,
    );
  await add(130);
  const few = await readToday(house.payments);
  expect([few.actionItems.length, few.more]).toEqual([130, 0]);
  await add(600);
  const many = await readToday(house.payments);
  expect(many.actionItems.length + many.more).toBe(730);
  expect(many.more).toBeGreaterThan(0);
});
