import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { accountingFormats, isAccountingFormat } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import { defaultNames, storeLedgerNames } from '#web/payments/accounting/files.ts';
import { closeMonth, findMonthDays, readMonths } from '#web/payments/back-office/months.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import type { GatewayDispute, GatewayRefund } from '#web/payments/razorpay/entities.ts';
import { gatewayOrder, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import { paise, readRows, sum } from './tally-reader.ts';
import { asha, ledgerPerFile, ledgerPerTest, noonOf, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();

/** Paid on 31 October at 20:05 in India, learned on 1 November at 02:00. */
const began = Date.parse('2026-10-31T14:35:00.000Z');
const learned = Date.parse('2026-10-31T20:30:00.000Z');

const daysIn = async (db: Database, kind: string) => {
  const rows = await db.selectFrom('entries').select(['kind', 'at']).orderBy('id').execute();
  return rows.filter((row) => row.kind === kind).map(({ at }) => dayInIndia(Date.parse(at)));
};
const exported = (month: string) => house.csv(findMonthDays(month));
/** Returns all files of a month for the accountant. */
const filesOf = (month: string) =>
  Promise.all(
    Object.keys(accountingFormats)
      .filter(isAccountingFormat)
      .map((format) => house.file(format, findMonthDays(month))),
  );
const close = (month: string, staff = asha) => closeMonth(house.payments, month, staff);

test.each([
  ['captured alone', 'webhook', ['captured']],
  ['authorized first', 'webhook', ['authorized', 'captured']],
  ['by the sweep', 'sweep', ['captured']],
  ['by a verification', 'verification', ['captured']],
] as const)(
  'a payment learned after midnight, %s, belongs to the day on which it was made',
  async (_how, source, seen) => {
    const { db } = house;
    const order = await insertOrder(db, gatewayOrder(), paidBill, { now: began });
    const made = payment(order.id, { created_at: began / 1000 });
    for (const status of seen)
      await recordPayment(db, { ...made, status, captured: status === 'captured' }, source, learned);
    expect(await daysIn(db, 'captured')).toEqual(['2026-10-31']);
    expect(await daysIn(db, 'fee')).toEqual(['2026-10-31']);
  },
);

test('a month is closed once it is over, once, and with the person’s name', async () => {
  house.clock.at = Date.parse('2026-10-31T18:29:59.000Z');
  await house.pay('CLOSE-1', 1000);
  expect(await close('2026-10')).toBe('not-over');
  house.clock.at += 1000;
  expect((await readMonths(house.payments)).open).toEqual(['2026-10']);
  expect([await close('2026-10'), await close('2026-10', ravi)]).toEqual(['closed', 'known']);
  const { closed, open } = await readMonths(house.payments);
  expect([closed.map(({ month, closed_by }) => [month, closed_by]), open]).toEqual([
    [['2026-10', 'Asha']],
    [],
  ]);
  expect(await house.audited()).toMatchObject([
    { act: 'month.closed', subject: '2026-10', actor: 'Asha', address: asha.address },
  ]);
});

test('months are offered in order, with what is unfinished in the first of them', async () => {
  const { clock } = house;
  const unfinished = async () => (await readMonths(house.payments)).unfinished;
  clock.at = noonOf('2026-09-15');
  await house.pay('SEPTEMBER', 1000);
  clock.at = noonOf('2026-10-15');
  const bill = await house.makeBill(50_000);
  await house.record(bill.id, { kind: 'write-off', amount: 1000, day: '2026-10-14' });
  await house.record(bill.id, { kind: 'cheque', amount: 1000, day: '2026-10-14' });
  await house.report((await house.order()).id, { status: 'authorized' });
  clock.at = noonOf('2026-12-02');
  expect((await readMonths(house.payments)).open).toEqual(['2026-09', '2026-10', '2026-11']);
  expect(await unfinished()).toEqual({ confirming: 0, unsettled: 1, waiting: 0 });
  await close('2026-09');
  expect(await unfinished()).toEqual({ confirming: 1, unsettled: 1, waiting: 2 });
  expect((await readMonths(house.payments)).closed).toMatchObject([
    { month: '2026-09', from: '2026-09-01', to: '2026-09-30' },
  ]);
});

test('a fee that changes after its month was closed is in the next month’s fees, and its tax in the taxes', async () => {
  house.clock.at = noonOf('2026-10-12');
  const { seen } = await house.pay('FEE-1', 100_000);
  house.clock.at = noonOf('2026-11-02');
  await close('2026-10');
  const changed = { ...seen, fee: (seen.fee ?? 0) + 118, tax: (seen.tax ?? 0) + 18 };
  await recordPayment(house.db, changed, 'sweep', house.clock.at);
  const rows = readRows(await exported('2026-11'));
  const sumOf = (column: string) => sum(rows.map((row) => paise(row[column])));
  expect(['Amount (INR)', 'Fee (INR)', 'Tax in the fee (INR)'].map(sumOf)).toEqual([0, 118, 18]);
});

test('the export of a closed month stays as it is, and late facts are dated today and say so', async () => {
  const { db, clock } = house;
  clock.at = began;
  const first = await house.pay('CLOSED-1', 100_000);
  const bill = await house.makeBill(50_000);
  await house.record(bill.id, { amount: 20_000, day: '2026-10-30' });
  clock.at = noonOf('2026-11-15');
  expect(await close('2026-10')).toBe('closed');
  const before = await exported('2026-10');
  const files = await filesOf('2026-10');
  expect(before).toContain('"CLOSED-1"');

  // Learned late: a refund and a fee of October, a payment without webhook, and a transfer typed late.
  const order = await insertOrder(db, gatewayOrder(), { ...paidBill, billNumber: 'LATE-1' }, { now: began });
  await recordPayment(db, payment(order.id, { created_at: began / 1000 }), 'sweep', clock.at);
  await recordPayment(db, { ...first.seen, fee: 400 }, 'sweep', clock.at);
  await house.refund(first.paymentId, 500, 'processed', 'rfnd_late', began);
  await house.record(bill.id, { amount: 5000, day: '2026-10-31' });
  expect(await exported('2026-10')).toBe(before);
  expect(await filesOf('2026-10')).toEqual(files);
  const [tally] = await filesOf('2026-11');
  expect(tally?.match(/for 2026-10-31, in a closed month/g)).toHaveLength(4);
  // A wrong ledger name is not a fact of the month.
  await storeLedgerNames(db, { ...defaultNames, bank: 'HDFC 4455' });
  const [renamed] = await filesOf('2026-10');
  expect(renamed?.match(/>HDFC 4455</g)).toHaveLength(1);
  expect((await filesOf('2026-10'))[0]).toBe(renamed);

  const november = await exported('2026-11');
  expect(november.match(/for 2026-10-31, in a closed month/g)).toHaveLength(4);
  expect(november).toMatch(/"2026-11-15 12:00:00","Refund",-5\.00/);
  const late = await db
    .selectFrom('entries')
    .select(['kind', 'at', 'belongs_to'])
    .where('belongs_to', 'is not', null)
    .execute();
  expect(new Set(late.map(({ at, belongs_to }) => `${at} ${belongs_to}`))).toEqual(
    new Set([`${new Date(clock.at).toISOString()} 2026-10-31`]),
  );
});

const rebuilt = await ledgerPerFile();

/** Sums of the ledger by kind and own day. */
async function sumsOf(db: Database, orderId: string) {
  const rows = await db.selectFrom('entries').selectAll().where('order_id', '=', orderId).execute();
  const sums = new Map<string, number>();
  for (const { kind, amount, at, belongs_to } of rows.filter((row) => row.kind !== 'authorized')) {
    const key = `${kind} ${belongs_to ?? dayInIndia(Date.parse(at))}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());
}

test('a ledger rebuilt from the gateway is the same, whatever reported the facts and when', async () => {
  const hours = fc.integer({ min: 0, max: 60 * 24 });
  const source = fc.constantFrom('webhook' as const, 'sweep' as const, 'verification' as const);
  const facts = fc.record({
    made: hours,
    isAuthorizedFirst: fc.boolean(),
    fees: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 3 }),
    refund: fc.option(fc.record({ after: hours, fails: fc.boolean() })),
    dispute: fc.option(
      fc.record({
        after: hours,
        ways: fc.array(fc.constantFrom<GatewayDispute['status'][]>('open', 'under_review', 'lost', 'won'), {
          ...{ minLength: 1, maxLength: 4 },
        }),
      }),
    ),
    lag: fc.integer({ min: 0, max: 40 * 24 }),
    closes: fc.boolean(),
    source,
  });
  await fc.assert(
    fc.asyncProperty(
      facts,
      async ({ made, isAuthorizedFirst, fees, refund, dispute, lag, closes, source }) => {
        const hour = 3_600_000;
        const at = began + made * hour;
        let now = at + 60_000;
        const order = { ...gatewayOrder(), amount: 100_000 };
        const bill = { ...paidBill, amountPaise: 100_000 };
        for (const { db } of [house, rebuilt]) await insertOrder(db, order, bill, { now: at });
        const seen = payment(order.id, { amount: 100_000, created_at: at / 1000 });
        const later = async () => {
          now += lag * hour;
          house.clock.at = now;
          if (closes) for (const month of (await readMonths(house.payments)).open) await close(month);
        };
        if (isAuthorizedFirst)
          await recordPayment(
            house.db,
            { ...seen, status: 'authorized', captured: false, fee: undefined, tax: undefined },
            source,
            now,
          );
        let last = seen;
        for (const fee of fees) {
          await later();
          last = { ...seen, fee, tax: undefined };
          await recordPayment(house.db, last, source, now);
        }
        await recordPayment(rebuilt.db, last, 'sweep', now);
        if (refund) {
          const one: GatewayRefund = {
            ...{ id: `rfnd_${order.id}`, payment_id: seen.id, amount: 300, currency: 'INR' },
            ...{ status: 'processed', created_at: (at + refund.after * hour) / 1000 },
          };
          now = Math.max(now, at + refund.after * hour);
          await recordRefund(house.db, one, source, now);
          await later();
          const end: GatewayRefund = { ...one, status: refund.fails ? 'failed' : 'processed' };
          await recordRefund(house.db, end, source, now);
          await recordRefund(rebuilt.db, end, 'sweep', now);
        }
        if (dispute) {
          const created_at = (at + dispute.after * hour) / 1000;
          now = Math.max(now, created_at * 1000);
          const one: GatewayDispute = {
            ...{ id: `disp_${order.id}`, payment_id: seen.id, amount: 700, currency: 'INR' },
            ...{ amount_deducted: 0, phase: 'chargeback', status: 'open', created_at },
          };
          let end = one;
          for (const status of dispute.ways) {
            await later();
            now += 2000;
            end = { ...one, status, amount_deducted: status === 'lost' ? 700 : 0 };
            await recordDispute(house.db, end, source, { now, asOfSeconds: Math.floor(now / 1000) });
          }
          await recordDispute(rebuilt.db, end, 'sweep', { now, asOfSeconds: Math.floor(now / 1000) });
        }
        // Labels of a dispute that was won and lost again are in both, its money once.
        const [recorded, again] = [await sumsOf(house.db, order.id), await sumsOf(rebuilt.db, order.id)];
        for (const sums of [recorded, again])
          for (const key of Object.keys(sums)) if (key.startsWith('dispute-won')) delete sums[key];
        expect(recorded).toEqual(again);
      },
    ),
    { numRuns: 40 },
  );
});
