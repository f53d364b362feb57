import { type Customer, expect, test } from './counter.ts';

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 300.0.0.29.110 Android',
});

/** Submits the form and arrives on the checkout's hosted page. */
async function leaveForCheckout({ page, submit }: Customer) {
  await submit.click();
  await page.waitForURL('**/v1/checkout/session/*/methods');
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
  await customer.fill();
  await leaveForCheckout(customer);
  // The back button leaves a usable form.
  await page.goBack();
  await expect(customer.submit).toBeEnabled();
  await customer.fill();
  await leaveForCheckout(customer);
  await payByUpi(customer, 'Success');
  await expect(page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
  expect(page.url()).toMatch(/\/pay-online\/receipt\/[\w-]{22}$/);
  await expect(page.locator('dl')).toContainText(bill);
  const paid = { orders: [{ status: 'paid' }], payments: [{ status: 'captured', amount: 149_950 }] };
  await expect.poll(() => counter.recorded(bill)).toMatchObject(paid);
  for (const address of addresses) expect(decodeURIComponent(address)).not.toMatch(/9876543210|Verma/);
  expect(refused).toEqual([]);
  // After the receipt, the form only offers the receipt again, by its token.
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .toEqual({ 'last-receipt': page.url().slice(-22) });
  await page.goto('/pay-online');
  await expect(customer.submit).toBeEnabled();
  await expect(page.getByRole('heading', { name: `₹1,499.50 for bill ${bill}` })).toBeVisible();
});
