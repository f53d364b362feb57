/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Payments } from '#web/payments/payments.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { newBill, openShop, type Shop } from './shop.ts';
import { settleWebhooks } from './storm.ts';

const dayInSeconds = 24 * 3600;
const indian = (moment: string) => Date.parse(`${moment}+05:30`) / 1000;

const env = { DATABASE_URL: await createRunDatabase() };
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));
const folder = temporaryFolder();
/** Another site's account, which no ledger knows. */
const account = await closeAfterwards(openShop({}, ['sandbox']));

const settle = (body: object = {}) => shop.sandbox('POST', '/sandbox/settlements', body);
const findActionItems = async (subject: string) =>
  (await shop.readActionItems()).filter((item) => item.subject === subject);
const readLines = async (id: string): Promise<{ subject: string; amount: number }[]> =>
  (await shop.readAsStaff(`/settlements/${id}`)).lines;
const addUp = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

async function paid(amount = 1000) {
  const { json: order } = await shop.create(newBill({ amount }));
  const { razorpay_payment_id } = await shop.pay(order.orderId);
  // The webhook records the payment after the response to the customer.
  await settleWebhooks(shop);
  return { orderId: String(order.orderId), paymentId: razorpay_payment_id };
}
async function paidAt(created_at: number, count: number) {
  for (let index = 0; index < count; index += 1) {
    const body = { amount: 100_000 + index, currency: 'INR', capture: 'automatic', created_at };
    const { id } = await account.sandbox('POST', '/sandbox/orders', body);
    await account.sandbox('POST', '/sandbox/payments', { order_id: id, created_at });
  }
}
/** A separate ledger built from the gateway's lists. */
const rebuilt = async (of: Shop, work: (payments: Payments) => Promise<void>) =>
  of.withPayments(work, {
    DATA_DIR: path.join(folder, randomUUID()),
    DATABASE_URL: await createRunDatabase(),
  });

test.each([
  ['the next month', '2025-10-31T23:59:58', '2025-11-01T00:00:02'],
  ['the day before', '2025-06-01T00:00:01', '2025-05-31T23:59:58'],
  ['the next year', '2024-12-31T23:59:59', '2025-01-01T00:00:00'],
])('settlements have their lines, including those dated on a day of %s', async (_, made, dated) => {
  await paidAt(indian(made) - dayInSeconds, 11);
  const created_at = indian(made);
  const odd = { created_at, settled_at: indian(dated) };
  const { id, amount } = await account.sandbox('POST', '/sandbox/settlements', odd);
  await rebuilt(account, async (payments) => {
    await sweep(
      { ...payments, now: () => (created_at + 2 * dayInSeconds) * 1000 },
      'long',
      created_at * 1000,
    );
    const entries = payments.db.selectFrom('entries').selectAll().where('settlement_id', '=', id);
    const lines = await entries.where('kind', '=', 'settled').execute();
    expect([lines.length, addUp(lines)]).toEqual([11, amount]);
    expect(new Set(lines.map(({ at }) => Date.parse(at) / 1000))).toEqual(new Set([indian(dated)]));
  });
});

test('settlements that failed pay nothing out; a repeated payout has its lines there, and once', async () => {
  const { paymentId, orderId } = await paid();
  await shop.sandbox('POST', `/v1/payments/${paymentId}/refund`, { amount: 20_000 });
  const first = await settle();
  await shop.sweep();
  expect(addUp(await readLines(first.id))).toBe(first.amount);
  await shop.sandbox('POST', `/sandbox/settlements/${first.id}`, { status: 'failed' });
  await shop.sweep();
  expect(addUp(await readLines(first.id))).toBe(0);
  expect(await findActionItems(first.id)).toMatchObject([
    { kind: 'settlement-failed', amount: first.amount },
  ]);
  expect(await differences(shop, await readSandboxState(shop))).toEqual([]);

  const second = await settle();
  expect(second.amount).toBe(first.amount);
  for (let round = 0; round < 2; round += 1) await shop.sweep();
  const subjects = (await readLines(second.id)).map(({ subject }) => subject);
  expect(subjects).toContain(paymentId);
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(addUp(await readLines(second.id))).toBe(second.amount);
  expect(await findActionItems(first.id)).toEqual([]);
  const truth = await readSandboxState(shop);
  expect(await differences(shop, truth)).toEqual([]);
  // A late message from before.
  const late = { event: 'settlement.processed', payload: { settlement: { entity: first } } };
  expect((await shop.webhook(late)).status).toBe(200);
  const { settlements } = await shop.readAsStaff('/settlements');
  const stateOf = (id: string) => settlements.find((one: { id: string }) => one.id === id)?.status;
  expect([stateOf(first.id), stateOf(second.id)]).toEqual(['failed', 'processed']);
  const { settlements: ofOrder } = await shop.readAsStaff(`/${orderId}`);
  expect(addUp(ofOrder)).toBe(100_000 - 2360 - 20_000);
  await rebuilt(shop, async (payments) => {
    await sweep(payments, 'long', undefined);
    expect(await differences({ ...shop, ledger: payments.db }, truth)).toEqual([]);
  });
});

test('settlements whose lines do not add up become an action item', async () => {
  await paid();
  const { id, amount } = await settle({ differs_by: -50_000 });
  await shop.sweep();
  expect(addUp(await readLines(id))).toBe(amount + 50_000);
  expect(await findActionItems(id)).toMatchObject([{ kind: 'settlement-differs', amount: -50_000 }]);
  expect((await shop.readAsStaff(`/settlements/${id}`)).settlement).toMatchObject({
    amount,
    status: 'processed',
  });
  await paid();
  const right = await settle();
  await shop.sweep();
  expect(await findActionItems(right.id)).toEqual([]);
  // Of ₹1,000 each: the gateway's fee is shown next to the payout.
  const { settlements } = await shop.readAsStaff('/settlements');
  expect(settlements.find((one: { id: string }) => one.id === right.id)).toMatchObject({
    ...{ amount: 97_640, lines_amount: 97_640, payment_fees: 2360, payment_tax: 360 },
    ...{ status: 'processed', utr: right.utr },
  });
});

test('settlements that are missing become action items: overdue payments, held ones and delayed transfers', async () => {
  const [late, held] = [await paid(), await paid()];
  await shop.ledger
    .updateTable('payments')
    .set({ captured_at: new Date(Date.now() - 8 * dayInSeconds * 1000).toISOString() })
    .where('id', '=', late.paymentId)
    .execute();
  await shop.sweep();
  expect(await findActionItems(late.paymentId)).toMatchObject([
    { kind: 'unsettled', order_id: late.orderId },
  ]);
  const waiting = await settle({ hold: [held.paymentId], status: 'created' });
  await shop.sweep();
  expect(await findActionItems(held.paymentId)).toMatchObject([{ kind: 'held' }]);
  expect(await findActionItems(late.paymentId)).toEqual([]);
  await shop.ledger
    .updateTable('settlements')
    .set({ created_at: new Date(Date.now() - 3 * dayInSeconds * 1000).toISOString() })
    .where('id', '=', waiting.id)
    .execute();
  expect(await findActionItems(waiting.id)).toMatchObject([{ kind: 'settlement-held' }]);
});

test('settlements are not disturbed by lines that are held back', async () => {
  await paid();
  await settle();
  const held = { entity_id: 'pay_AAAAAAAAAAAAAA', type: 'payment', credit: 500, debit: 0, on_hold: true };
  const line = { ...held, settled: false, settlement_id: null, created_at: Math.floor(Date.now() / 1000) };
  await shop.faults({
    calls: [{ call: 'GET /v1/settlements/recon', times: 1, alter: { items: [line] } }],
  });
  await rebuilt(shop, async (payments) => {
    const found = await sweep(payments, 'long', undefined);
    expect(found.unreadable).toBe(0);
    const entries = await payments.db.selectFrom('entries').select('subject').execute();
    expect(entries.map(({ subject }) => subject)).not.toContain(held.entity_id);
  });
  await shop.clearFaults();
});
