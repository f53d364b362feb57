import { expect, test, textField, visit } from './studio.ts';

test('the start page finds a word with one wrong letter, and leads to its field', async ({ page }) => {
  await visit(page, '/studio/start');
  await page.getByRole('searchbox').fill('polcy');
  await page.getByRole('search').getByRole('link', { name: 'Refund policy' }).first().click();
  await expect(textField(page, 'title')).toHaveValue('Refund policy');
});
