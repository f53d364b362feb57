import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from './back-office.ts';

test('a payment link is created, shared and cancelled', async ({ page, backOffice }) => {
  await backOffice.signIn(page);
  await backOffice.open(page, 'links');
  // Other tests of this worker may have created some.
  await page.getByLabel('Search', { exact: true }).fill('LINK-1');
  await expect(page.getByText('No payment link matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a payment link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Bill number').fill('LINK-1');
  await dialog.getByLabel('Customer’s name').fill('आशा Verma');
  await dialog.getByLabel('Mobile number').fill('12');
  await dialog.getByLabel('Rupees').fill('1,499.50');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const phone = dialog.getByLabel('Mobile number');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('9876543210');
  await dialog.getByRole('button', { name: 'Create link' }).click();

  const link = page.getByLabel('Payment link', { exact: true });
  const facts = page.locator('.staff-facts');
  await expect(link).toHaveValue(/^http/);
  const url = await link.inputValue();
  for (const personal of ['Verma', '9876543210', 'LINK-1']) expect(url).not.toContain(personal);
  const share = page.getByRole('link', { name: 'WhatsApp' });
  await expect(share).toHaveAttribute('href', /^https:\/\/wa\.me\/919876543210\?text=/);
  await expect(page.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:/);
  const code = page.getByRole('img', { name: 'QR code of the payment link of bill LINK-1' });
  const picture = sharp(await code.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  expect(decodeQr({ data, width: info.width, height: info.height })).toBe(url);
  await page.getByRole('button', { name: 'Withdraw the link …' }).click();
  await page.getByRole('button', { name: 'Yes, stop payments through this link' }).click();
  await expect(facts).toContainText('Withdrawn on');
  await expect(link).toHaveCount(0);
  await page.getByRole('button', { name: 'Renew the link …' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(link).toHaveValue(/^http/);
  expect(await link.inputValue()).not.toBe(url);
  await expect(facts).toContainText('Works until');
  await page.getByRole('button', { name: 'Cancel the bill …' }).click();
  await page.getByRole('button', { name: 'Yes, cancel the bill' }).click();
  await expect(facts).toContainText('Cancelled');
  await expect(link).toHaveCount(0);
  await page.getByRole('link', { name: 'All bills' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'LINK-1' })).toContainText('Cancelled');
});

test('payment links are created from a file, whose faulty row is reported', async ({ page, backOffice }) => {
  const rows = ['CSV-1,Asha Verma,9876500001,100.50', 'CSV-2,Ravi,12,100', 'CSV-3,Meera,9876500003,100'];
  const buffer = Buffer.from(['bill number,name,phone,amount', ...rows].join('\r\n'));
  await backOffice.signIn(page);
  await backOffice.open(page, 'links');
  await page.getByRole('button', { name: 'Create many from a CSV file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'bills.csv', mimeType: 'text/csv', buffer });
  const faulty = dialog.getByRole('table', { name: 'Rows with errors' }).locator('tbody tr');
  await expect(faulty).toHaveCount(1);
  // The header is line 1.
  for (const text of ['3', 'CSV-2']) await expect(faulty).toContainText(text);
  await dialog.getByRole('button', { name: 'Skip these rows and create 2 payment links' }).click();
  await expect(dialog).toContainText('Created 2 payment links.');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search', { exact: true }).fill('CSV-3');
  await expect(page.getByRole('row').filter({ hasText: 'CSV-3' })).toBeVisible();
});
