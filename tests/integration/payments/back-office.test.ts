/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetails } from '#web/payments/back-office/order-details.ts';
import type { ActionItem } from '#web/payments/back-office/today.ts';
import { eventually } from '../../support/eventually.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { newBill, openShop, type Shop } from './shop.ts';
import { settleWebhooks } from './storm.ts';

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

describe.each(databases)('the back office on %s', (kind) => {
  let shop: Shop;
  beforeAll(async () => {
    const env: Record<string, string> = { PAYMENT_REFUND_APPROVAL_ABOVE: '1000' };
    if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
    shop = await openShop(env, ['lake', 'sandbox', 'site']);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.sandbox('DELETE', '/sandbox/account');
    // Requested two days ago, so it does not count towards what finance may refund alone today.
    const created_at = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();
    await shop.ledger.updateTable('refund_requests').set({ created_at }).execute();
  });

  const request = (
    path: string,
    { role = 'finance', body }: { role?: 'finance' | 'administrator'; body?: object | undefined } = {},
  ) =>
    fetch(`${shop.stack.siteUrl}/api/payments${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${shop.stack.token(role)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const read = async (path: string) => (await request(path)).json();
  const detailsOf = (orderId: string): Promise<OrderDetails> => read(`/${orderId}`);
  const actionItems = async (): Promise<ActionItem[]> => (await read('/today')).actionItems;

  async function paid(change = {}, vpa?: string) {
    const bill = newBill(change);
    const { json: order } = await shop.create(bill);
    const body = { order_id: order.orderId, ...(vpa ? { vpa } : {}) };
    const report = await shop.sandbox('POST', '/sandbox/payments', body);
    expect((await shop.verify(bill, report)).status).toBe(200);
    const orderId: string = order.orderId;
    const paymentId: string = report.razorpay_payment_id;
    return { bill, orderId, paymentId };
  }
  const refund = (orderId: string, paymentId: string, amount: number, key: string = randomUUID()) =>
    request(`/${orderId}/refund`, { body: { key, paymentId, amount, reason: 'The project was cancelled' } });

  test('finds a payment by anything a caller can quote', async () => {
    const vpa = `asha.${kind.toLowerCase()}@okicici`;
    const { bill, orderId, paymentId } = await paid(
      { customerName: `आशा ${kind}`, customerPhone: '9123456780' },
      vpa.toUpperCase(),
    );
    const { order, payments } = await detailsOf(orderId);
    await shop.sandbox('POST', '/sandbox/settlements', {});
    const { json: settled } = await shop.post('razorpay-webhook', '{}');
    expect(settled.error).toBeTruthy();
    const amounts = [1777.77, 1777.77 + 100_000];
    const [exact, other] = [await paid({ amount: amounts[0] }), await paid({ amount: amounts[1] })];
    // A later webhook would restore the card and the reference that are changed below.
    await settleWebhooks(shop);
    for (const [search, found] of [
      ['₹1,777.77', exact],
      ['1777.77', exact],
      ['Rs. 1,01,777.77/-', other],
    ] as const) {
      const { orders } = await read(`?search=${encodeURIComponent(search)}`);
      expect([search, orders.map(({ id }: { id: string }) => id)]).toEqual([search, [found.orderId]]);
    }
    const card = await shop.sandbox('GET', `/v1/payments/${exact.paymentId}`);
    const body = { payment: { entity: { ...card, card: { network: 'Visa', last4: '7316' } } } };
    expect((await shop.webhook({ event: 'payment.captured', payload: body })).status).toBe(200);
    await shop.ledger
      .updateTable('payments')
      .set({ reference: '999999998462' })
      .where('id', '=', other.paymentId)
      .execute();
    for (const [digits, found] of [
      ['7316', exact.orderId],
      ['8462', other.orderId],
      ['6780', orderId],
    ] as const) {
      const { orders } = await read(`?search=${digits}`);
      expect([digits, orders.map(({ id }: { id: string }) => id)]).toEqual([digits, [found]]);
    }
    const quoted = [
      bill.billNumber,
      `आशा ${kind}`,
      '+91 91234 56780',
      '+91 (0) 91234–56780',
      '09123456780',
      payments[0]?.reference,
      vpa,
      orderId,
      paymentId,
      order.reference,
    ];
    for (const search of quoted) {
      const { orders } = await read(`?search=${encodeURIComponent(String(search))}`);
      expect([search, orders.map(({ id }: { id: string }) => id)]).toEqual([search, [orderId]]);
    }
    expect((await read('?search=nobody%20has%20this')).orders).toEqual([]);
    const { receipt, notes } = await shop.sandbox('GET', `/v1/orders/${orderId}`);
    expect([receipt, notes.bill]).toEqual([order.reference, bill.billNumber]);
  });

  test('refunds at once up to the limit, and only once for repeated requests', async () => {
    const { orderId, paymentId } = await paid();
    const key = randomUUID();
    const responses = await Promise.all([1, 2, 3].map(() => refund(orderId, paymentId, 50_000, key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await eventually(async () =>
      expect(await detailsOf(orderId)).toMatchObject({
        requests: [{ id: key, state: 'sent', requested_by: 'test finance' }],
        refunds: [{ amount: 50_000, status: 'processed' }],
        payments: [{ status: 'captured', amount_refunded: 50_000 }],
      }),
    );
    expect((await shop.sandbox('GET', `/v1/payments/${paymentId}/refunds`)).count).toBe(1);
    expect((await refund(orderId, paymentId, 60_000, key)).status).toBe(422);
    const tooMuch = await refund(orderId, paymentId, 149_950);
    expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
      422,
      { error: expect.stringContaining('₹999.50') },
    ]);
    expect((await refund(orderId, 'pay_AAAAAAAAAAAAAA', 100)).status).toBe(404);
    expect((await refund(orderId, paymentId, 99)).status).toBe(400);
    expect((await refund(orderId, paymentId, 100.5)).status).toBe(400);
  });

  test('above the limit a second person decides, once', async () => {
    const { orderId, paymentId } = await paid();
    const key = randomUUID();
    expect((await refund(orderId, paymentId, 149_950, key)).status).toBe(200);
    expect(await detailsOf(orderId)).toMatchObject({ requests: [{ state: 'waiting' }], refunds: [] });
    expect(await actionItems()).toContainEqual(
      expect.objectContaining({ kind: 'refund-waiting', subject: key }),
    );
    // A waiting request already reserves its money.
    expect((await refund(orderId, paymentId, 100)).status).toBe(422);
    const decide = (decision: string, role: 'finance' | 'administrator') =>
      request(`/refund-requests/${key}/${decision}`, { role, body: {} });
    expect((await decide('approve', 'finance')).status).toBe(403);
    const decided = await Promise.all([
      decide('approve', 'administrator'),
      decide('approve', 'administrator'),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide('reject', 'administrator')).status).toBe(409);
    await eventually(async () =>
      expect(await detailsOf(orderId)).toMatchObject({
        requests: [{ state: 'sent', decided_by: 'test administrator' }],
        payments: [{ status: 'refunded' }],
      }),
    );
    const { acts } = await read('/audit');
    expect(acts.filter(({ subject }: { subject: string }) => subject === orderId)).toMatchObject([
      { act: 'refund.approved', actor: 'test administrator' },
      { act: 'refund.requested', actor: 'test finance' },
    ]);
  });

  test('a refund whose response is lost is made once; a refused one is shown', async () => {
    const { orderId, paymentId } = await paid();
    await shop.faults({ calls: [{ call: `POST /v1/payments/${paymentId}/refund`, dropResponse: true }] });
    await refund(orderId, paymentId, 10_000);
    await shop.clearFaults();
    const other = await paid();
    await shop.sandbox('PUT', '/sandbox/account', { balance: 0 });
    await refund(other.orderId, other.paymentId, 10_000);
    expect(await detailsOf(other.orderId)).toMatchObject({
      requests: [{ state: 'failed', problem: expect.stringContaining('enough balance') }],
    });
    expect(await actionItems()).toContainEqual(
      expect.objectContaining({ kind: 'refund-failed', order_id: other.orderId }),
    );
    await shop.stack.kill('site');
    await shop.stack.start('site');
    await shop.ledger.updateTable('jobs').set({ ran_at: null, claimed_until: null }).execute();
    await shop.ledger.updateTable('refund_requests').set({ claimed_until: null }).execute();
    await shop.stack.kill('site');
    await shop.stack.start('site');
    await eventually(async () =>
      expect(await detailsOf(orderId)).toMatchObject({ requests: [{ state: 'sent' }] }),
    );
    expect((await shop.sandbox('GET', `/v1/payments/${paymentId}/refunds`)).count).toBe(1);
  });

  test('a refund that fails later is restored and becomes an action item', async () => {
    await shop.sandbox('PUT', '/sandbox/account', { refunds: 'pending' });
    const { orderId, paymentId } = await paid();
    await refund(orderId, paymentId, 100_000);
    const { refunds } = await detailsOf(orderId);
    expect(refunds).toMatchObject([{ status: 'pending', amount: 100_000 }]);
    await shop.sandbox('POST', `/sandbox/refunds/${refunds[0]?.id}`, { status: 'failed' });
    await eventually(async () =>
      expect(await detailsOf(orderId)).toMatchObject({
        refunds: [{ status: 'failed' }],
        payments: [{ status: 'captured', amount_refunded: 0 }],
      }),
    );
    expect(await actionItems()).toContainEqual(
      expect.objectContaining({ kind: 'refund-failed', subject: refunds[0]?.id, amount: 100_000 }),
    );
  });

  test('a dispute is listed with its deadline until it is decided', async () => {
    const { orderId, paymentId } = await paid();
    const dispute = await shop.sandbox('POST', '/sandbox/disputes', { payment_id: paymentId, amount: 5000 });
    const open = () => expect.objectContaining({ kind: 'dispute', subject: dispute.id });
    await eventually(async () => expect(await actionItems()).toContainEqual(open()));
    const [shown] = (await actionItems()).filter(({ subject }) => subject === dispute.id);
    expect(shown).toMatchObject({
      amount: 5000,
      order_id: orderId,
      deadline: new Date(dispute.respond_by * 1000).toISOString(),
    });
    await shop.sandbox('POST', `/sandbox/disputes/${dispute.id}`, { status: 'lost' });
    await eventually(async () => expect(await actionItems()).not.toContainEqual(open()));
    expect((await read(`?search=${dispute.id}`)).orders).toMatchObject([
      { id: orderId, disputed_amount: 5000 },
    ]);
    expect((await read('?state=disputed')).orders).toMatchObject([{ id: orderId }]);
  });

  test('unexplained money is listed until somebody adds a note', async () => {
    const order = await shop.sandbox('POST', '/sandbox/orders', {
      amount: 77_700,
      currency: 'INR',
      capture: 'automatic',
    });
    const { razorpay_payment_id: id } = await shop.sandbox('POST', '/sandbox/payments', {
      order_id: order.id,
    });
    const open = expect.objectContaining({ kind: 'unexplained', subject: id, amount: 77_700 });
    await eventually(async () => expect(await actionItems()).toContainEqual(open));
    expect((await request(`/unexplained/${id}`, { body: { note: '' } })).status).toBe(400);
    expect(
      (await request('/unexplained/pay_AAAAAAAAAAAAAA', { body: { note: 'A payment link' } })).status,
    ).toBe(409);
    const notes = await Promise.all(
      [1, 2].map(() => request(`/unexplained/${id}`, { body: { note: 'A payment link' } })),
    );
    expect(notes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actionItems()).not.toContainEqual(open);
  });

  test('exports a month by day of payment, with refunds on separate lines', async () => {
    const { orderId, paymentId, bill } = await paid({ amount: 2000 });
    await refund(orderId, paymentId, 50_000);
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date());
    const csv = await (await request(`/export?from=${day}&to=${day}`)).text();
    const lines = csv.split('\r\n').filter((line) => line.includes(`"${bill.billNumber}"`));
    expect(lines.map((line) => line.split(',').slice(1, 5).join(',')).sort()).toEqual([
      '"Payment",2000.00,47.20,7.20',
      '"Refund",-500.00,,',
    ]);
    // Money in another currency and transfers to the bank have separate columns.
    const at = new Date().toISOString();
    const odd = { at, recorded_at: at, source: 'webhook', order_id: null, detail: null };
    const dollars = {
      kind: 'unexplained',
      subject: `pay_usd_${kind}`,
      amount: 100_000,
      currency: 'USD',
    } as const;
    const paidOut = { kind: 'settled', subject: `pay_out_${kind}`, amount: 97_640, currency: 'INR' } as const;
    await shop.ledger
      .insertInto('entries')
      .values([
        { ...odd, ...dollars },
        { ...odd, ...paidOut },
      ])
      .execute();
    const table: string[][] = parse(await (await request(`/export?from=${day}&to=${day}`)).text(), {
      bom: true,
    });
    const [titles = []] = table;
    const cellsOf = (subject: string) => {
      const row = table.find((cells) => cells.includes(subject)) ?? [];
      return Object.fromEntries(titles.map((title, index) => [title, row[index]]));
    };
    expect(cellsOf(dollars.subject)).toMatchObject({
      'Amount (INR)': '',
      'Other currency': 'USD',
      'Amount in other currency': '1000.00',
    });
    expect(cellsOf(paidOut.subject)).toMatchObject({ 'Amount (INR)': '', 'Settlement (INR)': '976.40' });
    expect(await actionItems()).toContainEqual(
      expect.objectContaining({ subject: dollars.subject, currency: 'USD' }),
    );
    const names = { customers: '{customer}', bank: 'HDFC <चालू>' };
    expect((await request('/ledgers', { body: { ...names, fees: '' } })).status).toBe(400);
    expect((await request('/ledgers', { body: names })).status).toBe(200);
    expect(await read('/ledgers')).toMatchObject({ names: { ...names, gateway: 'Razorpay' } });
    const tally = await request(`/accounts?format=tally&from=${day}&to=${day}`);
    expect(tally.headers.get('content-disposition')).toContain('tally.xml');
    expect(await tally.text()).toContain(`REMOTEID="website-captured-${paymentId}"`);
    for (const format of ['zoho-payments', 'zoho-journals', 'settlements'])
      expect((await request(`/accounts?format=${format}&from=${day}&to=${day}`)).status).toBe(200);
    for (const format of ['xls', '__proto__', 'toString'])
      expect((await request(`/accounts?format=${format}`)).status).toBe(400);
    expect((await (await request('/export?to=2020-01-01')).text()).split('\r\n')).toHaveLength(2);
    expect((await request('/export?from=yesterday')).status).toBe(400);
  });
});
