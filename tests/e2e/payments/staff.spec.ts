import { readFile } from 'node:fs/promises';
import { signIn } from '../studio/studio.ts';
import { expect, newBill, test } from './counter.ts';

test('an administrator finds a payment, reads its history, checks it at Razorpay and exports the list', async ({
  page,
  counter,
  visit,
}) => {
  const bill = newBill();
  // The site does not find it by itself either, although its sweep may run at any moment.
  await counter.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
  const customer = await visit(bill);
  // The payment is captured but never reported, not even while the window closes: its routes end before it.
  await customer.page.context().route('**/api/verify-razorpay-payment', (route) => route.abort());
  await customer.proceed();
  await customer.payByUpi();
  await expect(customer.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0);
  await customer.page.close({ runBeforeUnload: false });

  await signIn(page, counter.stack);
  const paymentsUrl = `${counter.stack.siteUrl}/studio/payments/payments`;
  await page.goto(paymentsUrl);
  const search = page.getByLabel('Search', { exact: true });
  await search.pressSequentially(bill.toLowerCase());
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('₹1,499.50');
  await expect(rows).toContainText('Not attempted');

  await rows.getByRole('link', { name: bill }).click();
  await expect(page.getByText('Order created, reported by the site')).toBeVisible();
  await counter.faults({});
  await page.getByRole('button', { name: 'Ask Razorpay now' }).click();
  await expect(page.getByText('Paid, reported by staff asking Razorpay')).toBeVisible();
  const receipt = page.getByRole('link', { name: 'Open receipt to print' });
  await expect(receipt).toHaveAttribute('href', /\/pay-online\/receipt\/[\w-]+$/);
  await page.goBack();
  await expect(rows).toContainText('Paid');
  // Other tests have paid with this stack as well.
  await expect(page.getByText(/^₹[\d,]+\.\d\d taken$/)).toBeVisible();

  await page.getByLabel('Status').selectOption({ label: 'Refunded' });
  await expect(page.getByText('No payment matches.')).toBeVisible();
  // State and days are in the address; the search text is not.
  expect(page.url()).toContain('refunded');
  expect(page.url()).not.toContain(bill.toLowerCase());
  await page.getByLabel('Status').selectOption({ label: 'Paid' });
  await expect(rows).toHaveCount(1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`"${bill}"`);
  const { sandboxKeySecret } = counter.stack.secrets;
  expect(await page.content()).not.toContain(sandboxKeySecret);
});

test('an administrator marks a duplicate payment as settled, and the history shows who did it', async ({
  page,
  counter,
  visit,
}) => {
  const bill = newBill();
  // The first order is paid, so the second visit creates another one for the same bill.
  for (let time = 0; time < 2; time += 1) {
    const customer = await visit(bill);
    await customer.fill();
    await customer.submit.click();
    if (time > 0) await customer.page.getByRole('button', { name: 'Pay again' }).click();
    await customer.payByUpi();
    await customer.seesSuccess();
    await customer.page.close();
  }
  await signIn(page, counter.stack);
  await page.goto(`${counter.stack.siteUrl}/studio/payments/payments?payments[state]=surplus`);
  const row = page.getByRole('row').filter({ hasText: bill });
  await expect(row).toContainText('Overpaid');
  await row.getByRole('link', { name: bill }).click();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await page.getByRole('button', { name: 'Yes, mark as reviewed' }).click();
  await expect(page.getByText(/Surplus marked as reviewed, by \S/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as reviewed' })).toHaveCount(0);
  await page.goBack();
  const list = page.getByRole('table', { name: 'Payments' });
  await expect(list.or(page.getByText('No payment matches.'))).toBeVisible();
  await expect(row).toHaveCount(0);
});
