import sharp from 'sharp';
import { timeouts } from '../../support/timeouts.ts';
import { expect, openDocument, test } from './studio.ts';

test('uploads a picture and crops it', async ({ page, content }) => {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f6b63' } });
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() };
  await openDocument(page, 'siteSettings', 'siteSettings');
  const logo = () => content.fetch('*[_id == "drafts.siteSettings"][0].logo');
  const input = page.getByTestId('image-input').first().getByTestId('file-button-input').first();
  await expect(async () => {
    await input.setInputFiles(file);
    await expect.poll(logo, { message: 'the upload begins', timeout: timeouts.attempt }).toBeTruthy();
  }).toPass();
  await page.getByRole('button', { name: 'Open image edit dialog' }).click();
  const tool = page.getByRole('dialog');
  await tool.locator('[data-handle="crop-left"]').hover({ force: true });
  await page.mouse.down();
  await tool.locator('[data-handle="hotspot"]').hover({ force: true });
  await page.mouse.up();
  await expect.poll(logo).toMatchObject({ crop: { left: expect.closeTo(0.5, 0), right: 0 } });
  await tool.getByRole('button', { name: 'Close dialog' }).click();
  const shown = page.locator('img[src*="-640x480.png"]').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('finds and chooses a document to reference', async ({ page, content }) => {
  const city = (id: string, name: string) => ({ _id: id, _type: 'cityPage', name, state: 'Teststate' });
  await content.createOrReplace(city('test-pick-from', 'Pickfrom'));
  await content.createOrReplace(city('test-pick-to', 'Zuckerpur'));
  await openDocument(page, 'cityPage', 'test-pick-from');
  const field = page.getByTestId('field-nearby');
  await field.getByRole('button', { name: 'Add item' }).click();
  await field.getByRole('combobox').fill('Zucker');
  await page.getByTestId('autocomplete-popover').getByText('Zuckerpur').click();
  await expect
    .poll(() => content.fetch('*[_id == "drafts.test-pick-from"][0].nearby[]._ref'))
    .toEqual(['test-pick-to']);
  await expect(field.getByText('Zuckerpur')).toBeVisible();
});
