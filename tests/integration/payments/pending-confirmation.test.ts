/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openBillApi } from './bill-api.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

const unavailable = { calls: [{ call: 'GET /v1', status: 503 }] };
/** Keeps the payment out of the gateway's list, because the site's own sweep may begin at any moment. */
const unlisted = (alter = {}) => [
  { call: 'GET /v1/payments/', alter },
  { call: 'GET /v1/payments', alter: { items: [], count: 0 } },
];
const confirming = [409, 'not-payable', 'confirming'];

const databaseUrl = await createRunDatabase();
const billApi = await openBillApi({ DATABASE_URL: databaseUrl });
const { shop } = billApi;
afterAll(() => shop.close());
afterEach(() => shop.clearFaults());

/** A bill that was paid and reported while the gateway did not respond. */
async function reported(change = {}) {
  const bill = newBill(change);
  const key = randomUUID();
  const { json: order } = await shop.create(bill, key);
  await shop.faults(unavailable);
  const paid = await shop.pay(order.orderId);
  const response = await shop.verify(bill, paid);
  return { bill, key, order, paid, response };
}
const refusal = async (request: ReturnType<Shop['create']>) => {
  const { status, json } = await request;
  return [status, json.code, json.state];
};
const receiptPage = async (token: string) =>
  (await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${token}`)).text();
const change = (orderId: string, set: { created_at: string }) =>
  shop.ledger.updateTable('orders').set(set).where('id', '=', orderId).execute();
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const isPaid = (orderId: string) =>
  eventually(async () => expect(await shop.paymentsOfOrder(orderId)).toMatchObject([{ status: 'captured' }]));
const isFree = async (bill: ReturnType<typeof newBill>) => expect((await shop.create(bill)).status).toBe(200);

test('a reported payment is pending confirmation, and nobody can pay its bill, until the gateway responds', async () => {
  const { bill, key, order, response } = await reported();
  expect([response.status, response.json.state]).toEqual([502, 'confirming']);
  expect(response.json.error).toContain('do not pay again');

  const status = async () => (await shop.post('payment-status', { receipt: order.receipt })).json;
  expect(await status()).toMatchObject({ state: 'confirming', upToDate: false });
  const page = await receiptPage(order.receipt);
  expect([page.includes('being confirmed'), page.includes('href="/pay-online?')]).toEqual([true, false]);

  const number = String(bill.billNumber).toLowerCase();
  const attempts = [
    () => shop.create(bill, key),
    () => shop.create(bill),
    () => shop.create({ ...bill, customerPhone: '9000000008' }),
    () => shop.create({ ...bill, billNumber: ` ${number}`, amount: 5 }),
  ];
  const refusals = async () => Promise.all(attempts.map((attempt) => refusal(attempt())));
  expect(await refusals()).toEqual(attempts.map(() => confirming));
  for (const minutes of [16, 600]) {
    await change(order.orderId, { created_at: ago(minutes * 60_000) });
    expect(await refusals()).toEqual(attempts.map(() => confirming));
  }
  const place = { ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl };
  const other = await openShop(place, ['site']);
  try {
    expect(await refusal(other.create(bill))).toEqual(confirming);
  } finally {
    await other.close();
  }
  await shop.stack.kill('site');
  await shop.stack.start('site');
  expect(await refusals()).toEqual(attempts.map(() => confirming));
  expect(await status()).toMatchObject({ state: 'confirming' });

  await shop.clearFaults();
  // The page asks the gateway again.
  await eventually(async () => expect(await status()).toMatchObject({ state: 'paid' }));
  await isPaid(order.orderId);
  const orders = await shop.ledger
    .selectFrom('orders')
    .select('id')
    .where('bill_number', '=', String(bill.billNumber))
    .execute();
  expect(orders).toEqual([{ id: order.orderId }]);
});

test('a reported payment is stored if the process dies while checking it', async () => {
  const { bill, order, paid } = await shop.paidBill();
  await shop.faults({ calls: [{ call: 'GET /v1', delayMs: 60_000 }] });
  const cut = shop.verify(bill, paid).catch(() => undefined);
  await eventually(async () =>
    expect(await shop.ledger.selectFrom('reports').select('payment_id').execute()).toContainEqual({
      payment_id: paid.razorpay_payment_id,
    }),
  );
  await shop.stack.kill('site');
  await cut;
  await shop.faults(unavailable);
  await shop.stack.start('site');
  expect(await refusal(shop.create(bill))).toEqual(confirming);
  await shop.clearFaults();
  await shop.sweep();
  await isPaid(order.orderId);
});

test('a reported payment returns from Razorpay’s hosted page to its state, not to the form', async () => {
  const { bill, order, paid } = await shop.paidBill();
  await shop.faults(unavailable);
  const comeBack = async () => {
    const response = await fetch(`${shop.stack.siteUrl}/api/razorpay-callback`, {
      method: 'POST',
      body: new URLSearchParams({ ...paid }),
      redirect: 'manual',
    });
    return response.headers.get('location');
  };
  expect(await comeBack()).toBe(`/pay-online/receipt/${order.receipt}`);
  expect(await comeBack()).toBe(`/pay-online/receipt/${order.receipt}`);
  expect(await refusal(shop.create(bill))).toEqual(confirming);
});

test('a reported payment is checked after more than five days without a response, and dropped after a refusal', async () => {
  const [silent, refused] = [await reported(), await reported()];
  const sixDays = 6 * 24 * 3_600_000;
  for (const { order } of [silent, refused]) await change(order.orderId, { created_at: ago(sixDays) });
  await expect(shop.sweep()).rejects.toThrow('503');
  expect(await refusal(shop.create(silent.bill))).toEqual(confirming);
  await shop.faults({
    calls: [...unlisted(), { call: `GET /v1/orders/${refused.order.orderId}/payments`, status: 400 }],
  });
  await shop.sweep();
  await isPaid(silent.order.orderId);
  await isFree(refused.bill);
});
