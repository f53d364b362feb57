import type { Page } from '@playwright/test';
import { addDays, dayInIndia } from '#web/contracts/india.ts';
import { newBill, openShop, type Shop } from '../../integration/payments/shop.ts';
import { seedDocuments } from '../../support/seed-content.ts';
import { expect, signIn, test as studio, visit } from '../studio/studio.ts';

type Change = Parameters<typeof newBill>[0] & { vpa?: string };

/** The month before this one in India, for example "October 2026": the first that can be closed. */
export const lastMonth = new Date(addDays(`${dayInIndia(Date.now()).slice(0, 7)}-01`, -1)).toLocaleDateString(
  'en-IN',
  { month: 'long', year: 'numeric', timeZone: 'UTC' },
);

/** The running product, with finance using the back office. */
class BackOffice {
  readonly shop: Shop;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  /** Creates a bill and pays it, as the ledger knows it. */
  async paid({ vpa, ...change }: Change = {}) {
    const bill = newBill(change);
    const { json: order } = await this.shop.create(bill);
    const body = { order_id: order.orderId, ...(vpa ? { vpa } : {}) };
    const report = await this.shop.sandbox('POST', '/sandbox/payments', body);
    expect((await this.shop.verify(bill, report)).status).toBe(200);
    const orderId: string = order.orderId;
    const paymentId: string = report.razorpay_payment_id;
    return { billNumber: String(bill.billNumber), orderId, paymentId };
  }

  /** Publishes the seed's refund policy. Returns a client that can change it. */
  async publishPolicy() {
    const policy = seedDocuments().find(({ _id }) => _id === 'policy-refund-policy');
    const content = this.shop.stack.client('administrator');
    if (policy) await content.createOrReplace(policy);
    return content;
  }

  /** Opens the Studio as a role. Finance sees only payments. */
  signIn(page: Page, role = 'Finance') {
    return signIn(page, this.shop.stack, role);
  }

  async open(page: Page, path: string) {
    await visit(page, `${this.shop.stack.siteUrl}/studio/payments/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Runs the sweep now, as the next start does if none ran for a long time. */
  async sweep() {
    await this.shop.ledger.updateTable('jobs').set({ ran_at: null, claimed_until: null }).execute();
    await this.shop.stack.kill('site');
    await this.shop.stack.start('site');
  }
}

export const test = studio.extend<object, { backOffice: BackOffice }>({
  backOffice: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const shop = await openShop({ PAYMENT_REFUND_APPROVAL_ABOVE: '1000' }, ['lake', 'sandbox', 'site']);
      await use(new BackOffice(shop));
      await shop.close();
    },
    { scope: 'worker' },
  ],
  stack: [({ backOffice }, use) => use(backOffice.shop.stack), { scope: 'worker' }],
  storageState: { cookies: [], origins: [] },
});

export { expect };
