import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { timeouts } from '../../support/timeouts.ts';
import { activeEditor, expect, openDocument, test, textField, visit } from './studio.ts';

test('uploads a picture, crops it and sets what must stay visible', async ({ page, content }) => {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f6b63' } });
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() };
  await visit(page, '/studio/structure/siteSettings');
  const logo = () => content.fetch('*[_id == "drafts.siteSettings"][0].logo');
  await expect(async () => {
    await page
      .getByTestId('image-input')
      .first()
      .getByTestId('file-button-input')
      .first()
      .setInputFiles(file);
    await expect.poll(logo, { message: 'the upload begins', timeout: timeouts.attempt }).toBeTruthy();
  }).toPass();
  await expect
    .poll(logo)
    .toMatchObject({ asset: { _ref: expect.stringMatching(/^image-[0-9a-f]{40}-640x480-png$/) } });

  await page.getByRole('button', { name: 'Open image edit dialog' }).click();
  const tool = page.getByRole('dialog');
  await drag(page, tool.locator('[data-handle="crop-left"]'), { x: 100, y: 0 });
  await expect.poll(logo).toMatchObject({ crop: { left: expect.closeTo(0.2, 1), right: 0 } });
  await drag(page, tool.locator('[data-handle="hotspotHandle"]'), { x: -60, y: -60 });
  await expect.poll(logo).toMatchObject({ hotspot: { height: expect.closeTo(0.68, 1) } });
  await drag(page, tool.locator('[data-handle="hotspot"]'), { x: 0, y: -40 });
  await expect.poll(logo).toMatchObject({ hotspot: { y: expect.closeTo(0.4, 1) } });
  await tool.getByRole('button', { name: 'Close dialog' }).click();

  const shown = page.locator('img[src*="-640x480.png"]').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

/** Drags a handle by some pixels, in steps as a hand does. */
async function drag(page: Page, handle: Locator, by: { x: number; y: number }) {
  await handle.hover({ force: true });
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle is not on the screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 8 });
  await page.mouse.up();
}

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

test('writes text with formatting and lists', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'test-rich', _type: 'jobOpening', title: 'Text tester' });
  await openDocument(page, 'jobOpening', 'test-rich');
  const field = page.getByTestId('field-description');
  await activeEditor(page, 'description');
  await page.keyboard.type('You will ');
  await field.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('measure');
  await page.keyboard.press('Enter');
  await field.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.type('first point');
  await expect
    .poll(() =>
      content.fetch(
        '*[_id == "drafts.test-rich"][0].description[]{style, listItem, "spans": children[]{text, marks}}',
      ),
    )
    .toMatchObject([
      {
        style: 'normal',
        spans: [
          { text: 'You will ', marks: [] },
          { text: 'measure', marks: ['strong'] },
        ],
      },
      { style: 'normal', listItem: 'bullet', spans: [{ text: 'first point' }] },
    ]);
});

test('finds a document by its text', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-search',
    _type: 'testimonial',
    person: 'Wordly Finder',
    role: 'Reader',
    quote: 'The quicksilver clause was the one that won us the tender.',
  });
  await visit(page, '/studio');
  await page.getByTestId('studio-search').click();
  await page.getByPlaceholder('Search').last().fill('quicksilver');
  await page.getByTestId('search-results').getByText('Wordly Finder').click();
  await expect(textField(page, 'person')).toHaveValue('Wordly Finder');
});
