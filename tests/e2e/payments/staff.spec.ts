import { readFile } from 'node:fs/promises';
import { signIn } from '../studio/studio.ts';
import { expect, newBill, test } from './counter.ts';

test('an administrator finds a payment, reads its trail, asks Razorpay and exports the list', async ({
  page,
  counter,
  visit,
}) => {
  test.setTimeout(120_000);
  const bill = newBill();
  await counter.faults({ webhooks: { lose: 1 } });
  const customer = await visit(bill);
  // The money is taken and nobody tells the site, not even while the window is closing: its own routes end before it.
  await customer.page.context().route('**/api/verify-razorpay-payment', (route) => route.abort());
  await customer.proceed();
  await customer.payByUpi();
  await expect(customer.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0);
  await customer.page.close({ runBeforeUnload: false });

  await signIn(page, counter.stack);
  await page.goto(`${counter.stack.siteUrl}/studio/payments`);
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('table')).toBeVisible({ timeout: 30_000 });
  await page.getByLabel('Bill number or ID').pressSequentially(bill.toLowerCase());
  await expect(page.getByLabel('Bill number or ID')).toHaveValue(bill.toLowerCase());
  await expect(page.getByText('1 order', { exact: true })).toBeVisible({ timeout: 20_000 });
  // The search is in the address, so that it is there when the tool is put up anew.
  await page.reload();
  await expect(page.getByLabel('Bill number or ID')).toHaveValue(bill.toLowerCase(), { timeout: 30_000 });
  await expect(page.getByText('1 order', { exact: true })).toBeVisible({ timeout: 20_000 });
  const row = page.getByRole('row').filter({ hasText: bill });
  await expect(row).toContainText('₹1,499.50');
  await expect(row).toContainText('Not tried');

  await page.getByRole('button', { name: `Details of bill ${bill}` }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText('Order made, known from the site');
  await details.getByRole('button', { name: 'Ask Razorpay now' }).click();
  await expect(details).toContainText('Paid, known from staff asking Razorpay');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Paid');
  await expect(page.getByText('₹1,499.50 paid')).toBeVisible();

  await page.getByLabel('State').selectOption({ label: 'Refunded' });
  await expect(page.getByText('No payment matches.')).toBeVisible();
  await page.getByLabel('State').selectOption({ label: 'Paid' });
  await expect(row).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`"${bill}","paid","1499.50"`);
  const { sandboxKeySecret } = counter.stack.secrets;
  expect(await page.content()).not.toContain(sandboxKeySecret);
});

test('an administrator marks a second payment as settled, and the trail says who it was', async ({
  page,
  counter,
  visit,
}) => {
  test.setTimeout(120_000);
  const bill = newBill();
  // The first order is paid, so the second visit makes another over the same bill.
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
  await page.goto(
    `${counter.stack.siteUrl}/studio/payments?payments[state]=refund-due&payments[bill]=${bill}`,
  );
  const row = page.getByRole('row').filter({ hasText: bill });
  await expect(row).toContainText('Second payment', { timeout: 30_000 });
  await row.getByRole('button').click();
  const details = page.getByRole('dialog');
  await details.getByRole('button', { name: 'Mark as settled' }).click();
  await details.getByRole('button', { name: 'Yes, it is settled' }).click();
  await expect(details).toContainText(/Second payment marked as settled by hand, by \S/);
  await expect(details.getByRole('button', { name: 'Mark as settled' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No payment matches.')).toBeVisible();
});
