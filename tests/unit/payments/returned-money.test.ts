import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ledgers } from '#web/contracts/entry-kinds.ts';
import { requestRefund } from '#web/payments/back-office/refund-requests.ts';
import { orderDetails } from '#web/payments/back-office/routes.ts';
import { payProblem, toBillStatus } from '#web/payments/bills/pay-by-link.ts';
import { readStatement } from '#web/payments/bills/statement.ts';
import type { BillWithState } from '#web/payments/ledger/bills.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { reviewSeenSurplus, reviewSurplus } from '#web/payments/ledger/surplus-payments.ts';
import { closeWithNote } from '#web/payments/ledger/unexplained.ts';
import { gatewayOrder, id, bill as sample } from '../../integration/payments/samples.ts';
import { paise, readRows, readTally, sum } from './tally-reader.ts';
import { asha, ledgerPerTest, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();

const refundableOf = async (orderId: string, paymentId: string) =>
  (await orderDetails(house.db, orderId))?.payments.find((one) => one.id === paymentId)?.refundable;
const refundable = async (orderId: string, paymentId: string) =>
  (await refundableOf(orderId, paymentId))?.most;
const items = async () => (await house.items()).map(({ kind, amount }) => [kind, amount]);
const paid = async ({ id }: BillWithState) => (await house.bill(id)).paid;
const review = (of: Parameters<typeof reviewSurplus>[1]) => reviewSurplus(house.db, of, asha, house.clock.at);

/** The balances of the accountant's ledgers in paise, credits positive, and what the CSV says arrived. */
async function books() {
  const tally = readTally(await house.file('tally'));
  const balances = new Map<string, number>();
  for (const { postings } of tally)
    for (const { ledger, amount } of postings) balances.set(ledger, (balances.get(ledger) ?? 0) + amount);
  const journals = readRows(await house.file('zoho-journals'));
  const zoho = readRows(await house.file('zoho-payments'));
  const csv = readRows(await house.csv());
  const balance = (ledger: string) => balances.get(ledger) ?? 0;
  return {
    customers: balance(ledgers.customers.name),
    suspense: balance(ledgers.suspense.name),
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
  expect(await house.move(made.paymentId, b, 60_000)).toBe('done');
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
    expect(await house.move(paymentId, c, 10_000)).toBe('done');
    await house.refund(paymentId, 45_000);
    expect([await paid(a), await paid(b), await paid(c)]).toEqual([0, 55_000, 0]);
    const again = id('rfnd');
    for (const status of ['processed', 'failed'] as const) {
      await house.refund(paymentId, 5000, status, again);
      expect([await paid(a), await paid(b)]).toEqual([status === 'failed' ? 5000 : 0, 50_000]);
    }
    expect(await refundable(orderId, paymentId)).toBe(5000);
    expect(await books()).toMatchObject({ customers: 55_000, suspense: 0, fees: -100, csv: 55_000 });
    const { lines, balance } = await readStatement(house.db, b.customer_phone ?? '', house.clock.at);
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
    await recordPayment(house.db, { ...seen, amount_refunded: 70_000 }, 'sweep', house.clock.at);
    expect(await paid(b)).toBe(30_000);
    expect(await house.move(paymentId, b, 1)).toBe('too-much');
  });
});

describe('more is returned than was paid', () => {
  const paidBill = async () => {
    const bill = await house.makeBill(100_000);
    return house.pay(bill.bill_number, 100_000, bill.id);
  };

  test('by a refund and a lost dispute: an item that is closed with a note', async () => {
    const { orderId, paymentId } = await paidBill();
    await house.refund(paymentId, 100_000);
    await house.dispute({ paymentId, amount: 100_000 }, 'lost');
    expect(await refundable(orderId, paymentId)).toBe(0);
    expect(await items()).toEqual([['over-returned', 100_000]]);
    const close = () =>
      closeWithNote(house.db, { subject: paymentId, note: 'Sent back' }, asha, house.clock.at);
    expect([await close(), await close()]).toEqual([true, false]);
    expect(await items()).toEqual([]);
  });

  test('by a refund above the payment: the excess is in suspense, not a charge', async () => {
    const { paymentId } = await paidBill();
    await house.refund(paymentId, 150_000);
    expect(await items()).toEqual([['over-returned', 50_000]]);
    expect(await books()).toMatchObject({ customers: 0, suspense: -50_000, fees: -100 });
    await house.refund(paymentId, 10_000);
    expect(await items()).toEqual([['over-returned', 60_000]]);
  });
});

/** A payment of ₹1,000 whose order the site does not know yet. `appear` restores the order, as the sweep does. */
async function strayPayment({ bill_number: billNumber }: BillWithState) {
  const made = { ...gatewayOrder(), amount: 100_000 };
  const seen = await house.report(made.id, { amount: made.amount });
  const appear = async () => {
    const typed = { ...sample, billNumber, amountPaise: made.amount };
    await insertOrder(house.db, made, typed, { now: house.clock.at });
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
    await closeWithNote(house.db, { subject: paymentId, note: 'test' }, asha, house.clock.at);
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
    expect(await house.move(paymentId, other, amount)).toBe('done');
    expect(await items()).toEqual(amount < 100_000 ? [['unexplained', 60_000]] : []);
    const { orderId } = await appear();
    expect([await paid(bill), await paid(other)]).toEqual([100_000 - amount, amount]);
    expect(await books()).toMatchObject({ customers: 100_000, suspense: 0, zoho: 100_000, csv: 100_000 });
    expect(await refundable(orderId, paymentId)).toBe(100_000 - amount);
    const { lines, balance } = await readStatement(house.db, bill.customer_phone ?? '', house.clock.at);
    expect([balance, sum(lines.map((line) => line.amount))]).toEqual([100_000, 100_000]);
    await house.refund(paymentId, 100_000);
    expect([await paid(bill), await paid(other)]).toEqual([0, 0]);
    expect(await books()).toMatchObject({ customers: 0, suspense: 0, zoho: 0, csv: 0 });
  });

  test('leaves nothing in suspense if it was moved, and refunded before its order appears', async () => {
    const [bill, other] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    expect(await house.move(paymentId, other, 60_000)).toBe('done');
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
    const bill = await house.makeBill(100_000);
    const [wrong, right] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    const key = randomUUID();
    expect(await house.move(paymentId, wrong, 40_000, key)).toBe('done');
    await closeWithNote(house.db, { subject: paymentId, note: 'the rest' }, asha, house.clock.at);
    expect(await items()).toEqual([]);
    expect(await house.apply(key, 'reverse')).toBe('done');
    expect(await items()).toEqual([['unexplained', 40_000]]);
    expect(await house.move(paymentId, right, 40_001)).toBe('too-much');
    expect(await house.move(paymentId, right, 40_000)).toBe('done');
    expect([await paid(wrong), await paid(right)]).toEqual([0, 40_000]);
    await appear();
    expect([await paid(bill), await paid(wrong), await paid(right)]).toEqual([60_000, 0, 40_000]);
    expect(await books()).toMatchObject({ customers: 100_000, suspense: 0, csv: 100_000 });
  });

  test('is not moved as well after it was refunded in the dashboard', async () => {
    const [bill, other] = [await house.makeBill(100_000), await house.makeBill(100_000)];
    const { paymentId, appear } = await strayPayment(bill);
    await house.refund(paymentId, 70_000);
    expect(await house.move(paymentId, other, 30_001)).toBe('too-much');
    expect(await house.move(paymentId, other, 30_000)).toBe('done');
    await appear();
    expect(await books()).toMatchObject({ csv: 100_000 - 70_000 });
  });
});

describe('a review belongs to an amount', () => {
  test('of a payment: what is paid later shows again, also on the statement', async () => {
    const bill = await house.makeBill(100_000);
    const { orderId } = await house.pay(bill.bill_number, 101_000, bill.id);
    const tooMuch = async () =>
      (await readStatement(house.db, bill.customer_phone ?? '', house.clock.at)).tooMuch;
    expect([await items(), await tooMuch()]).toEqual([[['overpaid', 1000]], 1000]);
    expect(await review({ orderId })).toBe(1000);
    expect([await items(), await tooMuch()]).toEqual([[], 0]);
    expect((await house.bill(bill.id)).state).toBe('paid');
    const neft = await house.record(bill.id, { amount: 50_000 });
    expect([await items(), await tooMuch()]).toEqual([[['overpaid', 50_000]], 50_000]);
    expect((await house.bill(bill.id)).state).toBe('overpaid');
    await house.apply(neft.key, 'reverse');
    expect([await items(), await tooMuch()]).toEqual([[], 0]);
  });

  test('of a bill that was overpaid by bank or cash', async () => {
    const bill = await house.makeBill(100_000);
    await house.record(bill.id, { amount: 100_050 });
    expect(await items()).toEqual([['overpaid', 50]]);
    expect([await review({ billId: bill.id }), await review({ billId: bill.id })]).toEqual([50, 0]);
    expect(await items()).toEqual([]);
    expect((await house.bill(bill.id)).state).toBe('paid');
    await house.record(bill.id, { kind: 'cash', amount: 700 });
    expect(await items()).toEqual([['overpaid', 700]]);
    await house.pay(bill.bill_number, 3000, bill.id);
    expect(sum((await items()).map(([, amount]) => Number(amount)))).toBe(3700);
    expect(await review({ billId: bill.id })).toBe(3700);
    expect(await items()).toEqual([]);
  });

  test('that the person saw: if it changed meanwhile, nothing is marked', async () => {
    const bill = await house.makeBill(100_000);
    const { orderId } = await house.pay(bill.bill_number, 101_000, bill.id);
    await house.record(bill.id, { amount: 2000 });
    for (const about of [{ orderId }, { billId: bill.id }]) {
      await expect(reviewSeenSurplus(house.payments, about, 1000, asha)).rejects.toMatchObject({
        res: { status: 409 },
      });
      expect(await items()).toEqual([['overpaid', 3000]]);
    }
    await reviewSeenSurplus(house.payments, { billId: bill.id }, 3000, asha);
    expect(await items()).toEqual([]);
    await expect(reviewSeenSurplus(house.payments, { orderId }, 3000, asha)).rejects.toMatchObject({
      res: { status: 409 },
    });
  });

  test('a payment is no duplicate of one whose money was moved', async () => {
    const other = await house.makeBill(100_000);
    const first = await house.pay('TYPED-1', 50_000);
    house.clock.at += 1000;
    await house.pay('TYPED-1', 50_000);
    expect(await items()).toEqual([['second', 50_000]]);
    expect(await house.move(first.paymentId, other, 50_000)).toBe('done');
    expect(await items()).toEqual([]);
  });
});

describe('less than a rupee', () => {
  test('left of a refunded payment does not keep the bill from being cancelled', async () => {
    const bill = await house.makeBill(10_050);
    const { paymentId } = await house.pay(bill.bill_number, 10_050, bill.id);
    await house.refund(paymentId, 9950);
    expect(await house.change(bill.id, 'cancel')).toBe('not-now');
    await house.refund(paymentId, 50);
    expect(await house.change(bill.id, 'cancel')).toBe('done');
    expect(await items()).toEqual([]);
    expect(await readStatement(house.db, bill.customer_phone ?? '', house.clock.at)).toMatchObject({
      ...{ balance: -50, tooMuch: 0 },
    });
  });

  test('left of a bill is never asked for, and written off by one person', async () => {
    const bill = await house.makeBill(149_950);
    await house.record(bill.id, { amount: 149_900 });
    const open = await house.bill(bill.id);
    expect(open.state).toBe('part-paid');
    expect(toBillStatus(open).open).toBe(0);
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

test.each([
  ['the gateway’s fee', 0, 100],
  ['nothing if the customer bore the fee', 2360, 0],
])('a refund costs %s', async (_, surcharge, fee) => {
  const { orderId, paymentId } = await house.pay('INV-1', 100_000, undefined, surcharge);
  expect(await refundableOf(orderId, paymentId)).toMatchObject({ fee });
});
