/** @module-tag protect */
import { afterAll, expect, test } from 'vitest';
import { addDays, dayInIndia } from '#web/contracts/india.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openBillApi } from './bill-api.ts';

const { shop, make, pay } = await openBillApi({ DATABASE_URL: await createRunDatabase() });
afterAll(() => shop.close());

const today = dayInIndia(Date.now());
const read = (path: string) => shop.readAsStaff(`/owing${path}`);
const typed = (day: string) => day.split('-').reverse().join('/');

test('finance sees who owes since when, the bills behind a sum, and both in the CSV', async () => {
  const late = await make({ phone: '9123400001', dueOn: typed(addDays(today, -70)) });
  await pay(late, 400);
  await make({ phone: '9123400001', dueOn: typed(addDays(today, 5)) });
  await make({ phone: '9123400002', dueOn: typed(addDays(today, -20)), amount: '2500' });
  const { customers, all, hasUdyam } = await read('');
  expect(customers).toMatchObject([
    { balance: 160_000, parts: { '61-90': 60_000, 'not-due': 100_000 } },
    { balance: 250_000, parts: { '1-30': 250_000 } },
  ]);
  expect(JSON.stringify(customers)).not.toContain('91234');
  expect(all).toMatchObject({ id: 'all', balance: 410_000 });
  expect(hasUdyam).toBe(false);
  const [{ id }] = customers;
  const { bills } = await read(`/bills?customer=${id}&part=61-90`);
  expect(bills).toMatchObject([{ bill_number: late.bill_number, balance: 60_000, daysLate: 70 }]);
  expect((await read('/bills?customer=all')).bills).toHaveLength(3);
  expect((await read(`?day=${addDays(today, -1)}`)).customers).toEqual([]);
  expect((await read(`?day=${addDays(today, 40)}`)).all.parts['over-90']).toBe(60_000);
  const file = await shop.staff('/owing/export');
  expect(file.headers.get('content-disposition')).toContain(`owing-${today}.csv`);
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(4);
  const { acts } = await shop.readAsStaff('/audit');
  expect(acts[0]).toMatchObject({ act: 'export', subject: 'owing', detail: today });
});

test('an Udyam number in the site settings adds the end of the 45 days', async () => {
  const settings = { _id: 'siteSettings', _type: 'siteSettings', udyam: 'UDYAM-HR-00-0000000' };
  await shop.stack.client('administrator').createOrReplace(settings);
  const { all, hasUdyam } = await read('');
  expect([hasUdyam, all.creditEndsOn]).toEqual([true, addDays(today, 45)]);
  expect(await (await shop.staff('/owing/export')).text()).toContain(addDays(today, 45));
});

test('invalid days and parts are refused', async () => {
  for (const query of [
    '?day=2026-02-30',
    '?day=1999-01-01',
    '/bills',
    '/bills?customer=all&part=x',
    '/export?day=x',
  ])
    expect((await shop.staff(`/owing${query}`)).status, query).toBe(400);
  expect(await read('/bills?customer=unknown')).toMatchObject({ bills: [] });
});
