import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ledgers } from '#web/contracts/ledgers.ts';
import { accountingFile } from '#web/payments/accounting/files.ts';
import { exportCsv } from '#web/payments/back-office/export.ts';
import { orderDetails } from '#web/payments/back-office/order-details.ts';
import { requestRefund } from '#web/payments/back-office/refund-requests.ts';
import { readToday } from '#web/payments/back-office/today.ts';
import { payProblem, statusOf } from '#web/payments/bills/pay-by-link.ts';
import { statementOf } from '#web/payments/bills/statement.ts';
import { type BillWithState, findBill } from '#web/payments/ledger/bills.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { reviewSurplus } from '#web/payments/ledger/surplus-payments.ts';
import { closeWithNote } from '#web/payments/ledger/unexplained.ts';
import { moveMoney } from '#web/payments/manual-entries/move-money.ts';
import { gatewayOrder, id, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import { readTally } from './tally-reader.ts';
import { asha, type CountingHouse, openTestLedger, ravi } from './test-ledger.ts';

let house: CountingHouse;
beforeEach(async () => {
  house = await openTestLedger();
});
afterEach(() => house.close());

const move = async (paymentId: string, bill: BillWithState, amount: number, key: string = randomUUID()) =>
  (await moveMoney(house.payments, { key, paymentId, billNumber: bill.bill_number, amount }, asha)).outcome;
const refundable = async (orderId: string, paymentId: string) =>
  (await orderDetails(house.db, orderId))?.payments.find((one) => one.id === paymentId)?.refundable.most;
const items = async () =>
  (await readToday(house.payments)).actionItems.map(({ kind, amount }) => [kind, amount]);
const paid = async ({ id }: BillWithState) => (await house.stateOf(id))?.paid;
const review = (of: Parameters<typeof reviewSurplus>[1]) =>
  house.db.transaction().execute((trx) => reviewSurplus(trx, of, asha, house.clock.at));

const everything = { from: undefined, to: undefined };
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const read = (csv: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true, bom: true }));
const paise = (text = '') => Math.round(Number(text || 0) * 100);

/** The balances of the accountant's ledgers in paise, credits positive, and what the CSV says arrived. */
async function books() {
  const tally = readTally(await (await accountingFile(house.db, 'tally', everything)).text());
  const balances = new Map<string, number>();
  for (const { postings } of tally)
    for (const { ledger, amount } of postings) balances.set(ledger, (balances.get(ledger) ?? 0) + amount);
  const journals = read(await (await accountingFile(house.db, 'zoho-journals', everything)).text());
  const zoho = read(await (await accountingFile(house.db, 'zoho-payments', everything)).text());
  const csv = read(await (await exportCsv(house.db, everything)).text());
  const balance = (ledger: string) => balances.get(ledger) ?? 0;
  return {
    customers: balance(ledgers.customers.name),
    suspense: balance(ledgers.suspense.name),
    disputes: balance(ledgers.disputes.name),
    fees: balance(ledgers.fees.name) + balance(ledgers.gst.name),
    zoho:
      sum(zoho.map((row) => paise(row.Amount))) +
      sum(
        journals
          .filter(({ Account }) => Account === ledgers.customers.name)
          .map((row) => paise(row.Credit) - paise(row.Debit)),
      ),
    csv: sum(csv.map((row) => paise(row['Amount (INR)']))),
  };
}

/** Bills A and B of ₹1,000. A was paid, and ₹600 of it moved to B. */
async function movedMoney() {
  const [a, b] = [await house.makeBill(100_000), await house.makeBill(100_000)];
  const made = await house.pay(a.bill_number, 100_000, a.id);
  expect(await move(made.paymentId, b, 60_000)).toBe('done');
  return { a, b, ...made };
}

describe('money that was moved to another bill is taken back from it', () => {
  test('if all of the payment is refunded at Razorpay', async () => {
    const { a, b, orderId, paymentId } = await movedMoney();
    await house.refund(paymentId, 100_000);
    expect([await paid(a), await paid(b)]).toEqual([0, 0]);
    expect(await refundable(orderId, paymentId)).toBe(0);
    expect(await books()).toMatchObject({ customers: 0, suspense: 0, fees: -100, zoho: 0, csv: 0 });
    expect(await items()).toEqual([]);
  });

  test('as far as the refunds go, the latest move first', async () => {
    const { a, b, orderId, paymentId } = await movedMoney();
    const c = await house.makeBill(100_000);
    house.clock.at += 1000;
    expect(await move(paymentId, c, 10_000)).toBe('done');
    await house.refund(paymentId, 45_000);
    expect([await paid(a), await paid(b), await paid(c)]).toEqual([0, 55_000, 0]);
    const again = id('rfnd');
    for (const status of ['processed', 'failed'] as const) {
      await house.refund(paymentId, 5000, status, again);
      expect([await paid(a), await paid(b)]).toEqual([status === 'failed' ? 5000 : 0, 50_000]);
    }
    expect(await refundable(orderId, paymentId)).toBe(5000);
    expect(await books()).toMatchObject({ customers: 55_000, suspense: 0, fees: -100, csv: 55_000 });
    const { lines, balance } = await statementOf(house.db, b.customer_phone ?? '', house.clock.at);
    expect(balance).toBe(sum(lines.map(({ amount }) => amount)));
  });

  test('if a dispute is lost, and a later refund of it is an item', async () => {
    const { a, b, orderId, paymentId } = await movedMoney();
    await house.dispute({ paymentId, amount: 100_000 }, 'lost');
    expect([await paid(a), await paid(b)]).toEqual([100_000, 0]);
    expect(await refundable(orderId, paymentId)).toBe(0);
    expect(await books()).toMatchObject({ suspense: 0, fees: -100 });
    await house.refund(paymentId, 100_000);
    expect(await items()).toEqual([['over-returned', 100_000]]);
  });

  test('not while a dispute is undecided, even if its amount was deducted at once', async () => {
    const { b, orderId, paymentId } = await movedMoney();
    const dispute = id('disp');
    await house.dispute({ paymentId, amount: 100_000 }, 'open', dispute, 100_000);
    expect([await paid(b), await refundable(orderId, paymentId)]).toEqual([60_000, 0]);
    house.clock.at += 2000;
    await house.dispute({ paymentId, amount: 100_000 }, 'won', dispute);
    expect([await paid(b), await refundable(orderId, paymentId)]).toEqual([60_000, 40_000]);
  });

  test('if the gateway reports only the refunded sum', async () => {
    const { b, paymentId, seen } = await movedMoney();
    await recordPayment(house.db, { ...seen, amountRefunded: 70_000 }, 'sweep', house.clock.at);
    expect(await paid(b)).toBe(30_000);
    expect(await move(paymentId, b, 1)).toBe('too-much');
  });
});

describe('more is returned than was paid', () => {
  test('by a refund and a lost dispute: an item that is closed with a note', async () => {
    const bill = await house.makeBill(100_000);
    const { orderId, paymentId } = await house.pay(bill.bill_number, 100_000, bill.id);
    await house.refund(paymentId, 100_000);
    await house.dispute({ paymentId, amount: 100_000 }, 'lost');
    expect(await refundable(orderId, paymentId)).toBe(0);
    expect(await items()).toEqual([['over-returned', 100_000]]);
    const close = () =>
      closeWithNote(
        house.db,
        { subject: paymentId, note: 'The customer sent it back' },
        asha,
        house.clock.at,
      );
    expect([await close(), await close()]).toEqual([true, false]);
    expect(await items()).toEqual([]);
  });

  test('by a refund above the payment: the excess is in suspense, not a charge', async () => {
    const bill = await house.makeBill(100_000);
    const { paymentId } = await house.pay(bill.bill_number, 100_000, bill.id);
    await house.refund(paymentId, 150_000);
    expect(await items()).toEqual([['over-returned', 50_000]]);
    expect(await books()).toMatchObject({ customers: 0, suspense: -50_000, fees: -100 });
    await house.refund(paymentId, 10_000);
    expect(await items()).toEqual([['over-returned', 60_000]]);
  });
});

/** A payment of ₹1,000 whose order the site does not know yet. `appear` restores the order, as the sweep does. */
async function strayPayment(bill: BillWithState) {
  const made = gatewayOrder();
  const seen = payment(made.id, { amount: 100_000, fee: 100, createdAt: house.clock.at / 1000 });
  await recordPayment(house.db, seen, 'webhook', house.clock.at);
  const appear = async () => {
    const typed = { ...paidBill, billNumber: bill.bill_number, amountPaise: 100_000 };
    await insertOrder(house.db, { ...made, amount: 100_000 }, typed, { now: house.clock.at });
    await recordPayment(house.db, seen, 'sweep', house.clock.at);
    return { orderId: made.id, paymentId: seen.id };
  };
  return { paymentId: seen.id, appear };
}

describe('money of an unknown order, whose order appears later', () => {
  test('counts once if it was closed with a note', async () => {
    const bill = await house.makeBill(100_000);
    const { paymentId, appear } = await strayPayment(bill);
    expect(await items()).toEqual([['unexplained', 100_000]]);
    expect(await closeWithNote(house.db, { subject: paymentId, note: 'test' }, asha, house.clock.at)).toBe(
      true,
    );
    expect(await items()).toEqual([]);
    const { orderId } = await appear();
    expect(await paid(bill)).toBe(100_000);
    expect(await books()).toMatchObject({ customers: 100_000, suspense: 0, zoho: 100_000, csv: 100_000 });
    expect(await refundable(orderId, paymentId)).toBe(100_000);
    expect(await items()).toEqual([]);
  });

  test.each([100_000, 40_000])('counts once if %i paise were moved', async (amount) => {
    const [bill, other] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    expect(await move(paymentId, other, amount)).toBe('done');
    expect(await items()).toEqual(amount < 100_000 ? [['unexplained', 60_000]] : []);
    const { orderId } = await appear();
    expect([await paid(bill), await paid(other)]).toEqual([100_000 - amount, amount]);
    expect(await books()).toMatchObject({ customers: 100_000, suspense: 0, zoho: 100_000, csv: 100_000 });
    expect(await refundable(orderId, paymentId)).toBe(100_000 - amount);
    const { lines, balance } = await statementOf(house.db, bill.customer_phone ?? '', house.clock.at);
    expect([balance, sum(lines.map((line) => line.amount))]).toEqual([100_000, 100_000]);
    await house.refund(paymentId, 100_000);
    expect([await paid(bill), await paid(other)]).toEqual([0, 0]);
    expect(await books()).toMatchObject({ customers: 0, suspense: 0, zoho: 0, csv: 0 });
  });

  test('leaves nothing in suspense if it was moved, and refunded before its order appears', async () => {
    const [bill, other] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    expect(await move(paymentId, other, 60_000)).toBe('done');
    house.clock.at += 1000;
    const refundedAt = house.clock.at;
    const refundId = id('rfnd');
    await house.refund(paymentId, 100_000, 'processed', refundId);
    house.clock.at += 1000;
    await appear();
    await house.refund(paymentId, 100_000, 'processed', refundId, refundedAt);
    expect([await paid(bill), await paid(other)]).toEqual([0, 0]);
    expect(await books()).toMatchObject({ customers: 0, suspense: 0, zoho: 0, csv: 0 });
  });

  test('is corrected after a move to a wrong bill, and can be closed again', async () => {
    const [bill, wrong, right] = [
      await house.makeBill(100_000),
      await house.makeBill(100_000),
      await house.makeBill(100_000),
    ];
    const { paymentId, appear } = await strayPayment(bill);
    const key = randomUUID();
    expect(await move(paymentId, wrong, 40_000, key)).toBe('done');
    await closeWithNote(house.db, { subject: paymentId, note: 'the rest' }, asha, house.clock.at);
    expect(await items()).toEqual([]);
    expect(await house.apply(key, 'reverse')).toBe('done');
    expect(await items()).toEqual([['unexplained', 40_000]]);
    expect(await move(paymentId, right, 40_001)).toBe('too-much');
    expect(await move(paymentId, right, 40_000)).toBe('done');
    expect([await paid(wrong), await paid(right)]).toEqual([0, 40_000]);
    await appear();
    expect([await paid(bill), await paid(wrong), await paid(right)]).toEqual([60_000, 0, 40_000]);
    expect(await books()).toMatchObject({ customers: 100_000, suspense: 0, csv: 100_000 });
  });

  test('is not moved as well after it was refunded in the dashboard', async () => {
    const [bill, other] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    await house.refund(paymentId, 70_000);
    expect(await move(paymentId, other, 30_001)).toBe('too-much');
    expect(await move(paymentId, other, 30_000)).toBe('done');
    await appear();
    expect(await books()).toMatchObject({ csv: 100_000 - 70_000 });
  });
});

describe('a review belongs to an amount', () => {
  test('of a payment: what is paid later shows again, also on the statement', async () => {
    const bill = await house.makeBill(100_000);
    const { orderId } = await house.pay(bill.bill_number, 101_000, bill.id);
    const tooMuch = async () =>
      (await statementOf(house.db, bill.customer_phone ?? '', house.clock.at)).tooMuch;
    expect([await items(), await tooMuch()]).toEqual([[['overpaid', 1000]], 1000]);
    expect(await review({ orderId })).toBe(1);
    expect([await items(), await tooMuch()]).toEqual([[], 0]);
    expect((await house.stateOf(bill.id))?.state).toBe('paid');
    const neft = await house.record(bill.id, { amount: 50_000 });
    expect([await items(), await tooMuch()]).toEqual([[['overpaid', 50_000]], 50_000]);
    expect((await house.stateOf(bill.id))?.state).toBe('overpaid');
    await house.apply(neft.key, 'reverse');
    expect([await items(), await tooMuch()]).toEqual([[], 0]);
  });

  test('of a bill that was overpaid by bank or cash', async () => {
    const bill = await house.makeBill(100_000);
    await house.record(bill.id, { amount: 100_050 });
    expect(await items()).toEqual([['overpaid', 50]]);
    expect([await review({ billId: bill.id }), await review({ billId: bill.id })]).toEqual([1, 0]);
    expect(await items()).toEqual([]);
    expect((await house.stateOf(bill.id))?.state).toBe('paid');
    await house.record(bill.id, { kind: 'cash', amount: 700 });
    expect(await items()).toEqual([['overpaid', 700]]);
    await house.pay(bill.bill_number, 3000, bill.id);
    expect(sum((await items()).map(([, amount]) => Number(amount)))).toBe(3700);
    expect(await review({ billId: bill.id })).toBe(2);
    expect(await items()).toEqual([]);
  });

  test('a payment is no duplicate of one whose money was moved', async () => {
    const other = await house.makeBill(100_000);
    const first = await house.pay('TYPED-1', 50_000);
    house.clock.at += 1000;
    await house.pay('TYPED-1', 50_000);
    expect(await items()).toEqual([['second', 50_000]]);
    expect(await move(first.paymentId, other, 50_000)).toBe('done');
    expect(await items()).toEqual([]);
  });
});

describe('less than a rupee', () => {
  const find = async ({ id }: BillWithState) => {
    const bill = await findBill(house.db, id, house.clock.at);
    if (!bill) throw new Error('no bill');
    return bill;
  };

  test('left of a refunded payment does not keep the bill from being cancelled', async () => {
    const bill = await house.makeBill(10_050);
    const { paymentId } = await house.pay(bill.bill_number, 10_050, bill.id);
    await house.refund(paymentId, 9950);
    expect(await house.change(bill.id, 'cancel')).toBe('not-now');
    await house.refund(paymentId, 50);
    expect(await house.change(bill.id, 'cancel')).toBe('done');
    expect(await items()).toEqual([]);
    expect(await statementOf(house.db, bill.customer_phone ?? '', house.clock.at)).toMatchObject({
      ...{ balance: -50, tooMuch: 0 },
    });
  });

  test('left of a bill is never asked for, and written off by one person', async () => {
    const bill = await house.makeBill(149_950);
    await house.record(bill.id, { amount: 149_900 });
    const open = await find(bill);
    expect(open.state).toBe('part-paid');
    expect(statusOf(open).open).toBe(0);
    expect(payProblem(open, 50)).toMatchObject({ outcome: 'not-payable' });
    const part = await house.record(bill.id, { kind: 'write-off', amount: 49, reference: '' });
    expect(await house.stateOf(bill.id)).toMatchObject({ state: 'part-paid', paid: 149_900 });
    expect(await house.apply(part.key, 'reject')).toBe('done');
    const rest = { key: randomUUID(), kind: 'write-off', amount: 50, reference: '' } as const;
    expect((await house.record(bill.id, rest)).outcome).toBe('done');
    expect((await house.record(bill.id, rest)).outcome).toBe('done');
    expect(await house.stateOf(bill.id)).toMatchObject({ state: 'paid', paid: 149_950 });
  });

  test('more than a rupee still needs a second person, and a refund never leaves what it cannot give', async () => {
    const bill = await house.makeBill(100_100);
    await house.record(bill.id, { amount: 100_000 });
    const rest = await house.record(bill.id, { kind: 'write-off', amount: 100, reference: '' });
    expect(await house.stateOf(bill.id)).toMatchObject({ state: 'part-paid' });
    expect(await house.apply(rest.key, 'approve', ravi)).toBe('done');
    const { orderId, paymentId } = await house.pay('TYPED-2', 10_050);
    const refund = { key: randomUUID(), paymentId, amount: 10_051, reason: 'all' };
    expect(await requestRefund(house.payments, orderId, refund, asha)).toMatchObject({ outcome: 'too-much' });
  });
});
