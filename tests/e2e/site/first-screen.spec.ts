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
  test(`on a screen of ${screen.width} pixels, every exhibit is whole before anybody scrolls`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    for (const path of documents) {
      await open(page, path);
      await setFont(page, 100);
      const lines = page.getByRole('figure').first().getByRole('listitem');
      expect(await lowerEdge(lines.last()), path).toBeLessThanOrEqual(screen.height);
    }
    await open(page, '/');
    await setFont(page, 100);
    for (const shop of await page.getByRole('main').getByRole('img', { name: /shop/ }).all())
      expect(await lowerEdge(shop)).toBeLessThanOrEqual(screen.height);
    await open(page, '/contact');
    await setFont(page, 100);
    const numbers = page.getByRole('main').locator('section').first().getByRole('link', { name: /\+\d/ });
    expect(await lowerEdge(numbers.nth(2))).toBeLessThanOrEqual(screen.height);
  });
