/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openShop } from './shop.ts';

const env = { DATABASE_URL: await createRunDatabase() };
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));

test('a refund is requested once per key, by finance, of a known payment that holds its money', async () => {
  const { orderId, paymentId } = await shop.payBill();
  const key = randomUUID();
  const send = async (...of: Parameters<typeof shop.refund>) => (await shop.refund(...of)).status;
  for (const _ of [1, 2]) expect(await send(orderId, paymentId, 50_000, key)).toBe(200);
  expect((await shop.sandbox('GET', `/v1/payments/${paymentId}/refunds`)).count).toBe(1);
  for (const amount of [99, 100.5]) expect(await send(orderId, paymentId, amount)).toBe(400);
  expect(await send(orderId, paymentId, 149_950)).toBe(422);
  expect(await send(orderId, 'pay_AAAAAAAAAAAAAA', 100)).toBe(404);
  const other = await shop.staff(`/refund-requests/${key}/approve`, { role: 'finance', body: {} });
  expect(other.status).toBe(403);
});

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
