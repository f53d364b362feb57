import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRefusal } from '#web/contracts/bill-actions.ts';
import { findMeaning, kindsWhere, ledgers, splitEntry } from '#web/contracts/entry-kinds.ts';
import { manualEntryKinds } from '#web/contracts/manual-entries.ts';
import { readStatement } from '#web/payments/bills/statement.ts';
import type { BillWithState } from '#web/payments/ledger/bills.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { id } from '../../integration/payments/samples.ts';
import { paise, readRows, readTally, sum } from './tally-reader.ts';
import { ledgerPerFile, ravi } from './test-ledger.ts';

const house = await ledgerPerFile();

const { makeOwnBill: makeBill } = house;

/** Paise that settle a bill, according to each of the views. */
async function settledBy(bill: BillWithState) {
  const number = bill.bill_number;
  const csv = readRows(await house.csv());
  const tally = readTally(await house.file('tally'));
  const zohoPayments = readRows(await house.file('zoho-payments'));
  const journals = readRows(await house.file('zoho-journals'));
  const { lines } = await readStatement(house.db, bill.customer_phone ?? '', house.clock.at);
  const ofNumber = tally.flatMap(({ postings }) => postings.filter((posting) => posting.bill === number));
  const names = journals.filter(
    (row) => row.Account === ledgers.customers.name && row.Description === `Bill ${number}`,
  );
  return {
    bill: (await house.bill(bill.id)).paid,
    // Money lost in a dispute is the agency's loss: its customer has paid.
    csv: sum(
      csv
        .filter((row) => row['Bill number'] === number && !/dispute/.test(row.Line ?? ''))
        .map((row) => paise(row['Amount (INR)'])),
    ),
    statement: sum(lines.filter(({ title }) => title !== 'Bill').map(({ amount }) => 0 - amount)),
    tally: sum(ofNumber.map(({ amount }) => amount)),
    zoho: sum([
      ...zohoPayments.filter((row) => row['Invoice Number'] === number).map((row) => paise(row.Amount)),
      ...names.map((row) => paise(row.Credit) - paise(row.Debit)),
    ]),
  };
}

const all = (amount: number) => ({
  bill: amount,
  csv: amount,
  statement: amount,
  tally: amount,
  zoho: amount,
});

describe('every kind of ledger entry', () => {
  test('has balanced postings, and settles a bill only as declared', () => {
    const entry = {
      order_id: null,
      payment_amount: 1000,
      ...{ manual_kind: null, manual_state: null, first_fee: 30, first_tax: 5 },
    };
    for (const kind of kindsWhere(() => true))
      for (const order_amount of [null, 1000])
        for (const returned_before of [0, 500, 990])
          for (const amount of [1020, -20]) {
            const facts = { ...entry, kind, subject: 'pay_1', amount, order_amount, returned_before };
            const parts = splitEntry(facts);
            const whole = parts.flatMap(({ postings }) => Object.values(postings));
            expect(sum(whole), kind).toBe(0);
            const settled = parts.filter(({ postings }) => postings.customers !== undefined);
            const expected = { order: ['order'], bill: ['bill'], both: ['bill', 'order'] };
            const { settles } = findMeaning(kind);
            if (settles)
              expect(expected[settles], kind).toEqual(expect.arrayContaining(settled.map(({ of }) => of)));
            else expect(settled, kind).toEqual([]);
          }
  });

  test('that staff record is entered once: the ledger has an index for it', async () => {
    const bill = await makeBill(5000);
    for (const kind of kindsWhere(({ settles }) => settles === 'bill' || settles === 'both')) {
      const fact = { kind, subject: `twice-${kind}`, amount: 7, currency: 'INR', bill_id: bill.id };
      const counts = [
        await addEntries(house.db, [fact], 'staff', house.clock.at),
        await addEntries(house.db, [fact], 'staff', house.clock.at),
      ];
      expect(counts, kind).toEqual([1, 0]);
      await addEntries(house.db, [{ ...fact, amount: -7 }], 'staff', house.clock.at);
    }
    for (const kind of kindsWhere(({ once }) => once === true)) {
      const fact = { kind, subject: `once-${kind}`, amount: 7, currency: 'USD' };
      await addEntries(house.db, [fact], 'sweep', house.clock.at);
      expect(await addEntries(house.db, [fact], 'sweep', house.clock.at), kind).toBe(0);
    }
  });
});

describe('list, CSV, statement, Tally and Zoho Books agree on what settles a bill', () => {
  test('if somebody else pays, with another spelling of the bill number', async () => {
    const [mine, theirs] = [await makeBill(80_000), await makeBill(30_000)];
    // The payer is आशा Verma.
    const { paymentId } = await house.pay(mine.bill_number.toLowerCase(), 80_000);
    await house.refund(paymentId, 5000);
    expect(await house.move(paymentId, theirs, 10_000)).toBe('done');
    expect(await settledBy(mine)).toEqual(all(65_000));
    const tally = readTally(await house.file('tally'));
    const ofPayment = tally.filter(({ narration }) => narration.includes(paymentId));
    expect(ofPayment).toHaveLength(2);
    for (const { narration } of ofPayment) expect(narration).toContain('paid by आशा Verma');
    const payments = readRows(await house.file('zoho-payments'));
    expect(payments.find((row) => row['Payment Number'] === paymentId)).toMatchObject({
      'Customer Name': mine.customer_name,
      'Invoice Number': mine.bill_number,
    });
    const journals = readRows(await house.file('zoho-journals'));
    const contacts = journals
      .filter((row) => row.Notes?.includes(paymentId))
      .map((row) => row['Contact Name']);
    expect(new Set(contacts.filter(Boolean))).toEqual(new Set([mine.customer_name]));
  });

  test.each([
    [[51_000, 51_000]],
    [[2000, 100_000]],
    [[34_000, 34_000, 34_000]],
    [[102_000]],
    [[50_000]],
    [[100_000, 1000]],
  ])('if a payment of 1,020 rupees on a bill of 1,000 is refunded in parts of %j', async (refunds) => {
    const bill = await makeBill(100_000);
    const { paymentId } = await house.pay(bill.bill_number, 100_000, bill.id, 2000);
    for (const amount of refunds) await house.refund(paymentId, amount);
    const left = Math.max(0, 100_000 - sum(refunds));
    const { csv, ...sums } = await settledBy(bill);
    expect(sums).toEqual({ bill: left, statement: left, tally: left, zoho: left });
    // The CSV has the gateway's gross amounts, including the fee borne by the customer.
    expect(csv).toBe(102_000 - sum(refunds));
  });

  test('after random actions on two bills', async () => {
    const amounts = fc.integer({ min: 100, max: 60_000 });
    const which = fc.nat(20);
    const step = fc.oneof(
      fc.record({
        ...{ do: fc.constant('record' as const), kind: fc.constantFrom(...manualEntryKinds) },
        ...{ amount: amounts, which },
      }),
      fc.record({ do: fc.constantFrom('clear', 'bounce', 'reverse', 'approve', 'reject'), which }),
      fc.record({ do: fc.constantFrom('pay', 'typed'), amount: amounts, which }),
      fc.record({ do: fc.constantFrom('cancel', 'renew-link', 'withdraw-link'), which }),
      fc.record({ do: fc.constantFrom('open', 'won', 'lost'), which }),
      fc.record({ do: fc.constantFrom('refund', 'failed', 'move'), amount: amounts, which }),
    );
    const find = (paymentId: string) =>
      house.db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const bills = [await makeBill(90_000), await makeBill(60_000)];
        const keys: string[] = [];
        const paid: string[] = [];
        for (const one of steps) {
          const bill = bills[one.which % 2] ?? bills[0];
          if (!bill) return;
          const payment = paid[one.which % (paid.length || 1)];
          if (one.do === 'pay' || one.do === 'typed') {
            const link = one.do === 'pay' ? bill.id : undefined;
            paid.push((await house.pay(bill.bill_number, one.amount, link)).paymentId);
          } else if (one.do === 'cancel' || one.do === 'renew-link' || one.do === 'withdraw-link') {
            const why = findRefusal(one.do, await house.bill(bill.id));
            expect(await house.change(bill.id, one.do), why).toBe(why === undefined ? 'done' : 'not-now');
          } else if (one.do === 'open' || one.do === 'won' || one.do === 'lost') {
            if (!payment) continue;
            const { amount } = await find(payment);
            await house.dispute({ paymentId: payment, amount }, one.do, `disp_${payment.slice(4)}`);
          } else if (one.do === 'move') {
            const key = randomUUID();
            if (payment && (await house.move(payment, bill, one.amount, key)) === 'done') keys.push(key);
          } else if (one.do === 'refund' || one.do === 'failed') {
            if (!payment) continue;
            const refundId = id('rfnd');
            const found = await find(payment);
            // Razorpay refunds money that was moved, too.
            const amount = Math.min(one.amount, found.amount - found.amount_refunded);
            if (amount < 100) continue;
            await house.refund(payment, amount, 'processed', refundId);
            if (one.do === 'failed') await house.refund(payment, amount, 'failed', refundId);
          } else if (one.do === 'record') {
            const { kind, amount } = one;
            const made = await house.record(bill.id, { kind, amount, section: '194J', rate: '10' });
            if (made.outcome === 'done') keys.push(made.key);
          } else {
            const key = keys[one.which % (keys.length || 1)];
            if (key) await house.apply(key, one.do, ravi);
          }
        }
        for (const bill of bills) {
          const sums = await settledBy(bill);
          expect(sums).toEqual(all(sums.bill));
        }
      }),
      { numRuns: 12 },
    );
  });
});
