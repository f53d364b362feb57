import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { openBillApi } from './bill-api.ts';

const { shop, callBills, call, typed, make, status, order, pay } = await openBillApi();
afterAll(() => shop.close());

test('unknown bills and invalid filters are refused', async () => {
  expect((await callBills('/AAAAAAAAAAAAAAAA/cancel', {})).status).toBe(404);
  for (const query of ['?state=stolen', '?after=1', '/ending?from=2030-01-01'])
    expect((await callBills(query)).status).toBe(400);
});

test('the ends of working links are listed by their last day', async () => {
  const [live, withdrawn] = [await make(), await make()];
  const endsOn = dayInIndia(Date.now() + 100 * 24 * 3_600_000);
  for (const { id } of [live, withdrawn]) await callBills(`/${id}/link`, { endsOn });
  await callBills(`/${withdrawn.id}/link/withdraw`, {});
  const { json } = await callBills(`/ending?from=${endsOn}&to=${endsOn}`);
  expect(json.bills.map(({ id }: { id: string }) => id)).toEqual([live.id]);
});

test('a customer’s statement is shown to anyone with its link, and to nobody else', async () => {
  const bill = await make({ phone: '9123400017', name: '<b>Asha</b>' });
  await pay(bill, 400);
  expect((await callBills('/AAAAAAAAAAAAAAAA/statement', {})).status).toBe(409);
  const { status: made, json } = await callBills(`/${bill.id}/statement`, {});
  expect(made).toBe(201);
  const page = await fetch(json.url);
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.headers.get('content-security-policy')).toContain('script-src');
  const html = await page.text();
  for (const text of [bill.bill_number, '&lt;b&gt;Asha&lt;/b&gt;', '₹1,000.00', '₹400.00', 'noindex'])
    expect(html).toContain(text);
  expect(html).toMatch(/₹600\.00(<!-- -->)? to pay/);
  const other = await fetch(json.url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
  expect([404, 503]).toContain(other.status);
  expect(await other.text()).not.toContain(bill.bill_number);
});

test('a bill is created once from staff’s input, and its link reveals none of it', async () => {
  const given = typed();
  const first = await callBills('', given);
  const bill = {
    bill_number: given.billNumber,
    amount: 100_000,
    state: 'open',
    created_by: 'test administrator',
  };
  expect(first).toMatchObject({ status: 201, json: { bill } });
  expect(first.json.bill.url).toMatch(/\/pay-online\?link=[\w-]{38}$/);
  expect(await callBills('', given)).toEqual({ status: 200, json: first.json });
  const other = await callBills('', { ...given, amount: '900' });
  expect([other.status, Object.keys(other.json.fieldErrors)]).toEqual([400, ['billNumber']]);
});

const end = (billId: string) =>
  sql`update bills set expires_at = ${new Date(0).toISOString()} where id = ${billId}`.execute(shop.ledger);

test('a link is renewed with the same address, or with a new one after it was withdrawn', async () => {
  const bill = await make({ days: 1, dueOn: '' });
  await end(bill.id);
  const endsOn = dayInIndia(Date.now() + 10 * 24 * 3_600_000);
  const renew = async (day = endsOn) => (await callBills(`/${bill.id}/link`, { endsOn: day })).json;
  const { bill: renewed } = await renew();
  expect(renewed).toMatchObject({ url: expect.stringContaining(bill.link), link: 'live' });
  expect(dayInIndia(Date.parse(renewed.expires_at) - 1)).toBe(endsOn);
  for (const wrong of ['2020-01-01', '2099-01-01', 'soon'])
    expect(Object.keys((await renew(wrong)).fieldErrors)).toEqual(['endsOn']);
  await callBills(`/${bill.id}/link/withdraw`, {});
  expect((await renew()).bill.url).not.toContain(bill.link);
  expect((await status(bill.link)).status).toBe(404);
  expect((await callBills('/cancelled-or-not/link', { endsOn })).status).toBe(404);
});
test('a UTR that customers send is an item for finance, and changes nothing', async () => {
  const bill = await make();
  const before = (await status(bill.link)).json;
  const send = (number: unknown, link = bill.link) => shop.post('bill-notice', { link, number });
  expect((await send('UTR1')).status).toBe(400);
  expect((await send('SBIN123456789012', `${bill.link.slice(0, -2)}xx`)).status).toBe(404);
  expect(await send(' sbin 1234 5678 9012\u200b')).toMatchObject({ status: 200, json: {} });
  const { notices } = (await call(`/bills/${bill.id}`)).json;
  expect(notices).toBe('UTR SBIN123456789012');
  expect((await call('/today')).json.actionItems).toContainEqual(
    expect.objectContaining({ bill_id: bill.id, kind: 'customer-notice', detail: notices }),
  );
  expect((await status(bill.link)).json).toEqual(before);
});

test('a second person at a link is warned, until the gateway says that nothing was paid', async () => {
  const bill = await make();
  expect((await status(bill.link)).json).not.toHaveProperty('underWay');
  const { json: begun } = await order(bill, 400);
  const order_id = begun.orderId;
  const seen = async (own?: string) =>
    (await shop.post('bill-status', { link: bill.link, own })).json.underWay;
  // The gateway knows of no attempt.
  expect(await seen()).toMatchObject({ amount: 40_000, isUnpaid: true });
  const stored = await shop.ledger
    .selectFrom('orders')
    .select('receipt_token')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  expect(await seen(stored.receipt_token)).toBeUndefined();
  await shop.sandbox('POST', '/sandbox/payments', { order_id, outcome: 'started' });
  // A QR code on somebody's screen can still be scanned.
  await expect.poll(async () => (await seen())?.isUnpaid).toBe(false);
  await shop.faults({ calls: [{ call: 'GET /v1', status: 503 }] });
  await shop.pay(order_id);
  expect(await seen()).toMatchObject({ isUnpaid: false });
  // However old: no response does not mean unpaid.
  await sql`update orders set created_at = '2020-01-01T00:00:00.000Z' where id = ${order_id}`.execute(
    shop.ledger,
  );
  await sql`update jobs set ran_at = '2019-12-31T00:00:00.000Z' where name = 'sweep'`.execute(shop.ledger);
  expect(await seen()).toMatchObject({ amount: 40_000, isUnpaid: false });
  await shop.clearFaults();
  const open = async () => (await status(bill.link)).json;
  await expect.poll(open).toMatchObject({ state: 'part-paid', open: 60_000 });
  expect(await open()).not.toHaveProperty('underWay');
});

test('neither a link nor an unpaid receipt shows name and number', async () => {
  const bill = await make({ email: 'asha@example.com' });
  const shown = await status(bill.link);
  const known = { billNumber: bill.bill_number, amount: 400, link: bill.link };
  const key = { 'idempotency-key': randomUUID() };
  const { json } = await shop.post('create-razorpay-order', known, key);
  const receipt = async () =>
    (await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${json.receipt}`)).text();
  for (const text of [shown.text, await receipt()]) expect(text).not.toMatch(/Asha|9876543210/);
  const paid = await shop.pay(json.orderId);
  const report = {
    orderId: paid.razorpay_order_id,
    paymentId: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
  };
  expect((await shop.post('verify-razorpay-payment', { ...known, ...report })).status).toBe(200);
  expect(await receipt()).toContain('Asha Verma');
  expect(await receipt()).not.toContain('9876543210');
});

test('reminders stop with the button or a mail program’s one-click unsubscribe, but not by opening the address', async () => {
  const bill = await make({ email: 'stops@example.com' });
  const token = 'S'.repeat(38);
  await sql`update bills set stop_token = ${token} where id = ${bill.id}`.execute(shop.ledger);
  const call = (method: string, last = token, body?: string) =>
    fetch(`${shop.stack.siteUrl}/api/stop-reminders/${last}`, {
      method,
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  const stops = () => shop.ledger.selectFrom('reminder_stops').selectAll().execute();
  const response = await call('GET');
  expect([response.status, (await call('HEAD')).status]).toEqual([200, 200]);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await response.text();
  expect(page).toContain('<form method="post">');
  expect(page).not.toMatch(/stops@example\.com|Asha/);
  expect(await stops()).toEqual([]);
  for (const method of ['GET', 'POST']) expect((await call(method, 'A'.repeat(38))).status).toBe(404);
  expect((await call('PUT')).status).toBe(405);
  for (let click = 0; click < 2; click += 1)
    expect((await call('POST', token, 'List-Unsubscribe=One-Click')).status).toBe(200);
  // Not the address itself.
  expect(await stops()).toEqual([
    { address: expect.stringMatching(/^[0-9a-f]{64}$/), stopped_at: expect.any(String) },
  ]);
  const shown = await shop.readAsStaff(`/bills/${bill.id}`);
  expect(shown).toMatchObject({ messages: [], stopped_at: expect.any(String) });
});
