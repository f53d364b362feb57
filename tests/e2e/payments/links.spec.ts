import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { sql } from 'kysely';
import { openDatabase } from '#web/database/database.ts';
import { make, postBill } from './bills.ts';
import { Customer, expect, newBill, test } from './counter.ts';

/** A customer who has opened a payment link and entered name and number. */
async function opened(page: Page, bill: { url: string; bill_number: string }) {
  await page.goto(bill.url);
  await page.mouse.move(10, 10);
  return new Customer(page, bill.bill_number);
}
/** Pays with a different name from the one staff entered. */
async function introduce(customer: Customer) {
  await customer.page.getByLabel('Someone else is paying').check();
  await customer.page.getByLabel('Customer Name').fill('Ravi Kumar');
  await customer.page.getByLabel('Mobile Number').fill('9000000007');
}

test('a bill is paid with its link in two parts, and then shows that it is paid', async ({
  page,
  counter,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bill = await make(counter.stack);
  const customer = await opened(page, bill);
  await expect(page.getByRole('heading', { name: `Bill ${bill.bill_number}` })).toBeVisible();
  await expect(page.getByText('A••• V•••')).toBeVisible();
  await expect(page.getByText('31 March 2026')).toBeVisible();
  await expect(page.getByText('Verma')).toHaveCount(0);
  const [number, amount] = [page.getByLabel('Bill Number'), page.getByLabel(/^Amount/)];
  await expect(number).toHaveValue(bill.bill_number);
  await expect(amount).toHaveValue('1000.00');
  for (const field of [number, amount]) await expect(field).toHaveAttribute('readonly');
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  expect(await page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);

  // Name and number need not be typed again, and the page does not reveal them.
  await expect(page.getByLabel('Customer Name')).toHaveValue('A••• V•••');
  await expect(page.getByLabel('Mobile Number')).toHaveValue('••••••3210');
  await page.getByLabel('Pay part of it').check();
  await amount.fill('1000.01');
  await customer.submit.click();
  await expect(amount).toHaveAccessibleDescription(/at most ₹1,000\.00/);
  await amount.fill('400');
  await expect(page.getByText('You pay ₹400.00')).toBeVisible();
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  await expect(page.getByRole('heading', { name: 'is paid in part' })).toBeVisible();
  await expect(page.getByText('₹400.00 of ₹1,000.00 paid, ₹600.00 to pay.')).toBeVisible();
  await expect(amount).toHaveValue('600.00');
  await expect(page.getByLabel('Pay part of it')).not.toBeChecked();

  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page.locator('dl')).toContainText(
    `Part of bill ${bill.bill_number}: ₹400.00 of ₹1,000.00 paid`,
  );
  await page.getByRole('link', { name: 'Pay the rest' }).click();
  await page.mouse.move(10, 10);
  await expect(amount).toHaveValue('600.00');
  await introduce(customer);
  await customer.submit.click();
  await customer.payByUpi();
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your payment arrived' })).toBeFocused();
  await expect(customer.submit).toHaveCount(0);

  await opened(page, bill);
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  // The browser offers its last receipt again until the customer removes it.
  await expect(page.getByRole('heading', { name: `₹600.00 for bill ${bill.bill_number}` })).toBeVisible();
  expect(page.url()).not.toMatch(/Ravi|9000000007/);
  const receipt = page.getByRole('link', { name: 'Open the receipt' });
  await receipt.click();
  await expect(page.getByRole('heading', { name: 'TEST: Payment receipt' })).toBeVisible();
  await expect(page).toHaveTitle('TEST: Payment receipt');
  await opened(page, bill);
  await page.getByRole('button', { name: 'Remove it from this browser' }).click();
  await expect(receipt).toHaveCount(0);
  await opened(page, bill);
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await expect(receipt).toHaveCount(0);
  await expect(page.locator('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(customer.submit).toHaveCount(0);
  const { orders, payments } = await counter.recorded(bill.bill_number);
  expect([orders.length, payments.map(({ amount: paise }) => paise).sort()]).toEqual([2, [40_000, 60_000]]);
});

test('a company pays a bill without TDS, by another method than UPI or by bank transfer', async ({
  page,
  counter,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bill = await make(counter.stack, { amount: '400000' });
  await page.goto(`${counter.stack.siteUrl}/pay-online`);
  const example = page.getByText('where to find the number and the amount on your bill');
  await expect(example).toBeVisible();
  for (const name of ['+91 00000 00000', 'hello@example.com'])
    await expect(page.locator('main').getByRole('link', { name })).toBeVisible();

  const customer = await opened(page, bill);
  await expect(page.getByText('₹4,00,000.00 to pay.')).toBeVisible();
  await expect(example).toBeHidden();
  await page.getByText('TDS and bank transfer').click();
  await expect(page.getByText('With 2% TDS of ₹8,000.00, you pay ₹3,92,000.00')).toBeVisible();
  await expect(page.getByText(`Reference: ${bill.bill_number}`)).toContainText('IFSC: BANK0000000');
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: '₹3,60,000.00' }).click();
  await expect(page.getByLabel(/^Amount/)).toHaveValue('360000.00');
  await expect(
    page.getByText('You pay ₹3,60,000.00. UPI takes at most ₹1,00,000.00 per payment'),
  ).toBeVisible();
  await customer.submit.click();
  await expect(customer.dialog.getByRole('link', { name: /^Card/ })).toBeVisible();
  await expect(customer.dialog.getByRole('link', { name: /^UPI/ })).toHaveCount(0);
  await customer.close();
  await page.getByLabel(/^Amount/).fill('100000');
  await expect(page.getByText(/^You pay ₹1,00,000\.00$/)).toBeVisible();

  const utr = page.getByLabel('I have paid by NEFT or RTGS: UTR');
  const send = page.getByRole('button', { name: 'Send the number' });
  await utr.fill('SBIN 1234 5678 9');
  await send.click();
  await expect(utr).toHaveAccessibleDescription(/Enter a UTR \(12, 16 or 22 letters and digits\)/);
  await utr.fill('SBIN 1234 5678 9012');
  await page.context().setOffline(true);
  await send.click();
  await expect(utr).toHaveAccessibleDescription(/The number was not sent/);
  await page.context().setOffline(false);
  await send.click();
  await expect(page.getByText('the bill stays as it is')).toBeVisible();
  await expect(utr).not.toHaveAttribute('aria-invalid');
  expect(page.url()).not.toContain('SBIN');
  await page.reload();
  await expect(page.getByText('₹4,00,000.00 to pay.')).toBeVisible();
});

test('paying a paid bill again asks for confirmation first, also with the keyboard', async ({
  visit,
  counter,
}) => {
  const number = newBill();
  const first = await visit(number);
  await first.proceed();
  await first.payByUpi();
  await first.seesSuccess();
  await first.page.close();

  const again = await visit(number);
  const { page } = again;
  const frame = page.locator('iframe.razorpay-checkout-frame');
  const confirmation = page.getByRole('dialog', { name: 'You have already paid this bill' });
  await again.fill();
  await again.submit.click();
  await expect(confirmation).toHaveAccessibleDescription(
    /You paid ₹1,499\.50 for this bill on .+ IST\. Pay again\?/,
  );
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await again.sees('Payment Cancelled', 'You cancelled the payment process.');
  await expect(again.submit).toBeFocused();
  await expect(frame).toHaveCount(0);

  await again.submit.click();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(again.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await again.payByUpi();
  await again.seesSuccess();
  const { orders, payments } = await counter.recorded(number);
  expect([orders.length, payments.length]).toEqual([2, 2]);
});

test('typing a paid bill with its phone number leads to the receipt', async ({ visit, counter, browser }) => {
  const number = newBill();
  const first = await visit(number);
  await first.proceed();
  await first.payByUpi();
  await first.seesSuccess();

  // Another browser has no receipt of its own.
  const other = await browser.newContext();
  const again = new Customer(await other.newPage(), number);
  await again.page.goto(`${counter.stack.siteUrl}/pay-online`);
  await again.fill();
  await again.submit.click();
  await again.page.getByRole('dialog').getByRole('link', { name: 'Open the receipt' }).click();
  await expect(again.page.getByRole('heading', { name: 'TEST: Payment receipt' })).toBeVisible();
  await expect(again.page.locator('dl')).toContainText(number);
  await other.close();
});

test("another payer's details stay in the form while the gateway is busy", async ({ page, counter }) => {
  const bill = await make(counter.stack);
  const customer = await opened(page, bill);
  await introduce(customer);
  for (const status of [503, 429]) {
    await counter.faults({ calls: [{ call: 'POST /v1/orders', status }] });
    const read = page.waitForResponse('**/api/bill-status');
    await customer.submit.click();
    await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
    await read;
    await expect(customer.submit).toBeEnabled();
    await expect(page.getByLabel('Customer Name')).toHaveValue('Ravi Kumar');
    await expect(page.getByLabel('Mobile Number')).toHaveValue('9000000007');
  }
  // They also stay if the site itself cannot be reached.
  await page.context().setOffline(true);
  await customer.submit.click();
  await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
  await expect(page.getByLabel('Customer Name')).toHaveValue('Ravi Kumar');
  await page.context().setOffline(false);
  await counter.faults({});
  await customer.submit.click();
  await customer.payByUpi();
  await customer.isNotified('Payment Successful!', /Payment ID: pay_/);
  // The form disappears once the bill has been read again.
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await expect(customer.submit).toHaveCount(0);
});

test('an order whose response was lost is requested again, and is not taken for another customer’s', async ({
  page,
  counter,
}) => {
  const bill = await make(counter.stack);
  const customer = await opened(page, bill);
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/create-razorpay-order', lose, { times: 1 });
  await customer.submit.click();
  await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  await expect(page.getByText('Someone is paying this bill')).toHaveCount(0);
  await customer.payByUpi();
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  expect((await counter.recorded(bill.bill_number)).orders).toHaveLength(1);
});

test('a link whose payment is pending confirmation offers no form, in any browser', async ({
  page,
  context,
  counter,
}) => {
  const bill = await make(counter.stack);
  const customer = await opened(page, bill);
  await introduce(customer);
  await page.getByLabel('Pay part of it').check();
  await page.getByLabel(/^Amount/).fill('400');
  await customer.submit.click();
  await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  await counter.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
  await customer.payByUpi();
  const heading = `A payment for bill ${bill.bill_number} is being confirmed`;
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(customer.submit).toHaveCount(0);
  const elsewhere = await context.browser()?.newContext();
  const other = await opened(await (elsewhere ?? context).newPage(), bill);
  await expect(other.page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(other.submit).toHaveCount(0);
  expect((await new AxeBuilder({ page: other.page }).include('main').analyze()).violations).toEqual([]);
  await elsewhere?.close();
  await counter.faults({});
  const payments = async () => (await counter.recorded(bill.bill_number)).payments;
  await expect.poll(payments).toMatchObject([{ status: 'captured' }]);
  await page.reload();
  await expect(page.getByText('₹400.00 of ₹1,000.00 paid, ₹600.00 to pay.')).toBeVisible();
});

test('a second payer with the same link is warned that the bill is being paid', async ({
  page,
  context,
  counter,
}) => {
  const bill = await make(counter.stack);
  const first = await opened(page, bill);
  await introduce(first);
  await first.submit.click();
  await expect(first.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();

  const other = await opened(await context.newPage(), bill);
  await introduce(other);
  await other.page.getByLabel('Mobile Number').fill('9000000008');
  await other.submit.click();
  const confirmation = other.page.getByRole('dialog', { name: 'Someone is paying this bill' });
  await expect(confirmation).toHaveAccessibleDescription(/A payment of ₹1,000\.00 for this bill was started/);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();

  await first.payByUpi();
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  // The other page was opened earlier and learns it from the error.
  await other.submit.click();
  await expect(other.page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await expect(other.submit).toHaveCount(0);
});

test('a payer on another device is warned before typing, and may continue once nothing was paid', async ({
  page,
  context,
  counter,
}) => {
  const bill = await make(counter.stack);
  const first = await opened(page, bill);
  await first.submit.click();
  await expect(first.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();

  const elsewhere =
    (await context.browser()?.newContext({ viewport: { width: 390, height: 844 } })) ?? context;
  const other = await opened(await elsewhere.newPage(), bill);
  await expect(other.page.getByRole('heading', { name: 'Someone is paying this bill' })).toBeVisible();
  await expect(other.page.getByText(/A payment of ₹1,000\.00 was started on/)).toBeVisible();
  await expect(other.submit).toHaveCount(0);
  expect((await new AxeBuilder({ page: other.page }).include('main').analyze()).violations).toEqual([]);
  await other.page.getByRole('button', { name: 'Pay anyway' }).click();
  await other.submit.click();
  await expect(other.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  await other.close();
  await first.payByUpi();
  await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await other.page.reload();
  await expect(other.page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
  await elsewhere.close();
});

test('cancelling an open link shows that the bill was cancelled, not that a payment failed', async ({
  page,
  counter,
}) => {
  const bill = await make(counter.stack);
  const customer = await opened(page, bill);
  await expect(customer.submit).toBeEnabled();
  await postBill(counter.stack, `/${bill.id}/cancel`, {});
  await customer.submit.click();
  await expect(page.getByRole('heading', { name: `Bill ${bill.bill_number} was cancelled` })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  await expect(page.getByText('Payment Failed')).toHaveCount(0);
});

/** Points in a payment at which the page is reloaded, without webhooks and with the gateway unavailable. */
const moments: { name: string; isPaid: boolean; until(customer: Customer): Promise<void> }[] = [
  {
    name: 'before the checkout is opened',
    isPaid: false,
    until: ({ submit }) => expect(submit).toBeEnabled(),
  },
  {
    name: 'while the checkout is open',
    isPaid: false,
    async until(customer) {
      await customer.submit.click();
      await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
    },
  },
  {
    name: 'after paying, before the page could report it',
    isPaid: true,
    async until(customer) {
      await customer.page.route('**/api/verify-razorpay-payment', (route) => route.abort());
      await customer.submit.click();
      await customer.payByUpi();
      await expect(customer.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0);
    },
  },
  {
    name: 'after the report, which nobody could confirm',
    isPaid: true,
    async until(customer) {
      await customer.submit.click();
      await customer.payByUpi();
      await expect(customer.page.getByRole('heading', { name: 'being confirmed' }).first()).toBeVisible();
    },
  },
];

for (const { name, isPaid, until } of moments)
  test(`loaded again ${name}, the page on a phone does not request money that was paid`, {
    tag: '@endurance',
  }, async ({ page, counter }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bill = await make(counter.stack);
    const customer = await opened(page, bill);
    await expect(customer.submit).toBeEnabled();
    await counter.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
    await until(customer);
    await page.reload();
    await page.mouse.move(10, 10);
    if (name.startsWith('before')) await expect(customer.submit).toBeEnabled();
    // Nobody can tell that it was not paid, so it is not offered.
    else await expect(page.getByRole('heading', { name: 'being confirmed' }).first()).toBeVisible();
    if (!name.startsWith('before')) await expect(customer.submit).toHaveCount(0);
    await counter.faults({});
    // The page checks again automatically.
    if (isPaid) await expect(page.getByRole('heading', { name: 'is paid in full' })).toBeVisible();
    else await expect(customer.submit).toBeEnabled();
    const { payments } = await counter.recorded(bill.bill_number);
    expect(payments.length).toBe(isPaid ? 1 : 0);
  });

test('links that are cancelled, expired, withdrawn or unknown explain this on a phone', async ({
  page,
  counter,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { stack } = counter;
  const cancelled = await make(stack);
  await postBill(stack, `/${cancelled.id}/cancel`, {});
  const withdrawn = await make(stack);
  await postBill(stack, `/${withdrawn.id}/link/withdraw`, {});
  const ended = await make(stack);
  const ledger = await openDatabase({ databaseUrl: undefined, folder: `${stack.dataDir}/payments` });
  await sql`update bills set expires_at = ${new Date(0).toISOString()} where id = ${ended.id}`.execute(
    ledger,
  );
  await ledger.destroy();
  await page.goto(`${stack.siteUrl}/pay-online`);
  await expect(page.locator('.bill-example')).toBeVisible();
  for (const [url, heading] of [
    [cancelled.url, `Bill ${cancelled.bill_number} was cancelled`],
    [ended.url, `The link for bill ${ended.bill_number} has expired`],
    [withdrawn.url, `The link for bill ${withdrawn.bill_number} was withdrawn`],
    [`${stack.siteUrl}/pay-online?link=${'A'.repeat(38)}`, 'This payment link is unknown'],
  ]) {
    const customer = await opened(page, { url, bill_number: '' });
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: 'Contact us' })).toBeVisible();
    await expect(customer.submit).toHaveCount(0);
    await expect(page.locator('.bill-example'), 'an example next to a real bill').toBeHidden();
    expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);
  }
});

test('a test payment’s receipt says so, also in print, with the agency’s letterhead', async ({
  customer,
}) => {
  await customer.proceed();
  await customer.payByUpi();
  await customer.seesSuccess();
  const { page } = customer;
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  const label = page.getByText('TEST PAYMENT - no money was moved');
  const letterhead = page.locator('.letterhead');
  await expect(label).toBeVisible();
  await expect(letterhead).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(label).toBeVisible();
  await expect(letterhead).toBeVisible();
  for (const part of [/@/, /\+/, /Gurugram/]) await expect(letterhead).toContainText(part);
  await expect(page.locator('footer')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});
