import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOfDay } from '#web/contracts/india.ts';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { cancelBill } from '#web/payments/bills/change-bill.ts';
import { findBillsByKey, insertBills, listBills } from '#web/payments/ledger/bills.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { retention } from '../../support/retention.ts';
import { gatewayOrder, id, now, bill as paidBill, payment } from './samples.ts';

const day = 24 * 3_600_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['SQLite', 'PostgreSQL'])('bills in the ledger on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bills-'));
  let db: Database;
  let ledger: { db: Database; now(): number };
  beforeAll(async () => {
    db = await openDatabase(
      kind === 'SQLite' ? { folder } : { folder, databaseUrl: await postgres.createDatabase() },
    );
    ledger = { db, now: () => now };
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  const meera = { id: 'p-meera', name: 'Meera', address: '10.0.0.3' };

  let count = 0;
  const newNumber = () => {
    count += 1;
    return `KNOWN-${count}`;
  };
  const make = async (amount: number, bill_number = newNumber()) => {
    const bill = {
      bill_number,
      customer_name: 'Asha Verma',
      customer_phone: '9876543210',
      customer_email: 'asha@example.com',
      amount,
      due_on: '2026-03-31',
      note: 'March',
    };
    await insertBills(db, [bill], { actor: 'Meera', days: 60, now });
    return bill_number;
  };
  const pay = async (
    billNumber: string,
    amount: number,
    { at = now, fee = 0, customerPhone = '9876543210' } = {},
  ) => {
    const order = await insertOrder(
      db,
      { ...gatewayOrder(), amount },
      { ...paidBill, billNumber, amountPaise: amount, customerPhone },
      { now: at },
    );
    const paid = payment(order.id, { amount: amount + fee, fee: fee || 100, createdAt: at / 1000 });
    await recordPayment(db, paid, 'webhook', at);
    return paid.id;
  };
  const refund = (paymentId: string, amount: number) =>
    recordRefund(
      db,
      {
        id: id('rfnd'),
        paymentId,
        amount,
        currency: 'INR',
        status: 'processed',
        ourReference: undefined,
        reference: undefined,
        createdAt: now / 1000,
      },
      'webhook',
      now,
    );
  const stateOf = async (billNumber: string, at = now) => {
    const bill = (await findBillsByKey(db, [billNumber], at)).get(billNumber);
    return bill && [bill.state, bill.paid, bill.amount];
  };
  const surplusOf = async (billNumber: string) => {
    const orders = await db.selectFrom('orders').select('id').where('bill_number', '=', billNumber).execute();
    const found = await surplusPayments(
      db,
      orders.map((order) => order.id),
    );
    return found.map((payment) => [payment.id, payment.surplus]);
  };

  test('two parts pay a bill, a third is a surplus, and a refund corrects it', async () => {
    const number = await make(100_000);
    expect(await stateOf(number)).toEqual(['open', 0, 100_000]);
    await pay(number, 60_000);
    expect(await stateOf(number)).toEqual(['part-paid', 60_000, 100_000]);
    await pay(number, 40_000, { at: now + 1000, customerPhone: '9000000001' });
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    expect(await surplusOf(number)).toEqual([]);
    const third = await pay(number, 40_000, { at: now + 2000 });
    expect(await stateOf(number)).toEqual(['overpaid', 140_000, 100_000]);
    expect(await surplusOf(number)).toEqual([[third, 40_000]]);
    await refund(third, 40_000);
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    expect(await surplusOf(number)).toEqual([]);
  });

  test('two equal halves of a known bill are parts; a surplus settled by hand is no longer one', async () => {
    const number = await make(100_000);
    await pay(number, 50_000);
    await pay(number, 50_000, { at: now + 1000 });
    expect(await surplusOf(number)).toEqual([]);
    const third = await pay(number, 50_000, { at: now + 2000 });
    expect(await surplusOf(number)).toEqual([[third, 50_000]]);
    await db.updateTable('payments').set({ surplus_reviewed: 50_000 }).where('id', '=', third).execute();
    expect(await stateOf(number)).toEqual(['paid', 150_000, 100_000]);
  });

  test('a fee borne by the customer pays no bill, and a partial refund reopens it', async () => {
    const number = await make(100_000);
    const first = await pay(number, 100_000, { fee: 2360 });
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    await refund(first, 30_000);
    expect(await stateOf(number)).toEqual(['part-paid', 70_000, 100_000]);
  });

  test.each([
    ['a part of what was paid', [100_000], 30_000, 'part-paid'],
    ['all of it', [100_000], 100_000, 'open'],
    ['a part of a part', [40_000], 10_000, 'part-paid'],
  ] as const)(
    'a refund of %s reopens a bill, whether its link has expired or not',
    async (_name, parts, amount, state) => {
      const number = await make(100_000);
      for (const part of parts) await refund(await pay(number, part), amount);
      const paid = parts[0] - amount;
      for (const at of [now, now + 60 * day])
        expect(await stateOf(number, at)).toEqual([state, paid, 100_000]);
    },
  );

  test('without a known bill, different amounts are parts, and the same amount again is a duplicate payment', async () => {
    const number = newNumber();
    await pay(number, 60_000);
    await pay(number, 40_000, { at: now + 1000 });
    expect(await surplusOf(number)).toEqual([]);
    const again = await pay(number, 60_000, { at: now + 2000 });
    expect(await surplusOf(number)).toEqual([[again, 60_000]]);
  });

  test('a number can be used once, and again after its bill was cancelled', async () => {
    const number = await make(10_000);
    await make(20_000, number);
    const known = (await findBillsByKey(db, [number], now)).get(number);
    expect(known?.amount).toBe(10_000);
    const cancelled = await Promise.all([1, 2].map(() => cancelBill(ledger, known?.id ?? '', meera)));
    expect(cancelled.map(({ outcome }) => outcome).sort()).toEqual(['done', 'not-now']);
    await make(20_000, number);
    expect(await stateOf(number)).toEqual(['open', 0, 20_000]);
    const { bills } = await listBills(db, { search: number }, now);
    expect(bills.map(({ state }) => state).sort()).toEqual(['cancelled', 'open']);
  });

  test('a link expires on its day; the list can be searched and filtered', async () => {
    const number = await make(10_000);
    // 60 days after the due date.
    const end = startOfDay('2026-05-30');
    expect(await stateOf(number, end - 1)).toEqual(['open', 0, 10_000]);
    const linkAt = async (at: number) => (await findBillsByKey(db, [number], at)).get(number)?.link;
    expect([await linkAt(end - 1), await linkAt(end)]).toEqual(['live', 'ended']);
    expect(await stateOf(number, end)).toEqual(['open', 0, 10_000]);
    const ended = await listBills(db, { search: number, state: 'no-link' }, end);
    expect([
      ended.bills.length,
      (await listBills(db, { search: number, state: 'no-link' }, now)).bills.length,
    ]).toEqual([1, 0]);
    const found = async (query: Parameters<typeof listBills>[1]) =>
      (await listBills(db, { ...query, search: query.search ?? number }, now)).bills.length;
    expect([await found({}), await found({ state: 'open' }), await found({ state: 'paid' })]).toEqual([
      1, 1, 0,
    ]);
    expect([(await found({ search: '9876543210' })) > 3, (await found({ search: 'asha v' })) > 3]).toEqual([
      true,
      true,
    ]);
    expect(await found({ search: '%' })).toBe(0);
  });

  test('pages follow one another without gaps', async () => {
    for (let index = 0; index < 60; index += 1) await make(100 + index, `PAGED-${index}`);
    const first = await listBills(db, { search: 'PAGED-' }, now);
    const second = await listBills(db, { search: 'PAGED-', after: first.next }, now);
    const ids = [...first.bills, ...second.bills].map((bill) => bill.id);
    expect([first.bills.length, new Set(ids).size, second.next]).toEqual([50, 60, undefined]);
  });

  test('names stay while anything is open or owed, and go a month after a cancellation, years after a payment', async () => {
    const unpaid = await make(10_000);
    const part = await make(10_000);
    await pay(part, 5000, { at: now + day });
    const [cancelled, whole, tooMuch] = [await make(10_000), await make(10_000), await make(10_000)];
    for (const number of [whole, tooMuch]) await pay(number, 10_000, { at: now + day });
    await pay(tooMuch, 10_000, { at: now + 2 * day });
    const found = (await findBillsByKey(db, [cancelled], now)).get(cancelled);
    await cancelBill({ ...ledger, now: () => now + 60 * day }, found?.id ?? '', meera);
    const named = async (number: string) => {
      const { customer_name, customer_phone, customer_email, note } = await db
        .selectFrom('bills')
        .selectAll()
        .where('bill_number', '=', number)
        .executeTakeFirstOrThrow();
      return [customer_name, customer_phone, customer_email, note].map((value) => value !== null);
    };
    const all = [true, true, true, true];
    const none = [false, false, false, false];
    const states = () => Promise.all([unpaid, part, cancelled, whole, tooMuch].map(named));
    await erasePersonalData(db, retention(2922), now + 89 * day);
    expect(await states()).toEqual([all, all, all, all, all]);
    await erasePersonalData(db, retention(2922), now + 91 * day);
    expect(await states()).toEqual([all, all, none, all, all]);
    await erasePersonalData(db, retention(2922), now + 2924 * day);
    expect(await states()).toEqual([all, all, none, none, all]);
    expect(await stateOf(part, now)).toEqual(['part-paid', 5000, 10_000]);
  });
});
