import type { Page } from '@playwright/test';
import { addDays, dayInIndia, firstOfMonth, startOfDay } from '#web/contracts/india.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { gatewayOrder, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import { openShop, type Shop } from '../../integration/payments/shop.ts';
import { expect, signIn, test as studio, visit } from '../studio/studio.ts';

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
  async paid(...change: Parameters<Shop['payBill']>) {
    const { bill, ...paid } = await this.shop.payBill(...change);
    return { ...paid, billNumber: String(bill.billNumber) };
  }

  /** Adds unexplained money, and a payment of the month before this one, which can be closed. */
  async leaveWork(subject: string) {
    const { ledger } = this.shop;
    const stray = { kind: 'unexplained', subject, amount: 1_000_000, currency: 'INR' } as const;
    await addEntries(ledger, [{ ...stray, payment_id: subject }], 'webhook', Date.now());
    const earlier = startOfDay(firstOfMonth(Date.now())) - 86_400_000;
    const bill = { ...paidBill, billNumber: subject };
    const { id } = await insertOrder(ledger, gatewayOrder(), bill, { now: earlier });
    await recordPayment(ledger, payment(id, { created_at: earlier / 1000 }), 'webhook', earlier);
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
