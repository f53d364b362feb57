import type { BrowserContext, Page, Route } from '@playwright/test';
import { make } from './bills.ts';
import { type Customer, expect, openLink, test } from './counter.ts';

const phone = { width: 390, height: 844 };

/** Pays with a different name from the one staff entered. */
async function introduce({ page }: Customer) {
  // The other checkbox, for a part of the bill, is below it.
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('Customer Name').fill('Ravi Kumar');
  await page.getByLabel('Mobile Number').fill('9000000007');
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const isPaid = (page: Page) => expect(heading(page, 'is paid in full')).toBeVisible();
const elsewhere = async (context: BrowserContext) =>
  (await context.browser()?.newContext({ viewport: phone })) ?? context;

test('a bill is paid with its link in two parts, and then shows that it is paid', async ({
  page,
  counter,
}) => {
  await page.setViewportSize(phone);
  const bill = await make(counter.stack);
  const customer = await openLink(page, bill);
  await expect(heading(page, `Bill ${bill.bill_number}`)).toBeVisible();
  const [number, amount] = [page.getByLabel('Bill Number'), page.getByLabel(/^Amount/)];
  await expect(number).toHaveValue(bill.bill_number);
  await expect(amount).toHaveValue('1000.00');
  for (const field of [number, amount]) await expect(field).toHaveAttribute('readonly');
  await customer.hasNoViolations('main');
  await customer.fitsWindow();

  // Name and number need not be typed again, and the page does not reveal them.
  await expect(page.getByLabel('Customer Name')).toHaveValue('A••• V•••');
  await expect(page.getByLabel('Mobile Number')).toHaveValue('••••••3210');
  await expect(page.getByText('Verma')).toHaveCount(0);
  await page.getByLabel('Pay part of it').check();
  await amount.fill('1000.01');
  await customer.submit.click();
  await expect(amount).toHaveAccessibleDescription(/at most ₹1,000\.00/);
  await amount.fill('400');
  await expect(page.getByText('You pay ₹400.00')).toBeVisible();
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  await expect(heading(page, 'is paid in part')).toBeVisible();
  // The notice below the form does not push the outcome out of the window.
  await expect(heading(page, 'Your payment arrived')).toBeInViewport();
  await expect(amount).toHaveValue('600.00');
  await expect(page.getByLabel('Pay part of it')).not.toBeChecked();

  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await page.getByRole('link', { name: 'Pay the rest' }).click();
  await page.mouse.move(10, 10);
  await expect(amount).toHaveValue('600.00');
  await introduce(customer);
  await customer.submit.click();
  await customer.payByUpi();
  await customer.isNotified('Payment Successful!');
  await isPaid(page);
  await expect(heading(page, 'Your payment arrived')).toBeFocused();

  await openLink(page, bill);
  await isPaid(page);
  // The browser offers its last receipt again until the customer removes it.
  await expect(heading(page, `₹600.00 for bill ${bill.bill_number}`)).toBeVisible();
  const receipt = page.getByRole('link', { name: 'Open the receipt' });
  await page.getByRole('button', { name: 'Remove it from this browser' }).click();
  await expect(receipt).toHaveCount(0);
  await openLink(page, bill);
  await isPaid(page);
  await expect(receipt).toHaveCount(0);
  await expect(customer.submit).toHaveCount(0);
  const { payments } = await counter.recorded(bill.bill_number);
  expect(payments.map(({ amount: paise }) => paise).sort()).toEqual([40_000, 60_000]);
});

test('a company pays a bill without TDS, by another method than UPI or by bank transfer', async ({
  page,
  counter,
}) => {
  await page.setViewportSize(phone);
  const bill = await make(counter.stack, { amount: '400000' });
  const customer = await openLink(page, bill);
  await expect(page.getByText('₹4,00,000.00 to pay.')).toBeVisible();
  await page.getByText('TDS and bank transfer').click();
  await expect(page.getByText('With 2% TDS of ₹8,000.00, you pay ₹3,92,000.00')).toBeVisible();
  await expect(page.getByText(`Reference: ${bill.bill_number}`)).toContainText('IFSC: BANK0000000');
  await customer.hasNoViolations('main');
  const amount = page.getByLabel(/^Amount/);
  await page.getByRole('button', { name: '₹3,60,000.00' }).click();
  await expect(amount).toHaveValue('360000.00');
  await expect(page.getByText(/^You pay ₹3,60,000\.00\. UPI takes at most ₹1,00,000\.00/)).toBeVisible();
  await customer.submit.click();
  await expect(customer.dialog.getByRole('link', { name: /^Card/ })).toBeVisible();
  await expect(customer.dialog.getByRole('link', { name: /^UPI/ })).toHaveCount(0);
  await customer.close();
  // The page is busy until the gateway's dialog has said that it closed.
  await expect(customer.submit).toBeEnabled();
  await amount.fill('100000');
  await expect(page.getByText(/^You pay ₹1,00,000\.00$/)).toBeVisible();

  const utr = page.getByLabel('I have paid by NEFT or RTGS: UTR');
  const send = page.getByRole('button', { name: 'Send the number' });
  await utr.fill('SBIN 1234 5678 9');
  await send.click();
  await expect(utr).toHaveAttribute('aria-invalid', 'true');
  await utr.fill('SBIN 1234 5678 9012');
  await page.context().setOffline(true);
  await send.click();
  await expect(utr).toHaveAccessibleDescription(/The number was not sent/);
  await page.context().setOffline(false);
  await send.click();
  await expect(page.getByText('the bill stays as it is')).toBeVisible();
  await expect(utr).not.toHaveAttribute('aria-invalid');
  expect(page.url()).not.toContain('SBIN');
});

test("another payer's details stay in the form while the gateway or the site is unavailable", async ({
  page,
  counter,
}) => {
  const bill = await make(counter.stack);
  const customer = await openLink(page, bill);
  await introduce(customer);
  const reason = page.locator('form').getByRole('alert');
  const fails = async (said: RegExp) => {
    await customer.submit.click();
    await customer.sees('Payment Failed');
    await expect(reason).toContainText(said);
    await expect(page.getByLabel('Customer Name')).toHaveValue('Ravi Kumar');
    await expect(page.getByLabel('Mobile Number')).toHaveValue('9000000007');
  };
  await counter.faults({ calls: [{ call: 'POST /v1/orders', status: 503 }] });
  const read = page.waitForResponse('**/api/bill-status');
  await fails(/\w/);
  await read;
  await page.context().setOffline(true);
  await fails(/offline/);
  await page.context().setOffline(false);
  await counter.faults({});

  // An order whose response is lost is requested again, and is not taken for another customer's.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/create-razorpay-order', lose, { times: 1 });
  await customer.submit.click();
  await customer.seesCheckout();
  await expect(reason).toBeEmpty();
  await customer.payByUpi();
  await isPaid(page);
  await expect(customer.submit).toHaveCount(0);
  expect((await counter.recorded(bill.bill_number)).orders).toHaveLength(1);
});

test('a second payer is warned in the form, and on another device before typing', async ({
  page,
  context,
  counter,
}) => {
  const bill = await make(counter.stack);
  const first = await openLink(page, bill);
  const device = await elsewhere(context);
  const second = await openLink(await device.newPage(), bill);
  await expect(second.submit).toBeEnabled();
  await first.submit.click();
  await first.seesCheckout();

  const warning = 'Someone is paying this bill';
  const third = await openLink(await (await elsewhere(context)).newPage(), bill);
  await expect(heading(third.page, warning)).toBeVisible();
  await expect(third.submit).toHaveCount(0);
  await third.hasNoViolations('main');
  await third.page.getByRole('button', { name: 'Pay anyway' }).click();
  await third.submit.click();
  await third.seesCheckout();
  await third.close();

  await introduce(second);
  await second.submit.click();
  const confirmation = second.page.getByRole('dialog', { name: warning });
  await expect(confirmation).toHaveAccessibleDescription(/₹1,000\.00/);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(second.submit).toBeEnabled();

  await first.payByUpi();
  // This page was opened earlier, and learns it from the error.
  await second.submit.click();
  await isPaid(second.page);
  for (const one of [second, third]) await one.page.context().close();
});

test('while nobody can tell whether a bill was paid, no browser offers it, also after a reload', async ({
  page,
  context,
  counter,
}) => {
  await page.setViewportSize(phone);
  const bill = await make(counter.stack);
  const customer = await openLink(page, bill);
  await introduce(customer);
  await customer.submit.click();
  await customer.seesCheckout();
  await counter.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
  const pending = heading(page, `A payment for bill ${bill.bill_number} is being confirmed`);
  await customer.payByUpi();
  await expect(pending).toBeVisible();
  const other = await openLink(await (await elsewhere(context)).newPage(), bill);
  await page.reload();
  for (const one of [customer, other]) {
    await expect(heading(one.page, 'is being confirmed').first()).toBeVisible();
    await expect(one.submit).toHaveCount(0);
  }
  await other.hasNoViolations('main');
  await other.page.context().close();
  await counter.faults({});
  // The page checks again by itself.
  await isPaid(page);
});
