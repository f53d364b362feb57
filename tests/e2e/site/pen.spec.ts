import { expect, type Page } from '@playwright/test';
import { drawStroke, strokeFor } from '#web/components/drawings/pen-strokes.ts';
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

/** Puts marked texts into the first example document, as an editor would. */
async function writeLines(page: Page, texts: readonly string[]) {
  const marked = texts.map((text, line) => {
    const stroke = strokeFor('circle', text) ?? 'ring';
    return { text, stroke, path: drawStroke(stroke, line) };
  });
  await page
    .getByRole('figure')
    .first()
    .getByRole('list')
    .first()
    .evaluate((list, lines) => {
      list.innerHTML = lines
        .map(
          ({ text, stroke, path }) =>
            `<li class="marked is-circle"><b>Term</b> <em class="pen pen-${stroke}">${text}<svg class="nib" viewBox="0 0 100 100" preserveAspectRatio="none"><path d="${path}"/></svg></em> <i>Note</i></li>`,
        )
        .join('');
    }, marked);
}

/** Returns the texts of the first example document that a ring crosses. */
const crossedTexts = (page: Page) =>
  page
    .getByRole('figure')
    .first()
    .evaluate((figure) => {
      const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
      const texts: { text: string; boxes: DOMRect[] }[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        texts.push({ text: walker.currentNode.nodeValue ?? '', boxes: [...range.getClientRects()] });
      }
      const rings = [...figure.querySelectorAll<SVGPathElement>('[class*="pen-ring"] > svg > path')];
      const points = rings.flatMap((ring) => {
        const length = ring.getTotalLength();
        const matrix = ring.getScreenCTM();
        return Array.from({ length: 200 }, (_, index) =>
          ring.getPointAtLength((length * index) / 199).matrixTransform(matrix ?? undefined),
        );
      });
      const crossed = texts.filter(({ text, boxes }) =>
        boxes.some(
          ({ left, right, top, bottom }) =>
            text.trim() && points.some(({ x, y }) => x > left && x < right && y > top && y < bottom),
        ),
      );
      return { crossed: crossed.map(({ text }) => text) };
    });

for (const width of [320, 390, 1280])
  test(`at ${width} pixels, no ring crosses a letter, however long the word and in any script`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/about', '/tender-services']) {
      await open(page, path);
      expect((await crossedTexts(page)).crossed, path).toEqual([]);
    }
    const words = ['7', '₹0', 'WWWWWW', '₹40 lakh', 'x'.repeat(18), 'Wide words of the widest letters WWW'];
    const scripts = ['तीन साल में ₹40 लाख', 'अंतिम तिथि', 'ثلاثون ألف درهم', 'آخر موعد'];
    await writeLines(page, [...words, ...scripts]);
    expect((await crossedTexts(page)).crossed).toEqual([]);
  });
