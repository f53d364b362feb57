/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { OrderDetails } from '#web/payments/back-office/routes.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { eventually } from '../../support/eventually.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { requestAsStaff } from '../../support/staff-request.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

const day = 24 * 3_600_000;
/** In paise, as configured for the shop. */
const limit = 100_000;

const env = { PAYMENT_REFUND_APPROVAL_ABOVE: '1000', DATABASE_URL: await createRunDatabase() };
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));
const same = { ...paymentEnvironmentOf(shop.stack), CONTENT_LAKE_PORT: new URL(shop.stack.lakeUrl).port };
const twin = await closeAfterwards(openShop({ ...env, ...same }, ['site']));
// Moves the earlier requests to another day.
beforeEach(async () => {
  await shop.sandbox('DELETE', '/sandbox/account');
  await shop.clearFaults();
  await moveRequestsTo(new Date(Date.now() - 2 * day));
});

const moveRequestsTo = (moment: Date) =>
  shop.ledger.updateTable('refund_requests').set({ created_at: moment.toISOString() }).execute();
type Role = 'finance' | 'administrator';
/** Both sites accept the sessions of the first. */
const request = (path: string, role: Role, body?: object, { stack } = shop) =>
  requestAsStaff({ siteUrl: stack.siteUrl, token: shop.stack.token }, `/payments${path}`, { role, body });
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

test('the approval limit counts what one person requests in a day, however it is divided and wherever it is sent', async () => {
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

test('the approval limit also counts concurrent requests for a payment on two sites', async () => {
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
