/** @module-tag protect */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { readToday } from '#web/payments/back-office/today.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { openPayments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { sweep } from '#web/payments/sync/sweep.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';
import { sweepLater } from './storm.ts';

const day = 24 * 3_600_000;

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

/** Customers who pay and leave, and Razorpay's later events, while no webhook arrives. */
async function unheard(shop: Shop): Promise<void> {
  await shop.faults({ webhooks: { lose: 1 } });
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { json: order } = await shop.create(newBill({ amount: 1000 + index, customerName: 'आशा Verma' }));
    ids.push((await shop.pay(order.orderId)).razorpay_payment_id);
  }
  const [refunded, part, failed, lost, won] = ids;
  await shop.sandbox('POST', `/v1/payments/${refunded}/refund`, {});
  await shop.sandbox('POST', `/v1/payments/${part}/refund`, { amount: 777 });
  const back = await shop.sandbox('POST', '/sandbox/refunds', {
    payment_id: failed,
    amount: 100,
    status: 'pending',
  });
  await shop.sandbox('POST', `/sandbox/refunds/${back.id}`, { status: 'failed' });
  for (const [payment_id, status] of [
    [lost, 'lost'],
    [won, 'won'],
  ]) {
    const { id } = await shop.sandbox('POST', '/sandbox/disputes', { payment_id, amount: 500 });
    await shop.sandbox('POST', `/sandbox/disputes/${id}`, { status });
  }
  await shop.sandbox('POST', '/sandbox/settlements', {});
  await shop.clearFaults();
}

async function actionItemsLater(
  environment: Record<string, string | undefined>,
  later: number,
): Promise<string[]> {
  const payments = await openPayments(paymentSettings(readSettings(environment)));
  const { actionItems } = await readToday({ ...payments, now: () => Date.now() + later });
  await payments.db.destroy();
  return actionItems.map(({ kind }) => kind);
}

describe.each(databases)('a ledger on %s', (kind) => {
  test('without webhooks for 30 days is repaired by the sweep, and the back office lists what happened', async () => {
    const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const shop = await openShop(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
    try {
      const place = { ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl };
      await unheard(shop);
      await shop.stack.kill('site');
      const truth = await readSandboxState(shop);
      expect(await differences(shop, truth)).not.toEqual([]);
      await sweepLater(place, 30 * day);
      expect(await differences(shop, truth)).toEqual([]);
      const actionItems = await actionItemsLater(place, 30 * day + 3_600_000);
      expect(actionItems).toEqual(expect.arrayContaining(['webhooks-silent', 'refund-failed']));
      // A second run adds nothing.
      await sweepLater(place, 31 * day);
      expect(await differences(shop, truth)).toEqual([]);
    } finally {
      await shop.close();
    }
  });

  test('is not blocked by entities of another site of the account', async () => {
    const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const shop = await openShop({
      RAZORPAY_SANDBOX_WEBHOOK_URL: '',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    try {
      const foreign = await shop.sandbox('POST', '/sandbox/orders', {
        amount: 77_700,
        currency: 'INR',
        capture: 'automatic',
      });
      const { razorpay_payment_id: id } = await shop.pay(foreign.id);
      const refund = await shop.sandbox('POST', `/v1/payments/${id}/refund`, { amount: 100 });
      const { order, paid } = await shop.paidBill();
      await shop.stack.kill('site');
      await shop.faults({ calls: [{ call: `GET /v1/orders/${foreign.id}`, status: 400 }] });
      const place = { ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl };
      for (let round = 0; round < 2; round += 1) await sweepLater(place);
      expect(await shop.paymentsOfOrder(order.orderId)).toMatchObject([{ id: paid.razorpay_payment_id }]);
      const odd = await shop.ledger
        .selectFrom('entries')
        .select(['subject', 'amount', 'detail'])
        .where('kind', '=', 'unexplained')
        .orderBy('id')
        .execute();
      expect(odd).toEqual([
        { subject: id, amount: 77_700, detail: 'unknown order' },
        { subject: refund.id, amount: 100, detail: 'refund of an unknown payment' },
      ]);
    } finally {
      await shop.close();
    }
  });

  test('whose file was lost is restored despite a temporary refusal, and staff are notified', async () => {
    const account = await openShop({}, ['sandbox']);
    const folder = mkdtempSync(path.join(tmpdir(), 'gone-'));
    const DATABASE_URL = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const place = { ...paymentEnvironmentOf(account.stack), DATA_DIR: folder, DATABASE_URL };
    const payments = await openPayments(paymentSettings(readSettings(place)));
    try {
      const seconds = Math.floor(Date.now() / 1000);
      const notes = { bill: 'INV-7', customer: 'आशा Verma', phone: '9876543210' };
      const paidOn = async (days: number, receipt: string) => {
        const created_at = seconds - days * 86_400;
        const { id: order_id } = await account.sandbox('POST', '/sandbox/orders', {
          ...{ amount: 3900_00, currency: 'INR', capture: 'automatic', receipt, notes, created_at },
        });
        return account.sandbox('POST', '/sandbox/payments', { order_id, created_at });
      };
      const old = [await paidOn(40, 'web-20260101-aaaaaaaaaa'), await paidOn(10, 'web-20260101-bbbbbbbbbb')];
      // Belongs to another site of the account.
      await paidOn(40, 'shop-7');
      await sweep(payments, 'long', undefined);
      const ids = async () =>
        (await payments.db.selectFrom('payments').select('id').execute()).map(({ id }) => id);
      expect((await ids()).sort()).toEqual(old.map((one) => one.razorpay_payment_id).sort());
      const { actionItems } = await readToday(payments);
      expect(actionItems).toContainEqual(
        expect.objectContaining({ kind: 'ledger-restored', subject: '2 orders' }),
      );

      const { razorpay_payment_id: late } = await paidOn(0, 'web-20260101-cccccccccc');
      await account.faults({ calls: [{ call: 'GET /v1/orders/', times: 1, status: 404 }] });
      let now = Date.now();
      const moving = { ...payments, now: () => now };
      for (const minutes of [0, 5, 11]) {
        now += minutes * 60_000;
        await sweep(moving, 'short', seconds);
      }
      expect(await ids()).toContain(late);
    } finally {
      await payments.db.destroy();
      rmSync(folder, { recursive: true, force: true });
      await account.close();
    }
  });

  test('that was restored from yesterday’s backup is repaired by the sweep', async () => {
    const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const shop = await openShop(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
    let restored: Shop | undefined;
    try {
      const { bill, order, paid } = await shop.paidBill();
      expect((await shop.verify(bill, paid)).status).toBe(200);
      const place = { ...paymentEnvironmentOf(shop.stack), ...(await backUp(shop, databaseUrl)) };
      const late = await shop.paidBill();
      expect((await shop.verify(late.bill, late.paid)).status).toBe(200);
      await unheard(shop);
      await shop.stack.kill('site');

      restored = await openShop(place, ['site']);
      const truth = await readSandboxState(shop);
      expect(await differences(restored, truth)).not.toEqual([]);
      await sweepLater(place);
      expect(await differences(restored, truth)).toEqual([]);
      // Receipts of the lost day work again, with the original bill.
      for (const { receipt } of [order, late.order]) {
        const page = await fetch(`${restored.stack.siteUrl}/pay-online/receipt/${receipt}`);
        expect([page.status, (await page.text()).includes('Paid in test mode.')]).toEqual([200, true]);
      }
      const found = await findOrder(restored.ledger, late.order.orderId);
      expect(found).toMatchObject({ bill_number: late.bill.billNumber, customer_name: 'Asha Verma' });
    } finally {
      await restored?.close();
      await shop.close();
    }
  });
});

/** Copies the ledger as a backup does; resolves to the settings of a site that runs on the copy. */
async function backUp(shop: Shop, databaseUrl: string | undefined): Promise<Record<string, string>> {
  if (databaseUrl) return { DATABASE_URL: await postgres.copyDatabase(databaseUrl) };
  const folder = path.join(shop.stack.dataDir, 'restored', 'payments');
  mkdirSync(folder, { recursive: true });
  await sql`vacuum into ${sql.lit(path.join(folder, 'payments.sqlite'))}`.execute(shop.ledger);
  return { DATA_DIR: path.dirname(folder) };
}
