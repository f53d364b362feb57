import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test, visit } from './studio.ts';

const colour = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
const card = (page: Page, name: string) => page.locator('.staff-pictures > li').filter({ hasText: name });
const tool = (page: Page) => page.getByTestId('studio-navbar').getByRole('link', { name: 'Pictures' });
const reference = (_ref: string) => ({ _type: 'reference', _ref });

test('an unused picture is found and deleted', async ({ page, content }) => {
  const unused = await content.assets.upload('image', await colour('#123456'), { filename: 'unused.png' });
  await tool(page).click();
  await page.getByRole('button', { name: 'Unused: 1', exact: true }).click();
  await expect(page.locator('.staff-pictures > li')).toHaveCount(1);
  const remove = page.getByRole('button', { name: 'Delete unused.png' });
  await remove.click();
  await remove.click();
  await expect.poll(() => content.getDocument(unused._id)).toBeUndefined();
  await expect(page.getByText('No picture matches.')).toBeVisible();
});

test('a picture that somebody has just used is not deleted', async ({ page, content }) => {
  const file = await content.assets.upload('image', await colour('#0f6b63'), { filename: 'raced.png' });
  await visit(page, '/studio/pictures');
  const remove = page.getByRole('button', { name: 'Delete raced.png' });
  await remove.click();
  await page.route('**/data/mutate/**', async (route) => {
    const picture = { _type: 'picture', alt: 'Raced', asset: reference(file._id) };
    await content.createOrReplace({ _id: 'drafts.test-raced', _type: 'person', name: 'Racer', picture });
    await route.continue();
  });
  await remove.click();
  await expect.poll(() => content.getDocument('drafts.test-raced')).toBeDefined();
  await expect(card(page, 'raced.png')).toContainText('Racer');
  expect(await content.getDocument(file._id)).toBeDefined();
});
