/** @module-tag protect */
import { expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openShop } from './shop.ts';

const env = { DATABASE_URL: await createRunDatabase() };
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));

test('exports a day with refunds on separate lines, and files for the accountant', async () => {
  const { orderId, paymentId, bill } = await shop.payBill({ amount: 2000 });
  await shop.refund(orderId, paymentId, 50_000);
  const day = dayInIndia(Date.now());
  const file = await shop.staff(`/export?from=${day}&to=${day}`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('no-store');
  const lines = (await file.text()).split('\r\n').filter((line) => line.includes(`"${bill.billNumber}"`));
  expect(lines.map((line) => line.split(',').slice(1, 5).join(',')).sort()).toEqual([
    '"Payment",2000.00,47.20,7.20',
    '"Refund",-500.00,,',
  ]);
  const names = { customers: '{customer}', bank: 'HDFC <चालू>' };
  expect((await shop.staff('/ledgers', { body: { ...names, fees: '' } })).status).toBe(400);
  expect((await shop.staff('/ledgers', { body: names })).status).toBe(200);
  const stored = await shop.readAsStaff('/ledgers');
  expect(stored).toMatchObject({ names: { ...names, gateway: 'Razorpay' } });
  const tally = await shop.staff(`/accounts?format=tally&from=${day}&to=${day}`);
  expect(tally.headers.get('content-disposition')).toContain('tally.xml');
  expect(await tally.text()).toContain(`REMOTEID="website-captured-${paymentId}"`);
  for (const format of ['zoho-payments', 'zoho-journals', 'settlements'])
    expect((await shop.staff(`/accounts?format=${format}&from=${day}&to=${day}`)).status).toBe(200);
  for (const format of ['xls', '__proto__', 'toString'])
    expect((await shop.staff(`/accounts?format=${format}`)).status).toBe(400);
  expect((await shop.staff('/export?from=yesterday')).status).toBe(400);
});
