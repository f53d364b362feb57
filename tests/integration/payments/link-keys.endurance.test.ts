/** @module-tag protect */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { insertBills } from '#web/payments/ledger/bills.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openShop, type Shop } from './shop.ts';

const statuses = (shop: Shop, links: string[]) =>
  Promise.all(links.map(async (link) => (await shop.post('bill-status', { link })).status));

const folder = temporaryFolder();
const place = { DATABASE_URL: await createRunDatabase() };

test('payment links that were sent keep working after two key rotations', async () => {
  const atSite = async (secrets: [string, string?], action: (shop: Shop) => Promise<void>) => {
    const [RAZORPAY_KEY_SECRET, previous] = secrets;
    const keys = {
      RAZORPAY_KEY_ID: 'rzp_test_AAAAAAAAAAAAAA',
      RAZORPAY_KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: 'w',
      ...(previous ? { RAZORPAY_KEY_SECRET_PREVIOUS: previous } : {}),
    };
    const shop = await openShop({ DATA_DIR: folder, ...place, ...keys }, ['site']);
    try {
      await action(shop);
    } finally {
      await shop.close();
    }
  };
  const db = await openDatabase({ folder: path.join(folder, 'payments'), databaseUrl: place.DATABASE_URL });
  const bill = {
    customer_name: null,
    customer_phone: null,
    customer_email: null,
    due_on: null,
    note: null,
  };
  const made = { actor: 'Meera', days: 365, now: Date.now() };
  await insertBills(db, [{ ...bill, bill_number: 'NEW-1', amount: 100_000 }], made);
  const { id, link_token } = await db.selectFrom('bills').selectAll().executeTakeFirstOrThrow();
  expect(link_token).toMatch(/^[\w-]{38}$/);
  expect(link_token).not.toContain(id);
  await db.destroy();
  const eachWorks = async (shop: Shop) => {
    expect(await statuses(shop, [link_token ?? ''])).toEqual([200]);
    expect(await statuses(shop, [randomBytes(28).toString('base64url')])).toEqual([404]);
  };
  await atSite(['key 1', 'key 0'], eachWorks);
  await atSite(['key 2', 'key 1'], eachWorks);
  await atSite(['key 3'], eachWorks);
});

test('guessing payment links is limited per address, and then costs the ledger nothing', async () => {
  const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', TRUST_PROXY: 'false' });
  try {
    const guess = () => randomBytes(28).toString('base64url');
    const body = { amount: 1, billNumber: 'A', customerName: 'Asha', customerPhone: '9876543210' };
    const seen = new Set<number>();
    for (let index = 0; index < 130; index += 1)
      seen.add((await shop.post('create-razorpay-order', { ...body, link: guess() })).status);
    expect([...seen]).toEqual([404, 429]);
    expect((await shop.post('bill-status', { link: guess() })).status).toBe(429);
  } finally {
    await shop.close();
  }
});
