/** @module-tag protect */
import { afterEach, expect, test } from 'vitest';
import { startOfDay } from '#web/contracts/india.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { makeBillsIfClockIsRight } from '#web/jobs/jobs.ts';
import {
  changeAmount,
  endRetainer,
  pauseRetainer,
  resumeRetainer,
  skipMonth,
} from '#web/payments/retainers/change-retainer.ts';
import { makeBill, makeDueBills } from '#web/payments/retainers/make-bills.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openRetainerLedger } from './retainer-ledger.ts';
import { asha, noonOf } from './test-ledger.ts';

const house = await openRetainerLedger(await createRunDatabase());
const { payments, mortal, other, kill, clock, db } = house;
let series = 0;
/** Sets a retainer with a series of its own. */
const set = async (change: Parameters<typeof house.set>[0] = {}) => {
  series += 1;
  const prefix = `S${series}-`;
  const id = await house.set({ numbers: `${prefix}{number}`, ...change });
  const numbers = async () =>
    (await house.bills())
      .filter((one) => one.retainer_id === id)
      .map((one) => one.bill_number.replace(prefix, ''));
  return { id, prefix, numbers };
};

afterEach(async () => {
  kill.left = Number.POSITIVE_INFINITY;
  // Each test begins without retainers.
  await db.updateTable('retainers').set({ ended_at: '2026-01-01' }).where('ended_at', 'is', null).execute();
});

test('a process that is killed after any of its steps leaves nothing behind, and its successor makes the bill', async () => {
  const step = async (steps: number) => {
    clock.at = noonOf('2026-10-31');
    const { numbers } = await set();
    kill.left = steps;
    const wasKilled = await makeDueBills(mortal).then(
      () => false,
      () => true,
    );
    kill.left = Number.POSITIVE_INFINITY;
    expect(await numbers()).toEqual(wasKilled ? [] : ['1']);
    await Promise.all([makeDueBills(mortal), makeDueBills(other)]);
    expect(await numbers()).toEqual(['1']);
    return wasKilled;
  };
  let steps = 1;
  while (await step(steps)) steps += 1;
  expect(steps).toBeGreaterThan(12);
  for (const { mails } of await house.bills()) expect(mails).toHaveLength(1);
});

test('the database refuses a second bill of a month', async () => {
  clock.at = noonOf('2026-10-31');
  const { id } = await set();
  await makeDueBills(payments);
  const again = { retainer_id: id, month: '2026-10', bill_id: 'x', decided_at: '', decided_by: '' };
  await expect(db.insertInto('retainer_months').values(again).execute()).rejects.toThrow(/unique/i);
});

test.each([
  ['2026-10-31T08:59', []],
  ['2026-10-31T09:00', ['1']],
  ['2026-10-31T21:00', []],
  ['2026-11-01T09:00', ['1']],
])('the bill of 31 October is made by %s: %s', async (at, made) => {
  const { numbers } = await set();
  clock.at = startOfDay(at.slice(0, 10), at.slice(11));
  await makeDueBills(payments);
  expect(await numbers()).toEqual(made);
});

test('skips numbers of bills, of cancelled bills and of payments without a bill', async () => {
  clock.at = noonOf('2026-10-31');
  const { prefix, numbers } = await set();
  await house.makeBill(100, { bill_number: `${prefix}1` });
  await house.change((await house.makeBill(100, { bill_number: `${prefix}2` })).id, 'cancel');
  await house.pay(`${prefix}3`, 5000);
  await makeDueBills(payments);
  expect(await numbers()).toEqual(['4']);
});

test('a number that staff type at the same moment is given once', async () => {
  clock.at = noonOf('2026-10-31');
  for (const [index, who] of [mortal, other].entries()) {
    const { prefix, numbers } = await set();
    const [, typed] = await Promise.all([
      makeDueBills(who).catch(() => undefined),
      house.makeBill(100 + index, { bill_number: `${prefix}1` }).catch(() => undefined),
    ]);
    await makeDueBills(who);
    expect(await numbers()).toEqual([typed ? '2' : '1']);
  }
});

test('without a pattern, the bill waits for its number', async () => {
  clock.at = noonOf('2026-10-31');
  const { id } = await set({ numbers: '' });
  await makeDueBills(payments);
  expect((await house.items()).map(({ kind, subject }) => [kind, subject])).toContainEqual([
    'bill-number',
    'SEO, October 2026',
  ]);
  await house.makeBill(100, { bill_number: 'HAND-1' });
  const other = { bill_number: 'HAND-0', customer_phone: '9000000001' };
  await house.change((await house.makeBill(100, other)).id, 'cancel');
  await house.report((await house.order({ billNumber: 'HAND-0', customerPhone: '9000000001' })).id);
  const make = (billNumber: string) => makeBill(payments, id, '2026-10', { billNumber, staff: asha });
  const outcomes = [];
  for (const number of ['HAND-0', 'HAND-1', 'HAND-2', 'HAND-3']) outcomes.push(await make(number));
  expect(outcomes).toEqual(['holds-money', 'taken', 'made', 'not-due']);
  expect((await house.items()).map(({ kind }) => kind)).not.toContain('bill-number');
});

test('sent again, the form answers the same, but not for other details, and no number is read as zero', async () => {
  clock.at = noonOf('2026-10-31');
  const contact = { name: 'Asha', phone: '9876543210', email: 'asha@example.com', note: 'SEO' };
  const months = { firstMonth: '2026-11', lastMonth: '', billDay: '31', dueDays: ' 7 ' };
  const form = { ...contact, ...months, key: 'k'.repeat(16), amount: '1,000', numbers: '' };
  const changes = [{}, {}, { amount: '10,000' }, { phone: '9876543211' }, { lastMonth: '2027-11' }];
  const statuses = [];
  for (const change of [...changes, { dueDays: '' }, { billDay: '1e1' }])
    statuses.push(await house.post('/retainers', { ...form, ...change }));
  expect(statuses).toEqual([201, 201, 422, 422, 422, 400, 400]);
});

test('each change of a retainer is in the audit log', async () => {
  clock.at = noonOf('2026-10-31');
  const { id } = await set();
  for (const change of [
    () => changeAmount(payments, { id, fromMonth: '2026-11', amount: 60_000 }, asha),
    () => skipMonth(payments, { id, month: '2026-11' }, asha),
    () => pauseRetainer(payments, id, asha),
    () => resumeRetainer(payments, id, asha),
    () => endRetainer(payments, id, asha),
  ])
    await change();
  const acts = (await house.audited()).filter(({ subject }) => subject === id).map(({ act }) => act);
  expect(acts).toEqual(
    ['set', 'amount-changed', 'skipped', 'paused', 'resumed', 'ended'].map((act) => `retainer.${act}`),
  );
});

test('a clock that jumps makes no bill early, and none twice', async () => {
  clock.at = noonOf('2027-05-31');
  const { numbers } = await set({ first_month: '2027-05' });
  await makeBillsIfClockIsRight(payments);
  clock.at = noonOf('2028-05-31');
  await expect(makeBillsIfClockIsRight(payments)).rejects.toThrow(/clock/);
  for (const day of ['1970-01-01', '2027-04-30', '2027-06-29', '2027-05-31']) {
    clock.at = noonOf(day);
    await makeBillsIfClockIsRight(payments);
  }
  expect(await numbers()).toEqual(['1']);
  clock.at = noonOf('2027-06-30');
  await makeBillsIfClockIsRight(payments);
  expect(await numbers()).toEqual(['1', '2']);
});

test('the customer is erased some time after the retainer is over', async () => {
  clock.at = noonOf('2027-07-01');
  const { id } = await set({ first_month: '2027-07' });
  const read = async () =>
    (await db.selectFrom('retainers').select('customer_email').where('id', '=', id).execute())[0]
      ?.customer_email;
  await erasePersonalData(db, retention(2922), clock.at + 365 * 86_400_000);
  expect(await read()).toContain('@');
  await endRetainer(payments, id, asha);
  await erasePersonalData(db, retention(2922), clock.at + 31 * 86_400_000);
  expect(await read()).toBeNull();
});

test('the customer stays until staff have entered the number of the last bill', async () => {
  clock.at = noonOf('2027-07-31');
  const onlyJuly = { first_month: '2027-07', last_month: '2027-07', numbers: '' };
  const { id } = await set(onlyJuly);
  const erase = async () => {
    await erasePersonalData(db, retention(2922), clock.at);
    const kept = db.selectFrom('retainers').select('customer_email').where('id', '=', id);
    return (await kept.executeTakeFirst())?.customer_email === null;
  };
  clock.at = noonOf('2027-10-01');
  expect(await erase()).toBe(false);
  const typed = { billNumber: 'HAND-LAST', staff: asha };
  // An earlier release erased the customers of such retainers, too.
  const { id: erased } = await set(onlyJuly);
  await db.updateTable('retainers').set({ erased_at: '2027-09-01' }).where('id', '=', erased).execute();
  expect(await makeBill(payments, erased, '2027-07', typed)).toBe('not-due');
  expect(await makeBill(payments, id, '2027-07', typed)).toBe('made');
  expect(await erase()).toBe(true);
});
