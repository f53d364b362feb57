import { type BrowserContext, expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { openDatabase } from '#web/database/database.ts';
import type { Stack } from '../../support/stack.ts';
import { test as base } from '../site/site.ts';

let count = 0;

/** The running product, with a customer on its payment page. */
export class Counter {
  readonly stack: Stack;
  readonly #credentials: string;

  constructor(stack: Stack) {
    this.stack = stack;
    const { sandboxKeyId, sandboxKeySecret } = stack.secrets;
    this.#credentials = Buffer.from(`${sandboxKeyId}:${sandboxKeySecret}`).toString('base64');
  }

  async sandbox(method: string, path: string, body?: unknown) {
    const response = await fetch(`${this.stack.sandboxUrl}${path}`, {
      method,
      headers: { authorization: `Basic ${this.#credentials}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  faults(faults: Record<string, unknown>) {
    return this.sandbox('PUT', '/sandbox/faults', faults);
  }

  #ledger() {
    const { databaseUrl } = this.stack.settings;
    return openDatabase({ databaseUrl, folder: `${this.stack.dataDir}/payments` });
  }

  /** Backdates the orders for a bill, by milliseconds. */
  async age(billNumber: string, milliseconds: number) {
    const ledger = await this.#ledger();
    const created = new Date(Date.now() - milliseconds).toISOString();
    await sql`update orders set created_at = ${created} where bill_number = ${billNumber}`.execute(ledger);
    await ledger.destroy();
  }

  /** Returns the orders for a bill in the ledger, with their payments. */
  async recorded(billNumber: string) {
    const ledger = await this.#ledger();
    try {
      const orders = await ledger
        .selectFrom('orders')
        .select(['id', 'status', 'amount', 'customer_email'])
        .where('bill_number', '=', billNumber)
        .execute();
      const payments = await ledger
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .select(['payments.id', 'payments.status', 'payments.amount'])
        .where('bill_number', '=', billNumber)
        .execute();
      return { orders, payments };
    } finally {
      await ledger.destroy();
    }
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
    await expect(this.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  }

  async choose(method: string) {
    await this.dialog.getByRole('link', { name: new RegExp(`^${method}`) }).click();
  }

  /** Pays with the QR code that a desktop shows. */
  async payByUpi(end: 'pay' | 'decline' = 'pay') {
    await this.choose('UPI');
    await this.dialog.getByRole('button', { name: `Scan and ${end}` }).click();
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

  /** Expects a notice with exactly this title and description, and a form that can be used again. */
  async sees(title: string, description: string | RegExp) {
    await this.isNotified(title, description);
    await expect(this.submit).toBeEnabled();
  }

  async isNotified(title: string, description: string | RegExp) {
    const notice = this.page.getByRole('listitem').filter({ hasText: title });
    await expect(notice).toContainText(title);
    await expect(notice).toContainText(description);
  }

  seesSuccess() {
    return this.sees('Payment Successful!', /Payment ID: pay_[A-Za-z0-9]{14}/);
  }
}

type Fixtures = {
  counter: Counter;
  customer: Customer;
  /** Opens another window of the same browser at the same page. */
  visit(bill?: string, context?: BrowserContext): Promise<Customer>;
};

export const test = base.extend<Fixtures>({
  counter: async ({ stack }, use) => use(new Counter(stack)),
  visit: async ({ context, counter }, use) => {
    await counter.sandbox('DELETE', '/sandbox/faults');
    await use(async (bill = newBill(), where = context) => {
      const page = await where.newPage();
      await page.goto(`${counter.stack.siteUrl}/pay-online`);
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
