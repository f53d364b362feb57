/** @module-tag protect */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import type { ActionItem } from '#web/payments/back-office/today.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { bill, gatewayOrder, id, payment } from './samples.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';
import { settleWebhooks, sweepLater } from './storm.ts';

const day = 24 * 3600;
const indian = (moment: string) => Date.parse(`${moment}+05:30`) / 1000;

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

describe.each(databases)('settlements on %s', (kind) => {
  let shop: Shop;
  /** Another site's account, which no ledger knows. */
  let account: Shop;
  let databaseUrl: string | undefined;
  beforeAll(async () => {
    databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    shop = await openShop(databaseUrl ? { DATABASE_URL: databaseUrl } : {}, ['lake', 'sandbox', 'site']);
    account = await openShop({}, ['sandbox']);
  });
  afterAll(async () => {
    await shop.close();
    await account.close();
  });

  const settle = (body: object = {}) => shop.sandbox('POST', '/sandbox/settlements', body);
  const sweepNow = () => sweepLater({ ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl }, 0);
  const read = async (where: string) => {
    const headers = { authorization: `Bearer ${shop.stack.token('finance')}` };
    return (await fetch(`${shop.stack.siteUrl}/api/payments${where}`, { headers })).json();
  };
  const actionItemsOf = async (subject: string): Promise<ActionItem[]> =>
    (await read('/today')).actionItems.filter((item: ActionItem) => item.subject === subject);
  const linesOf = async (id: string): Promise<{ subject: string; amount: number }[]> =>
    (await read(`/settlements/${id}`)).lines;
  const sumOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

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
  async function rebuilt(of: Shop, work: (payments: Payments) => Promise<void>) {
    const folder = mkdtempSync(path.join(tmpdir(), 'rebuilt-'));
    const DATABASE_URL = databaseUrl ? await postgres.createDatabase() : undefined;
    const place = { ...paymentEnvironmentOf(of.stack), DATA_DIR: folder, DATABASE_URL };
    const payments = await openPayments(paymentSettings(readSettings(place)));
    try {
      await work(payments);
    } finally {
      await payments.db.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test.each([
    ['the next month', '2025-10-31T23:59:58', '2025-11-01T00:00:02'],
    ['the day before', '2025-06-01T00:00:01', '2025-05-31T23:59:58'],
    ['the next year', '2024-12-31T23:59:59', '2025-01-01T00:00:00'],
  ])('have their lines, including those dated on a day of %s', async (_, made, dated) => {
    await paidAt(indian(made) - day, 11);
    const created_at = indian(made);
    const odd = { created_at, settled_at: indian(dated) };
    const { id, amount } = await account.sandbox('POST', '/sandbox/settlements', odd);
    await rebuilt(account, async (payments) => {
      await sweep({ ...payments, now: () => (created_at + 2 * day) * 1000 }, 'long', created_at);
      const entries = payments.db.selectFrom('entries').selectAll().where('settlement_id', '=', id);
      const lines = await entries.where('kind', '=', 'settled').execute();
      expect([lines.length, sumOf(lines)]).toEqual([11, amount]);
      expect(new Set(lines.map(({ at }) => Date.parse(at) / 1000))).toEqual(new Set([indian(dated)]));
    });
  });

  test('that failed pay nothing out; a repeated payout has its lines there, and once', async () => {
    const { paymentId, orderId } = await paid();
    await shop.sandbox('POST', `/v1/payments/${paymentId}/refund`, { amount: 20_000 });
    const first = await settle();
    await sweepNow();
    expect(sumOf(await linesOf(first.id))).toBe(first.amount);
    await shop.sandbox('POST', `/sandbox/settlements/${first.id}`, { status: 'failed' });
    await sweepNow();
    expect(sumOf(await linesOf(first.id))).toBe(0);
    expect(await actionItemsOf(first.id)).toMatchObject([
      { kind: 'settlement-failed', amount: first.amount },
    ]);
    expect(await differences(shop, await readSandboxState(shop))).toEqual([]);

    const second = await settle();
    expect(second.amount).toBe(first.amount);
    for (let round = 0; round < 2; round += 1) await sweepNow();
    const subjects = (await linesOf(second.id)).map(({ subject }) => subject);
    expect(subjects).toContain(paymentId);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(sumOf(await linesOf(second.id))).toBe(second.amount);
    expect(await actionItemsOf(first.id)).toEqual([]);
    const truth = await readSandboxState(shop);
    expect(await differences(shop, truth)).toEqual([]);
    // A late message from before.
    const late = { event: 'settlement.processed', payload: { settlement: { entity: first } } };
    expect((await shop.webhook(late)).status).toBe(200);
    const { settlements } = await read('/settlements');
    const stateOf = (id: string) => settlements.find((one: { id: string }) => one.id === id)?.status;
    expect([stateOf(first.id), stateOf(second.id)]).toEqual(['failed', 'processed']);
    const { settlements: ofOrder } = await read(`/${orderId}`);
    expect(sumOf(ofOrder)).toBe(100_000 - 2360 - 20_000);
    await rebuilt(shop, async (payments) => {
      await sweep(payments, 'long', undefined);
      expect(await differences({ ...shop, ledger: payments.db }, truth)).toEqual([]);
    });
  });

  test('whose lines do not add up become an action item', async () => {
    await paid();
    const { id, amount } = await settle({ differs_by: -50_000 });
    await sweepNow();
    expect(sumOf(await linesOf(id))).toBe(amount + 50_000);
    expect(await actionItemsOf(id)).toMatchObject([{ kind: 'settlement-differs', amount: -50_000 }]);
    expect((await read(`/settlements/${id}`)).settlement).toMatchObject({ amount, status: 'processed' });
    await paid();
    const right = await settle();
    await sweepNow();
    expect(await actionItemsOf(right.id)).toEqual([]);
    // Of ₹1,000 each: the gateway's fee is shown next to the payout.
    const { settlements } = await read('/settlements');
    expect(settlements.find((one: { id: string }) => one.id === right.id)).toMatchObject({
      ...{ amount: 97_640, lines_amount: 97_640, payment_fees: 2360, payment_tax: 360 },
      ...{ status: 'processed', utr: right.utr },
    });
  });

  test('that are missing become action items: overdue payments, held ones and delayed transfers', async () => {
    const [late, held] = [await paid(), await paid()];
    await shop.ledger
      .updateTable('payments')
      .set({ captured_at: new Date(Date.now() - 8 * day * 1000).toISOString() })
      .where('id', '=', late.paymentId)
      .execute();
    await sweepNow();
    expect(await actionItemsOf(late.paymentId)).toMatchObject([
      { kind: 'unsettled', order_id: late.orderId },
    ]);
    const waiting = await settle({ hold: [held.paymentId], status: 'created' });
    await sweepNow();
    expect(await actionItemsOf(held.paymentId)).toMatchObject([{ kind: 'held' }]);
    expect(await actionItemsOf(late.paymentId)).toEqual([]);
    await shop.ledger
      .updateTable('settlements')
      .set({ created_at: new Date(Date.now() - 3 * day * 1000).toISOString() })
      .where('id', '=', waiting.id)
      .execute();
    expect(await actionItemsOf(waiting.id)).toMatchObject([{ kind: 'settlement-held' }]);
  });

  test('are not disturbed by lines that are held back', async () => {
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

  test('action items are listed in full, or with the number of those left out', async () => {
    const twice = { ...bill, billNumber: `TWICE-${kind}` };
    const order = await insertOrder(shop.ledger, gatewayOrder(), twice, { now: Date.now() });
    await recordPayment(shop.ledger, payment(order.id), 'webhook', Date.now());
    const [first] = await shop.paymentsOfOrder(order.id);
    const again = Array.from({ length: 130 }, () => ({ order: gatewayOrder().id, payment: id('pay') }));
    await shop.ledger
      .insertInto('orders')
      .values(again.map((one) => ({ ...order, status: 'paid', id: one.order, receipt_token: one.order })))
      .execute();
    await shop.ledger
      .insertInto('payments')
      .values(again.flatMap((one) => (first ? [{ ...first, id: one.payment, order_id: one.order }] : [])))
      .execute();
    const today = await read('/today');
    expect(today.actionItems.filter((item: ActionItem) => item.kind === 'second')).toHaveLength(130);
    expect(today.more).toBe(0);
    const at = new Date().toISOString();
    const odd = Array.from({ length: 600 }, (_, index) => ({
      ...({ kind: 'unexplained', subject: `odd-${index}`, amount: 100, currency: 'INR' } as const),
      ...{ at, recorded_at: at, source: 'webhook' },
    }));
    await shop.ledger.insertInto('entries').values(odd).execute();
    const full = await read('/today');
    expect(full.actionItems.length + full.more).toBe(today.actionItems.length + 600);
    expect(full.more).toBeGreaterThan(0);
    expect((await read('?state=surplus')).next).toBeTruthy();
  });
});
