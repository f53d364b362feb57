import { expect } from '@playwright/test';
import { open } from './pages.ts';
import { test } from './site.ts';

test('a reader chooses the Gulf once: links, Back and the form keep it without a cookie', async ({
  page,
  context,
}) => {
  await open(page, '/prices');
  await page.getByRole('link', { name: 'Gulf', exact: true }).click();
  await expect(page.getByText('VAT, 5%')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Tender services' }).click();
  await expect(page.getByText('Tender bond:', { exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByPlaceholder('+971 50 123 4567')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gulf', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page.getByText('Tender bond:', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'India', exact: true }).click();
  await expect(page.getByText('Earnest money:', { exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByPlaceholder('+91 98765 43210')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});
