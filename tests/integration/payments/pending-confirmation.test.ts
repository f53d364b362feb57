/** @module-tag protect */
import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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

test('a reported payment for a part of a bill keeps the bill’s link from offering anything', async () => {
  const bill = await billApi.make();
  const { json: order } = await billApi.order(bill, 400);
  const paid = await shop.pay(order.orderId);
  await shop.faults(unavailable);
  await shop.verify(newBill({ billNumber: bill.bill_number, amount: 400 }), paid);
  expect((await billApi.status(bill.link)).json).toMatchObject({ state: 'confirming', paid: 0, open: 0 });
  for (const amount of [400, 600, 1000])
    for (const customerPhone of ['9876543210', '9000000007'])
      expect(await refusal(billApi.order(bill, amount, { customerPhone }))).toEqual(confirming);
  expect(await refusal(shop.create(newBill({ billNumber: bill.bill_number, amount: 600 })))).toEqual(
    confirming,
  );
  expect((await billApi.callBills(`?search=${bill.bill_number}`)).json.bills).toMatchObject([
    { state: 'confirming', url: null },
  ]);
  await shop.clearFaults();
  await shop.sweep();
  await isPaid(order.orderId);
  expect((await billApi.status(bill.link)).json).toMatchObject({ state: 'part-paid', open: 60_000 });
  expect((await billApi.order(bill, 600)).status).toBe(200);
});

test('a reported payment frees the bill if the gateway says that it failed or was never authorised', async () => {
  for (const [status, reportedAgo] of [
    ['failed', 0],
    ['created', 3_600_000],
  ] as const) {
    const { bill, order, paid } = await reported();
    await sql`update reports set reported_at = ${ago(reportedAgo)} where order_id = ${order.orderId}`.execute(
      shop.ledger,
    );
    const id = paid.razorpay_payment_id;
    await shop.clearFaults();
    const payment = await shop.sandbox('GET', `/v1/payments/${id}`);
    const items = [{ ...payment, status, captured: false }];
    await shop.faults({
      calls: [...unlisted(), { call: `GET /v1/orders/${order.orderId}/payments`, alter: { items } }],
    });
    await shop.sweep();
    await isFree(bill);
  }
});

test('a reported payment stays pending if the gateway reports another amount, as before it knows the fee', async () => {
  const { bill, order, paid } = await shop.paidBill();
  await shop.faults({
    calls: [...unlisted({ amount: 100 }), { call: 'GET /v1/orders', status: 503 }],
  });
  expect((await shop.verify(bill, paid)).status).toBe(400);
  expect(await refusal(shop.create(bill))).toEqual(confirming);
  await shop.clearFaults();
  await shop.sweep();
  await isPaid(order.orderId);
});

test('a reported payment is fetched by its id if the gateway’s list of the order lacks it', async () => {
  const { order } = await reported();
  await shop.faults({
    calls: [...unlisted(), { call: `GET /v1/orders/${order.orderId}/payments`, alter: { items: [] } }],
  });
  await shop.sweep();
  await isPaid(order.orderId);
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

test('a reported payment blocks nothing if it was forged or belongs to another order', async () => {
  const one = await shop.paidBill();
  const other = await shop.paidBill();
  await shop.faults(unavailable);
  const sign = (secret: string) =>
    createHmac('sha256', secret)
      .update(`${one.order.orderId}|${other.paid.razorpay_payment_id}`)
      .digest('hex');
  const forged = { ...one.paid, razorpay_payment_id: other.paid.razorpay_payment_id };
  const forge = (signature: string) => shop.verify(one.bill, { ...forged, razorpay_signature: signature });
  expect((await forge(sign('guessed'))).status).toBe(400);
  expect((await shop.create(one.bill)).json.orderId).toBe(one.order.orderId);
  // Signed with the secret, for a payment of another order.
  expect((await forge(sign(shop.stack.secrets.sandboxKeySecret))).json.state).toBe('confirming');
  await shop.clearFaults();
  expect((await forge(sign(shop.stack.secrets.sandboxKeySecret))).status).toBe(400);
  expect((await shop.create(one.bill)).json.orderId).toBe(one.order.orderId);
});

test('a reported payment can also be one that the bank has authorised and nobody could capture yet', async () => {
  const { bill, order, paid } = await shop.paidBill();
  const held = { status: 'authorized', captured: false };
  const payment = await shop.sandbox('GET', `/v1/payments/${paid.razorpay_payment_id}`);
  await shop.faults({
    calls: [
      { call: 'POST /v1/payments', status: 503 },
      { call: `GET /v1/payments/${payment.id}`, alter: held },
      { call: `GET /v1/orders/${order.orderId}/payments`, alter: { items: [{ ...payment, ...held }] } },
    ],
  });
  await shop.post('payment-status', { receipt: order.receipt });
  expect(await refusal(shop.create({ ...bill, customerPhone: '9000000008' }))).toEqual(confirming);
});
