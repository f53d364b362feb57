import { expect, type Page } from '@playwright/test';
import { hold, open } from './pages.ts';
import { test } from './site.ts';

const handFont = /\/hand\.[\w-]+\.woff2$|\/hand[\w.-]*\.woff2$/;

/** Opens a page. Returns the paths of the fonts and drawings that it requested. */
async function filesOf(page: Page, url: string): Promise<string[]> {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(page, url);
  await page.evaluate(() => document.fonts.ready);
  return requested;
}

test('the hand of notes is loaded only where there are notes, and cached for good', async ({
  page,
  stack,
}) => {
  const files = await filesOf(page, '/terms-conditions');
  expect(files.filter((file) => /hand|print/.test(file))).toEqual([]);
  const marked = await filesOf(page, '/tender-services');
  for (const wanted of [handFont, /\/print[\w.-]*\.woff2$/]) {
    const file = marked.find((one) => wanted.test(one));
    expect(file, `${wanted}`).toBeDefined();
    const { headers } = await fetch(`${stack.siteUrl}${file}`);
    expect(headers.get('cache-control')).toContain('immutable');
  }
});

for (const path of ['/about', '/tender-services', '/careers'])
  test(`nothing moves when the fonts of the example document of ${path} arrive late`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const release = await hold(page, /\/(hand|print)[\w.-]*\.woff2$/);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const lines = page.locator('.mock-up li');
    await expect(lines.nth(2)).toBeAttached();
    const heights = () => lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
    const isLoaded = () => page.evaluate(() => document.fonts.check('16px Hand'));
    const before = await heights();
    expect(await isLoaded()).toBe(false);
    release('arrive');
    await expect.poll(isLoaded).toBe(true);
    // Baselines of the fonts may differ by a pixel. Another break of a line would move everything below.
    for (const [index, height] of (await heights()).entries())
      expect(Math.abs(height - (before[index] ?? 0)), `line ${index + 1}`).toBeLessThan(2);
  });

test('in forced colours and on paper, the strokes of the pen stay visible', async ({ page }) => {
  await open(page, '/careers');
  const strokes = () =>
    page
      .locator('.pen')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((text) => {
          const nib = text.querySelector('svg');
          return nib && { stroke: getComputedStyle(nib).stroke, text: getComputedStyle(text).color };
        }),
      );
  await page.emulateMedia({ forcedColors: 'active' });
  for (const one of await strokes()) expect(one?.stroke).toBe(one?.text);
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  for (const one of await strokes()) expect(one?.stroke).not.toBe('none');
});

test('words twice as long stay inside their board or document', async ({ page, stack }) => {
  const content = stack.client('administrator');
  const twice = async (id: string, path: string) => {
    const found = path.replaceAll(']', '][0]');
    const words = await content.fetch<string>(`*[_id == $id][0].sections[0].${found}`, { id });
    await content
      .patch(id)
      .set({ [`sections[0].${path}`]: `${words} ${words}` })
      .commit();
  };
  await twice('page-home', 'street.houses[_key=="lit"].signs[_key=="board"].note');
  await twice('page-prices', 'paper.lines[_key=="total"].term');
  await twice('page-careers', 'paper.lines[_key=="2022-to-2024"].text');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, words, frame] of [
    ['/', '.sign i', '.ground'],
    ['/prices', '.is-total b', '.ruled'],
    ['/careers', '.is-strike .pen', '.ruled'],
  ] as const) {
    await open(page, path);
    const [inner, outer] = await Promise.all(
      [page.locator(words), page.locator(frame).filter({ has: page.locator(words) })].map((one) =>
        one.first().evaluate((element) => element.getBoundingClientRect().toJSON()),
      ),
    );
    expect(inner.left).toBeGreaterThan(outer.left - 1);
    expect(inner.right).toBeLessThan(outer.right + 1);
  }
});
