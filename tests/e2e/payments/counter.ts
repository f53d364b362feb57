import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { attachShop, type Shop } from '../../integration/payments/shop.ts';
import type { Stack } from '../../support/stack.ts';
import { test as base } from '../site/site.ts';

let count = 0;

/** The running product, with customers on its payment page. */
export class Counter {
  readonly stack: Stack;
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.stack = shop.stack;
    this.#shop = shop;
  }

  faults(faults: Record<string, unknown>) {
    return this.#shop.faults(faults);
  }

  /** Returns the orders for a bill in the ledger, with their payments. */
  async recorded(billNumber: string) {
    const orders = await this.#shop.ledger
      .selectFrom('orders')
      .select(['id', 'status', 'amount', 'customer_email'])
      .where('bill_number', '=', billNumber)
      .execute();
    const payments = await Promise.all(orders.map(({ id }) => this.#shop.paymentsOfOrder(id)));
    return { orders, payments: payments.flat() };
  }
}

export function newBill(): string {
  count += 1;
  return `WEB-${process.pid}-${Date.now().toString(36)}-${count}`;
}

/** One customer's window with the payment page. */
export class Customer {
  readonly page: Page;
  readonly bill: string;

  constructor(page: Page, bill: string) {
    this.page = page;
    this.bill = bill;
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Proceed to Payment' });
  }

  get dialog() {
    return this.page.frameLocator('iframe.razorpay-checkout-frame');
  }

  async fill(amount = '1499.50') {
    await this.page.getByLabel('Customer Name').fill('आशा Verma');
    await this.page.getByLabel('Mobile Number').fill('9876543210');
    await this.page.getByLabel('Bill Number').fill(this.bill);
    await this.page.getByLabel(/^Amount/).fill(amount);
  }

  async proceed() {
    await this.fill();
    await this.submit.click();
    await this.seesCheckout();
  }

  async seesCheckout() {
    await expect(this.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  }

  async choose(method: string) {
    await this.dialog.getByRole('link', { name: new RegExp(`^${method}`) }).click();
  }

  /** Pays with the QR code that a desktop shows. */
  async payByUpi() {
    await this.choose('UPI');
    await this.dialog.getByRole('button', { name: 'Scan and pay' }).click();
  }

  async payByCard(number: string, otp: string) {
    await this.choose('Card');
    await this.dialog.getByLabel('Card number').fill(number);
    await this.dialog.getByLabel(/^Expiry/).fill('12/39');
    await this.dialog.getByLabel('CVV').fill('123');
    await this.dialog.getByRole('button', { name: /^Pay / }).click();
    await this.dialog.getByLabel(/^One-time password/).fill(otp);
    await this.dialog.getByRole('button', { name: 'Verify' }).click();
  }

  async close() {
    await this.dialog.getByRole('button', { name: 'Close checkout' }).click();
  }

  /** Expects a notice with this title, and a form that can be used again. */
  async sees(title: string) {
    await this.isNotified(title);
    await expect(this.submit).toBeEnabled();
  }

  async isNotified(title: string) {
    await expect(this.page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  }

  seesSuccess() {
    return this.sees('Payment Successful!');
  }

  /** Checks a part of the page with axe. */
  async hasNoViolations(part: string) {
    const { violations } = await new AxeBuilder({ page: this.page }).include(part).analyze();
    expect(violations).toEqual([]);
  }

  /** Expects that the page needs no horizontal scrolling. */
  async fitsWindow() {
    const root = this.page.locator('html');
    expect(await root.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
}

/** Opens a payment link in a page. */
export async function openLink(page: Page, bill: { url: string; bill_number: string }) {
  await page.goto(bill.url);
  await page.mouse.move(10, 10);
  return new Customer(page, bill.bill_number);
}

type Fixtures = {
  counter: Counter;
  customer: Customer;
  /** Opens another window of the same browser at the same page. */
  visit(bill?: string, context?: BrowserContext): Promise<Customer>;
};

export const test = base.extend<Fixtures>({
  counter: async ({ stack }, use) => {
    const shop = await attachShop(stack);
    await shop.clearFaults();
    await use(new Counter(shop));
    await shop.close();
  },
  visit: async ({ context, counter: _faultsCleared }, use) => {
    await use(async (bill = newBill(), where = context) => {
      const page = await where.newPage();
      await page.goto('/pay-online');
      // The form is hydrated at the first interaction, or a little later by itself.
      await page.mouse.move(10, 10);
      return new Customer(page, bill);
    });
  },
  customer: async ({ visit }, use) => {
    await use(await visit());
  },
});

export { expect };
