/** @module-tag protect */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readToday } from '#web/payments/back-office/today.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { copyRunDatabase, createRunDatabase } from '../../support/run-database.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

const day = 24 * 3_600_000;

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

test('a ledger without webhooks for 30 days is repaired by the sweep, and the back office lists what happened', async () => {
  const shop = await openShop({ DATABASE_URL: await createRunDatabase() });
  try {
    await unheard(shop);
    await shop.stack.kill('site');
    const truth = await readSandboxState(shop);
    expect(await differences(shop, truth)).not.toEqual([]);
    await shop.sweep(30 * day);
    expect(await differences(shop, truth)).toEqual([]);
    const now = () => Date.now() + 30 * day + 3_600_000;
    const { actionItems } = await shop.withPayments((payments) => readToday({ ...payments, now }));
    expect(actionItems.map(({ kind }) => kind)).toContain('refund-failed');
    // A second run adds nothing.
    await shop.sweep(31 * day);
    expect(await differences(shop, truth)).toEqual([]);
  } finally {
    await shop.close();
  }
});

test('a ledger is not blocked by entities of another site of the account', async () => {
  const env = { RAZORPAY_SANDBOX_WEBHOOK_URL: '', DATABASE_URL: await createRunDatabase() };
  const shop = await openShop(env);
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
    for (let round = 0; round < 2; round += 1) await shop.sweep(20 * 60_000);
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

test('a ledger that was restored from yesterday’s backup is repaired by the sweep', async () => {
  const databaseUrl = await createRunDatabase();
  const shop = await openShop({ DATABASE_URL: databaseUrl });
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
    await restored.sweep(20 * 60_000);
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

/** Copies the ledger as a backup does; resolves to the settings of a site that runs on the copy. */
async function backUp(shop: Shop, databaseUrl: string): Promise<Record<string, string>> {
  if (databaseUrl) return { DATABASE_URL: await copyRunDatabase(databaseUrl) };
  const folder = path.join(shop.stack.dataDir, 'restored', 'payments');
  mkdirSync(folder, { recursive: true });
  await sql`vacuum into ${sql.lit(path.join(folder, 'payments.sqlite'))}`.execute(shop.ledger);
  return { DATA_DIR: path.dirname(folder) };
}
