/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayInIndia, startOfDay } from '#web/contracts/india.ts';
import type { OrderDetails } from '#web/payments/back-office/order-details.ts';
import { eventually } from '../../support/eventually.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

const day = 24 * 3_600_000;
/** In paise, as configured for the shop. */
const limit = 100_000;

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

describe.each(databases)('the limit above which a second person approves, on %s', (kind) => {
  let shop: Shop;
  let twin: Shop;
  beforeAll(async () => {
    const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const env = {
      PAYMENT_REFUND_APPROVAL_ABOVE: '1000',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    shop = await openShop(env, ['lake', 'sandbox', 'site']);
    const { lakeUrl } = shop.stack;
    const same = { ...paymentEnvironmentOf(shop.stack), CONTENT_LAKE_PORT: new URL(lakeUrl).port };
    twin = await openShop({ ...env, ...same }, ['site']);
  });
  afterAll(async () => {
    await twin.close();
    await shop.close();
  });
  // Moves the earlier requests to another day.
  beforeEach(async () => {
    await shop.sandbox('DELETE', '/sandbox/account');
    await shop.clearFaults();
    await moveRequestsTo(new Date(Date.now() - 2 * day));
  });

  const moveRequestsTo = (moment: Date) =>
    shop.ledger.updateTable('refund_requests').set({ created_at: moment.toISOString() }).execute();
  type Role = 'finance' | 'administrator';
  const request = (where: string, role: Role, body?: object, { stack } = shop) =>
    fetch(`${stack.siteUrl}/api/payments${where}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${shop.stack.token(role)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  type Made = { orderId: string; paymentId: string };
  async function paid(amount = 5000): Promise<Made> {
    const { json: order } = await shop.create(newBill({ amount }));
    const report = await shop.pay(order.orderId);
    // Authorised first, and captured by the site a moment later.
    const captured = [{ status: 'captured' }];
    await eventually(async () => expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject(captured));
    return { orderId: order.orderId, paymentId: report.razorpay_payment_id };
  }
  const refund = async (
    { orderId, paymentId }: Made,
    amount: number,
    { role = 'finance', by = shop }: { role?: Role; by?: Shop } = {},
  ) => {
    const key = randomUUID();
    const body = { key, paymentId, amount, reason: 'The project was cancelled' };
    const response = await request(`/${orderId}/refund`, role, body, by);
    expect(response.status).toBe(200);
    // Another job of either site may have sent it first.
    const state = await eventually(async () => {
      const { requests }: OrderDetails = await (await request(`/${orderId}`, role)).json();
      const made = requests.find(({ id }) => id === key)?.state;
      expect(made).not.toBe('approved');
      return made;
    });
    return { key, state };
  };
  const stateOf = async (...args: Parameters<typeof refund>) => (await refund(...args)).state;

  test('counts what one person requests in a day, however it is divided and wherever it is sent', async () => {
    const made: Made[] = [];
    for (let index = 0; index < 30; index += 1) made.push(await paid(1000));
    const states = await Promise.all(
      made.map((one, index) => stateOf(one, 30_000, { by: index % 2 ? twin : shop })),
    );
    expect(states.filter((state) => state === 'sent')).toHaveLength(3);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(27);
    const sent = await shop.ledger.selectFrom('refunds').select('amount').execute();
    expect(sent.map(({ amount }) => amount)).toEqual([30_000, 30_000, 30_000]);
    // Another person has a separate limit.
    expect(await stateOf(await paid(), limit, { role: 'administrator' })).toBe('sent');
  });

  test('counts what one payment gets back, whoever requests it, here or in Razorpay’s dashboard', async () => {
    const shared = await paid();
    expect(await stateOf(shared, 60_000)).toBe('sent');
    expect(await stateOf(shared, 40_000, { role: 'administrator' })).toBe('sent');
    expect(await stateOf(shared, 100)).toBe('waiting');
    await moveRequestsTo(new Date(Date.now() - 2 * day));
    expect(await stateOf(shared, 100)).toBe('waiting');

    const elsewhere = await paid();
    await shop.sandbox('POST', `/v1/payments/${elsewhere.paymentId}/refund`, { amount: 60_000 });
    await eventually(async () =>
      expect(await shop.paymentsOfOrder(elsewhere.orderId)).toMatchObject([{ amount_refunded: 60_000 }]),
    );
    expect(await stateOf(elsewhere, 40_001, { role: 'administrator' })).toBe('waiting');
    expect(await stateOf(elsewhere, 40_000, { role: 'administrator' })).toBe('waiting');
  });

  test('also counts concurrent requests for a payment on two sites', async () => {
    const shared = await paid();
    // A webhook reports the sum of all refunds, also of one that a request is still waiting for. Until its response, that
    // refund counts twice, and more may need approval.
    await shop.faults({ webhooks: { lose: 1 } });
    const states = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        stateOf(shared, 30_000, {
          by: index % 2 ? twin : shop,
          role: index % 3 ? 'finance' : 'administrator',
        }),
      ),
    );
    expect(states.filter((state) => state === 'sent')).toHaveLength(3);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(9);
  });

  test('does not count rejected refunds, or those that failed at Razorpay or the bank', async () => {
    const { key, state } = await refund(await paid(), limit + 1);
    expect(state).toBe('waiting');
    expect(await stateOf(await paid(), 100)).toBe('waiting');
    await request(`/refund-requests/${key}/reject`, 'administrator', {});
    await shop.sandbox('PUT', '/sandbox/account', { balance: 0 });
    expect(await stateOf(await paid(), 99_000)).toBe('failed');
    await shop.sandbox('PUT', '/sandbox/account', { refunds: 'pending' });
    const back = await paid();
    expect(await stateOf(back, 99_000)).toBe('sent');
    expect(await stateOf(await paid(), 99_000)).toBe('waiting');
    const [given] = await shop.ledger
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', back.paymentId)
      .execute();
    await shop.sandbox('POST', `/sandbox/refunds/${given?.id}`, { status: 'failed' });
    await shop.ledger
      .updateTable('refund_requests')
      .set({ state: 'rejected' })
      .where('state', '=', 'waiting')
      .execute();
    await eventually(async () =>
      expect(await shop.paymentsOfOrder(back.orderId)).toMatchObject([{ amount_refunded: 0 }]),
    );
    expect(await stateOf(back, limit)).toBe('sent');
  });

  test('resets at midnight in India', async () => {
    const midnight = startOfDay(dayInIndia(Date.now()));
    expect(await stateOf(await paid(), limit)).toBe('sent');
    await moveRequestsTo(new Date(midnight));
    expect(await stateOf(await paid(), 100)).toBe('waiting');
    await moveRequestsTo(new Date(midnight - 1));
    expect(await stateOf(await paid(), limit)).toBe('sent');
  });

  test('cannot be approved by the person who requested it, on any site', async () => {
    const { key } = await refund(await paid(), limit + 1);
    for (const by of [shop, twin]) {
      const own = await request(`/refund-requests/${key}/approve`, 'finance', {}, by);
      expect([own.status, (await own.json()).error]).toEqual([
        403,
        expect.stringContaining('another person'),
      ]);
    }
    const other = await request(`/refund-requests/${key}/approve`, 'administrator', {}, twin);
    expect(other.status).toBe(200);
    expect((await other.json()).requests).toMatchObject([{ state: 'sent' }]);
    // A refund approved by a second person does not count towards what one may send alone.
    expect(await stateOf(await paid(), limit)).toBe('sent');
    expect(await stateOf(await paid(), 100)).toBe('waiting');
  });
});
