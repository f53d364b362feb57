import { expect } from '@playwright/test';
import { openDatabase } from '#web/database/database.ts';
import { docx, pdf } from '../../integration/applications/files.ts';
import { overflow } from './pages.ts';
import { test } from './site.ts';

const path = '/careers/content-writer';
const cv = (name: string, buffer = pdf()) => ({ name, mimeType: 'application/pdf', buffer });

test.beforeEach(async ({ stack }) => {
  await stack.client('administrator').patch('siteSettings').set({ 'applications.open': true }).commit();
  const load = async () => (await fetch(stack.siteUrl + path)).text();
  await expect.poll(load).toContain('/api/application');
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('a person applies by keyboard, and corrects a field', async ({ page, stack }) => {
      await page.goto(path);
      await page.getByRole('link', { name: 'Apply here' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Apply here' })).toBeInViewport();
      await page.keyboard.press('Tab');
      for (const text of ['आशा गुप्ता', '123', 'asha@example.in', 'I write well']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await expect(page.getByLabel('Your CV')).toBeFocused();
      await page.getByLabel('Your CV').setInputFiles(cv('resume.pdf'));
      expect(await overflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Send application' }).press('Enter');

      await expect(page.getByText('Enter your mobile number')).toBeVisible();
      expect(await overflow(page)).toBe(0);
      await page.goBack();
      await page.getByLabel('Mobile').fill('98765 43210');
      await expect(page.getByLabel('A few words')).toHaveValue('I write well');
      await page.getByLabel('Your CV').setInputFiles(cv('resume.docx', docx));
      await page.getByRole('button', { name: 'Send application' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Your application has arrived' })).toBeVisible();

      const ledger = await openDatabase({ folder: `${stack.dataDir}/payments` });
      const stored = await ledger.selectFrom('applications').select(['name', 'phone', 'file_type']).execute();
      await ledger.deleteFrom('applications').execute();
      await ledger.destroy();
      expect(stored).toEqual([{ name: 'आशा गुप्ता', phone: '98765 43210', file_type: 'docx' }]);
    });
  });

test('a CV that is too large is refused before it is sent', async ({ page }) => {
  await page.goto(path);
  await page.getByLabel('Your CV').setInputFiles(cv('resume.pdf', pdf('', 5 * 1024 * 1024 + 1)));
  const field = page.getByLabel('Your CV');
  expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('5 MB');
  await field.setInputFiles(cv('resume.pdf'));
  expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe('');
});
