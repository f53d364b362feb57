import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBill, openShop, type Shop } from './shop.ts';

let shop: Shop;
let administrator: string;
beforeAll(async () => {
  shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' }, ['lake', 'sandbox', 'site']);
  administrator = shop.stack.token('administrator');
});
afterAll(() => shop.close());

const request = (path: string, token: string | undefined = administrator, method = 'GET') =>
  fetch(`${shop.stack.siteUrl}/api/payments${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const read = async (path: string) => (await request(path)).json();

async function paid(change = {}) {
  const bill = newBill(change);
  const { json: order } = await shop.create(bill);
  await shop.verify(bill, await shop.pay(order.orderId));
  return { bill, order };
}

describe('who may read payments', () => {
  test.each(['', '/export', '/order_AAAAAAAAAAAAAA'])(
    '%j needs a session of finance or an administrator',
    async (path) => {
      expect((await request(path, '')).status).toBe(401);
      expect((await request(path, 'sk-not-a-session-at-all')).status).toBe(401);
      for (const role of ['editor', 'hr', 'viewer'] as const)
        expect((await request(path, shop.stack.token(role))).status).toBe(403);
      for (const role of ['finance', 'administrator'] as const)
        expect((await request(path, shop.stack.token(role))).status).toBe(
          path.startsWith('/order') ? 404 : 200,
        );
    },
  );

  test('so does checking at Razorpay, and only by POST', async () => {
    const { order } = await paid();
    expect((await request(`/${order.orderId}/ask`, '', 'POST')).status).toBe(401);
    expect((await request(`/${order.orderId}/ask`)).status).toBe(405);
    expect((await request('', administrator, 'OPTIONS')).status).toBe(405);
  });
});

describe('what they see', () => {
  test('orders by bill, state and date, with totals', async () => {
    const { bill, order } = await paid({ billNumber: 'List 100%', amount: 100.25 });
    const open = newBill({ billNumber: 'List 1000', amount: 5 });
    await shop.create(open);
    const found = await read('?search=list%20100%25');
    expect(found.orders).toMatchObject([
      {
        id: order.orderId,
        bill_number: bill.billNumber,
        status: 'paid',
        amount: 10_025,
        paid_amount: 10_025,
      },
    ]);
    expect(found.orders[0]).not.toHaveProperty('receipt_token');
    expect(found.totals).toMatchObject({ payments: expect.any(Number), captured: expect.any(Number) });
    expect((await read('?to=2020-01-01')).totals).toEqual({
      payments: 0,
      captured: 0,
      fees: 0,
      refunded: 0,
      deducted: 0,
      received: 0,
      tds: 0,
      givenUp: 0,
    });
    const states = async (state: string) => (await read(`?search=list&state=${state}`)).orders.length;
    expect([await states('paid'), await states('created'), await states('')]).toEqual([1, 1, 2]);
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date());
    expect((await read(`?search=list&from=${day}&to=${day}`)).orders).toHaveLength(2);
    expect((await read('?search=list&to=2020-01-01')).orders).toHaveLength(0);
    expect((await request('?from=yesterday')).status).toBe(400);
    expect((await request('?state=stolen')).status).toBe(400);
    expect((await read(`?search=${found.orders[0].payment_id}`)).orders).toHaveLength(1);
  });

  test('pages follow one another without gaps', async () => {
    for (let index = 0; index < 60; index += 1) await shop.create(newBill({ billNumber: `PAGE-${index}` }));
    const first = await read('?search=PAGE-');
    const second = await read(`?search=PAGE-&after=${encodeURIComponent(first.next)}`);
    const ids = [...first.orders, ...second.orders].map((one: { id: string }) => one.id);
    expect([first.orders.length, ids.length, new Set(ids).size, second.next]).toEqual([
      50,
      60,
      60,
      undefined,
    ]);
  });

  test('a duplicate payment for a bill is flagged until it is refunded', async () => {
    const first = await paid({ billNumber: 'TWICE-1' });
    const second = await paid({ billNumber: 'twice-1', customerPhone: '9000000001' });
    const flagged = await read('?state=surplus');
    expect(flagged.orders.map((one: { id: string }) => one.id)).toEqual([second.order.orderId]);
    const { payments } = await read(`/${second.order.orderId}`);
    await shop.sandbox('POST', `/v1/payments/${payments[0].id}/refund`, {});
    const after = await (await request(`/${second.order.orderId}/ask`, administrator, 'POST')).json();
    expect(after.payments).toMatchObject([{ status: 'refunded', amount_refunded: 149_950 }]);
    expect((await read('?state=surplus')).orders).toEqual([]);
    expect((await read('?state=refunded&search=twice')).orders).toMatchObject([{ refunded_amount: 149_950 }]);
    expect(first.order.orderId).not.toBe(second.order.orderId);
  });

  test('a refund reported by Razorpay removes the flag', async () => {
    await paid({ billNumber: 'TWICE-2' });
    const second = await paid({ billNumber: 'TWICE-2', customerPhone: '9000000001' });
    const flagged = async () => (await read('?state=surplus&search=TWICE-2')).orders.length;
    expect(await flagged()).toBe(1);
    const { payments } = await read(`/${second.order.orderId}`);
    await shop.sandbox('POST', `/v1/payments/${payments[0].id}/refund`, { amount: 100 });
    const refunded = async () => ({
      entity: 'event',
      event: 'refund.processed',
      contains: ['refund', 'payment'],
      payload: { payment: { entity: await shop.sandbox('GET', `/v1/payments/${payments[0].id}`) } },
      created_at: Math.floor(Date.now() / 1000),
    });
    expect((await shop.webhook(await refunded())).status).toBe(200);
    expect(await flagged()).toBe(1);
    await shop.sandbox('POST', `/v1/payments/${payments[0].id}/refund`, {});
    expect((await shop.webhook(await refunded())).status).toBe(200);
    expect(await flagged()).toBe(0);
  });

  test('a duplicate payment settled by hand is marked once, with who and when', async () => {
    const first = await paid({ billNumber: 'TWICE-3' });
    const second = await paid({ billNumber: 'TWICE-3', customerPhone: '9000000001' });
    const settle = `/${second.order.orderId}/settle`;
    for (const role of ['editor', 'hr', 'viewer'] as const)
      expect((await request(settle, await shop.stack.token(role), 'POST')).status).toBe(403);
    expect((await request(settle, '', 'POST')).status).toBe(401);
    expect((await request(settle)).status).toBe(405);
    expect((await request(`/${first.order.orderId}/settle`, administrator, 'POST')).status).toBe(409);
    expect((await request('/order_AAAAAAAAAAAAAA/settle', administrator, 'POST')).status).toBe(409);
    expect((await read(`/${second.order.orderId}`)).order.hasSurplus).toBe(true);

    const responses = await Promise.all([1, 2].map(() => request(settle, administrator, 'POST')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { order, payments, events } = await read(`/${second.order.orderId}`);
    expect([order.hasSurplus, payments[0].status]).toEqual([false, 'captured']);
    expect(events.at(-1)).toMatchObject({
      event: 'payment.settled',
      source: 'staff',
      payment_id: payments[0].id,
      actor: 'test administrator',
      at: payments[0].settled_at,
    });
    expect((await read('?state=surplus&search=TWICE-3')).orders).toEqual([]);
    // A third payment is flagged again.
    const third = await paid({ billNumber: 'TWICE-3', customerPhone: '9000000002' });
    const ids = (await read('?state=surplus&search=TWICE-3')).orders.map((one: { id: string }) => one.id);
    expect(ids).toEqual([third.order.orderId]);
  });

  test('the history shows how a payment became known', async () => {
    const bill = newBill();
    const { json: order } = await shop.create(bill);
    await shop.pay(order.orderId, 'failed');
    await shop.pay(order.orderId);
    const { events, order: facts } = await (
      await request(`/${order.orderId}/ask`, administrator, 'POST')
    ).json();
    expect(events.map((one: { source: string; event: string }) => [one.source, one.event])).toEqual([
      ['site', 'order.created'],
      ['staff', 'payment.failed'],
      ['staff', 'payment.captured'],
    ]);
    expect(facts.status).toBe('paid');
    expect((await request('/order_short')).status).toBe(400);
  });

  test('the export is safe to open in a spreadsheet', async () => {
    await paid({ billNumber: '=HYPERLINK("http://x","y")', customerName: '+cmd|calc' });
    const response = await request('/export');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toContain(
      '"Day (IST)","Line","Amount (INR)","Fee (INR)","Tax in the fee (INR)","Settlement (INR)","Other currency","Amount in other currency","Bill number"',
    );
    const row = lines.find((line) => line.includes('HYPERLINK'));
    expect(row).toContain(`"Payment",1499.50,35.39,5.40,,,,"'=HYPERLINK(""http://x"",""y"")"`);
    expect(row).toContain(`"'+cmd|calc"`);
    await paid({ billNumber: '＝HYPERLINK("http://z")', customerName: 'Asha; =cmd|calc' });
    const other = await (await request('/export')).text();
    expect(other).toContain(`"'＝HYPERLINK(""http://z"")"`);
    expect(other).toContain(`"Asha;' =cmd|calc"`);
  });
});
