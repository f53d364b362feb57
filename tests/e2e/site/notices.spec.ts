import type { Page } from '@playwright/test';
import { expect, test } from '../payments/counter.ts';

/** Stops toasts from disappearing by themselves, so that only the form can remove them. */
const keepNotices = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: usual } = window;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, after = 0) => (after > 2_000 ? 0 : usual(run, after)),
    });
  });

test('correcting an enquiry removes the toast of the failed attempt', async ({ customer }) => {
  const { page } = customer;
  const required = page.getByText('Please fill in all required fields', { exact: true });
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await keepNotices(page);
  await page.goto('/contact');
  await page.getByLabel('Name', { exact: true }).focus();
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  for (const _try of ['first', 'second']) {
    await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
    await expect(required).toHaveCount(1);
  }
  for (const label of ['Name', 'Email', 'Phone', 'Message'])
    await page.getByLabel(label, { exact: true }).fill('asha@example.in');
  await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
  await expect(
    page.getByText('Opening WhatsApp... Please complete your inquiry there!', { exact: true }),
  ).toBeVisible();
  await expect(required).toHaveCount(0);
});

test('retrying a payment removes the toast of the failed attempt', async ({ customer }) => {
  await keepNotices(customer.page);
  await customer.page.reload();
  await customer.page.mouse.move(10, 10);
  await customer.proceed();
  await customer.close();
  await customer.sees('Payment Cancelled');
  await customer.submit.click();
  await expect(customer.page.getByText('Payment Cancelled')).toHaveCount(0);
  await customer.seesCheckout();
});
