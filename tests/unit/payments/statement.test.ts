import { expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { findStatementBill, makeStatementLink, readStatement } from '#web/payments/bills/statement.ts';
import { asha, ledgerPerTest, noonOf, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();

const phone = '9876543210';
const account = () => readStatement(house.db, phone, house.clock.at);

test('a statement has everything billed and everything that settled it, and its sum equals the bills’', async () => {
  const { clock } = house;
  const first = await house.makeBill(10_000_000);
  const second = await house.makeBill(2_000_000);
  await house.makeBill(777, { customer_phone: '9999999999' });
  const gone = await house.makeBill(888);
  expect(await house.change(gone.id, 'cancel')).toBe('done');

  await house.record(first.id, { kind: 'tds', amount: 1_000_000, section: '194J', rate: '10' });
  const wrong = await house.record(first.id, { amount: 3_000_000, day: '2026-10-11' });
  await house.apply(wrong.key, 'reverse');
  clock.at = noonOf('2026-10-20');
  const cheque = await house.record(first.id, { kind: 'cheque', amount: 500_000, day: '2026-10-20' });
  const { paymentId } = await house.pay(first.bill_number, 4_000_000, first.id);
  await house.refund(paymentId, 1_000_000);
  const credit = await house.record(first.id, { kind: 'credit', amount: 100_000, day: '2026-10-20' });
  await house.apply(credit.key, 'approve', ravi);
  expect(await house.move(paymentId, second, 1_500_000)).toBe('done');

  const { lines, balance, cheques } = await account();
  expect(lines.map(({ day, title, billNumber, amount }) => [day, title, billNumber, amount])).toEqual([
    ['2026-10-11', 'Payment by NEFT', 'HOUSE-1', -3_000_000],
    ['2026-10-12', 'Bill', 'HOUSE-1', 10_000_000],
    ['2026-10-12', 'Bill', 'HOUSE-2', 2_000_000],
    ['2026-10-12', 'TDS, section 194J, 10%', 'HOUSE-1', -1_000_000],
    ['2026-10-12', 'Payment by NEFT, reversed', 'HOUSE-1', 3_000_000],
    ['2026-10-20', 'Payment by UPI', 'HOUSE-1', -4_000_000],
    ['2026-10-20', 'Refund', 'HOUSE-1', 1_000_000],
    ['2026-10-20', 'Credit', 'HOUSE-1', -100_000],
    ['2026-10-20', 'Moved to another bill', 'HOUSE-1', 1_500_000],
    ['2026-10-20', 'Moved from another payment', 'HOUSE-2', -1_500_000],
  ]);
  expect([balance, cheques]).toEqual([lines.reduce((sum, { amount }) => sum + amount, 0), 500_000]);
  // 1,20,000.00 less TDS 10,000, UPI 40,000 - 10,000, credit 1,000; the moved amount stays with the customer.
  expect(balance).toBe(7_900_000);
  await house.apply(cheque.key, 'clear', asha, '2026-10-20');
  expect(await account()).toMatchObject({ balance: 7_400_000, cheques: 0 });
});

test('bill, statement and CSV have the day a cheque bounced, and the bank’s note only the CSV', async () => {
  const bill = await house.makeBill(5_000_000);
  const typed = { kind: 'cheque', amount: 5_000_000, reference: '004512' } as const;
  const { key } = await house.record(bill.id, typed);
  house.clock.at = noonOf('2026-10-20');
  expect(await house.apply(key, 'bounce', asha, '2026-10-18')).toBe('done');
  const { bounced_at } = await house.bill(bill.id);
  expect(dayInIndia(Date.parse(bounced_at ?? ''))).toBe('2026-10-18');
  const { lines } = await account();
  const title = 'Cheque of ₹50,000.00 bounced';
  expect(lines).toContainEqual(expect.objectContaining({ day: '2026-10-18', title, amount: 0 }));
  expect(JSON.stringify(lines)).not.toContain('why');
  const row = (await house.csv()).split('\r\n').find((line) => line.includes(title));
  expect(row).toMatch(/^"2026-10-18 .*"=""004512""",.*"why"$/);
});

test('a link shows the account of a known customer for 30 days', async () => {
  const bill = await house.makeBill(5000);
  const url = await makeStatementLink(house.payments, bill.id, asha);
  const token = url?.split('/').at(-1) ?? '';
  expect(url).not.toMatch(/HOUSE|98765|Verma/);
  const found = async () => (await findStatementBill(house.db, token, house.clock.at))?.bill.id;
  expect(await found()).toBe(bill.id);
  expect(await findStatementBill(house.db, `${token.slice(0, -1)}_`, house.clock.at)).toBeUndefined();
  house.clock.at += 30 * 24 * 3_600_000;
  expect(await found()).toBeUndefined();
  await house.db.updateTable('bills').set({ customer_phone: null }).execute();
  expect(await makeStatementLink(house.payments, bill.id, asha)).toBeUndefined();
  expect(await house.audited()).toMatchObject([{ act: 'statement.linked', actor: 'Asha' }]);
});
