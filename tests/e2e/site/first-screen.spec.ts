import { expect, type Locator } from '@playwright/test';
import { open, setFont } from './pages.ts';
import { test } from './site.ts';

const screens = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const documents = ['/about', '/digital-marketing', '/tender-services', '/prices', '/careers'];

/** Returns the lower edge of an element, in pixels from the top of the screen. */
const lowerEdge = async (element: Locator) => {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Infinity;
};

for (const screen of screens)
  test(`a screen of ${screen.width} pixels shows heading, button and the exhibit's point before anybody scrolls`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    const show = async (path: string) => {
      await open(page, path);
      await setFont(page, 100);
      const main = page.getByRole('main');
      for (const part of [main.getByRole('heading', { level: 1 }), main.locator('.action').first()])
        expect(await lowerEdge(part), path).toBeLessThanOrEqual(screen.height);
    };
    for (const path of documents) {
      await show(path);
      for (const part of await page.locator('.mock-up').locator('.stamp, .is-total, .is-strike').all())
        expect(await lowerEdge(part), path).toBeLessThanOrEqual(screen.height);
    }
    await show('/seo-services-surat');
    await show('/');
    for (const shop of await page.getByRole('main').getByRole('img', { name: /shop/ }).all())
      expect(await lowerEdge(shop)).toBeLessThanOrEqual(screen.height);
    await open(page, '/contact');
    await setFont(page, 100);
    const numbers = page.getByRole('main').locator('section').first().getByRole('link', { name: /\+\d/ });
    expect(await lowerEdge(numbers.nth(2))).toBeLessThanOrEqual(screen.height);
  });

test('a wide picture in place of a document runs off both edges', async ({ page, stack }) => {
  const client = stack.client('editor');
  const picture = await client.fetch('*[_id == "page-home"][0].sections[0].street.houses[0].picture');
  await client
    .patch('page-careers')
    .set({
      'sections[0].art': 'image',
      'sections[0].picture': picture,
      'sections[0].pictureShape': 'wide',
      'sections[0].pictureCaption': 'Our shop',
    })
    .commit();
  const shown = page.getByRole('main').getByRole('img').first();
  await expect
    .poll(async () => {
      await open(page, '/careers');
      return shown.count();
    })
    .toBe(1);
  const box = await shown.boundingBox();
  expect(box?.x).toBeLessThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(page.viewportSize()?.width ?? 0);
  expect((await page.getByText('Our shop').boundingBox())?.x).toBeGreaterThanOrEqual(20);
});
