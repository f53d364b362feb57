/** @module-tag protect */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { insertBills } from '#web/payments/ledger/bills.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { openShop, type Shop } from './shop.ts';

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

/** A token as in links sent before tokens were stored. */
const signed = (billId: string, secret: string) =>
  `${billId}${createHmac('sha256', secret).update(`pay link of ${billId}`).digest('base64url').slice(0, 22)}`;

const statuses = (shop: Shop, links: string[]) =>
  Promise.all(links.map(async (link) => (await shop.post('bill-status', { link })).status));

describe.each(databases)('payment links on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'links-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('already sent keep working after two key rotations, including those from before tokens were stored', async () => {
    const place: Record<string, string> =
      kind === 'PostgreSQL' ? { DATABASE_URL: await postgres.createDatabase() } : {};
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
    const numbers = ['OLD', 'NEW'].map((name) => `${name}-${kind}`);
    await insertBills(
      db,
      numbers.map((bill_number) => ({ ...bill, bill_number, amount: 100_000 })),
      made,
    );
    const [older, newer] = await db.selectFrom('bills').selectAll().orderBy('bill_number', 'desc').execute();
    const storedToken = newer?.link_token ?? '';
    expect(storedToken).toMatch(/^[\w-]{38}$/);
    expect(storedToken).not.toContain(newer?.id);
    await db
      .updateTable('bills')
      .set({ link_token: null })
      .where('id', '=', older?.id ?? '')
      .execute();
    await db.destroy();
    const sent = [signed(older?.id ?? '', 'key 0'), signed(older?.id ?? '', 'key 1'), storedToken];
    const unknown = [
      signed(older?.id ?? '', 'key 7'),
      signed(newer?.id ?? '', 'key 1'),
      randomBytes(28).toString('base64url'),
    ];
    const eachWorks = async (shop: Shop) => {
      expect(await statuses(shop, sent)).toEqual([200, 200, 200]);
      expect(await statuses(shop, unknown)).toEqual([404, 404, 404]);
    };
    await atSite(['key 1', 'key 0'], eachWorks);
    await atSite(['key 2', 'key 1'], eachWorks);
    await atSite(['key 3'], async (shop) => {
      await eachWorks(shop);
      // Created by the previous release during the switch; stored before the key is removed.
      await insertBills(shop.ledger, [{ ...bill, bill_number: 'LATE', amount: 100_000 }], made);
      const late = shop.ledger
        .updateTable('bills')
        .set({ link_token: null })
        .where('bill_number', '=', 'LATE');
      const { id } = await late.returning('id').executeTakeFirstOrThrow();
      const dueNow = shop.ledger.updateTable('jobs').set({ ran_at: null }).where('name', '=', 'pay links');
      await dueNow.execute();
      await expect.poll(() => statuses(shop, [signed(id, 'key 3')])).toEqual([200]);
    });
  });
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
