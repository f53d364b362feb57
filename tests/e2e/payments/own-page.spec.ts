import { make } from './bills.ts';
import { type Customer, expect, newBill, test } from './counter.ts';

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 300.0.0.29.110 Android',
});

/** Submits the form and arrives on the checkout's hosted page. */
async function leaveForCheckout(customer: Customer) {
  await customer.fill();
  await customer.submit.click();
  await customer.page.waitForURL('**/v1/checkout/session/*/methods');
}

/** Pays with one of the phone's own UPI apps. */
async function payByUpi({ page }: Customer, end: 'Success' | 'Failure') {
  await page.getByRole('link', { name: /^UPI/ }).click();
  await expect(page.getByLabel('UPI ID')).toHaveCount(0);
  await page.getByRole('button', { name: 'PhonePe' }).click();
  await page.getByRole('button', { name: end }).click();
}

test('an in-app browser pays on the checkout’s hosted page and returns to its receipt', async ({
  customer,
  counter,
}) => {
  const { page, bill } = customer;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await leaveForCheckout(customer);
  await payByUpi(customer, 'Success');
  await expect(page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
  expect(page.url()).toMatch(/\/pay-online\/receipt\/[\w-]{22}$/);
  await expect(page.locator('dl')).toContainText(bill);
  await expect
    .poll(() => counter.recorded(bill))
    .toMatchObject({
      orders: [{ status: 'paid', amount: 149_950 }],
      payments: [{ status: 'captured', amount: 149_950 }],
    });
  for (const address of addresses) expect(decodeURIComponent(address)).not.toMatch(/9876543210|Verma/);
  expect(refused).toEqual([]);
  // After the receipt, the form only offers the receipt again, by its token.
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .toEqual({ 'last-receipt': page.url().slice(-22) });
  await page.goto(`${counter.stack.siteUrl}/pay-online`);
  await expect(customer.submit).toBeEnabled();
  await expect(page.getByRole('heading', { name: `₹1,499.50 for bill ${bill}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your last payment arrived' })).toHaveCount(0);
});

test('closing, failing, and an unconfirmed payment each return with their own notice', {
  tag: '@endurance',
}, async ({ customer, counter, visit }) => {
  await leaveForCheckout(customer);
  await customer.page.getByRole('button', { name: 'Close checkout' }).click();
  await customer.sees('Payment Cancelled', 'You cancelled the payment process.');
  await expect(customer.page).toHaveURL(`${counter.stack.siteUrl}/pay-online`);

  const failing = await visit(newBill());
  await leaveForCheckout(failing);
  await payByUpi(failing, 'Failure');
  await failing.sees('Payment Failed', 'Unable to process payment. Please try again.');
  await failing.page.reload();
  await expect(failing.submit).toBeEnabled();
  await expect(failing.page.getByRole('listitem').filter({ hasText: 'Payment Failed' })).toHaveCount(0);

  const unsure = await visit(newBill());
  await counter.faults({
    calls: [
      { call: 'GET /v1/payments', alter: { currency: 'USD' } },
      { call: 'GET /v1/orders', status: 503 },
    ],
    webhooks: { lose: 1 },
  });
  await leaveForCheckout(unsure);
  await payByUpi(unsure, 'Success');
  await unsure.isNotified('Payment Verification Failed', 'Please contact support with your payment details.');
  // It was reported, so it is not offered for payment again.
  await expect(unsure.submit).toHaveCount(0);
  await counter.faults({});
  await unsure.page.getByRole('link', { name: 'Check the status of this payment' }).click();
  // Razorpay was queried a moment ago and is not queried again at once.
  const isReceipt = async () => {
    await unsure.page.reload();
    return unsure.page.getByRole('heading', { name: 'Payment receipt' }).isVisible();
  };
  await expect.poll(isReceipt).toBe(true);
});

test('the back button leaves a usable form, and an unreported payment is found', async ({ customer }) => {
  await leaveForCheckout(customer);
  await customer.page.goBack();
  await expect(customer.submit).toBeEnabled();
  await leaveForCheckout(customer);
  await payByUpi(customer, 'Success');
  await expect(customer.page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
});

test('leaving the hosted page returns to the bill of the link', async ({ page, counter }) => {
  const bill = await make(counter.stack);
  await page.goto(bill.url);
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.waitForURL('**/v1/checkout/session/*/methods');
  await page.getByRole('button', { name: 'Close checkout' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment Cancelled' })).toBeVisible();
  await expect(page.getByLabel('Bill Number')).toHaveValue(bill.bill_number);
  await expect(page).toHaveURL(bill.url);
});
