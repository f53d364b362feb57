import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../../apps/environment/environment.ts';

export const loadingOverlay = (page: Page) => page.getByText('Preparing your experience...', { exact: true });

/** Opens a page and waits until the loading overlay has disappeared. */
export async function open(page: Page, url: string) {
  await page.goto(url);
  await expect(loadingOverlay(page)).toBeHidden();
}

/** Holds requests back until the test lets them arrive or fail. Returns the function that does. */
export async function hold(page: Page, url: string | RegExp) {
  const held = Promise.withResolvers<'arrive' | 'fail'>();
  await page.route(url, async (route) => {
    await ((await held.promise) === 'arrive' ? route.continue() : route.abort());
  });
  return held.resolve;
}

const noto = 'node_modules/@expo-google-fonts/noto-sans-devanagari';
const fontFiles = [
  { family: 'sans', weight: '400', file: `${noto}/400Regular/NotoSansDevanagari_400Regular.ttf` },
  { family: 'sans', weight: '600', file: `${noto}/600SemiBold/NotoSansDevanagari_600SemiBold.ttf` },
  { family: 'display', weight: '700', file: 'web/fonts/display.woff2' },
];

/**
 * Replaces the open page's fonts, so that its size is the same on every machine: headings keep their font, other text uses
 * Noto Sans at `percent` of its width. The last call wins.
 */
export async function setFont(page: Page, percent: number) {
  const fonts = fontFiles.map(({ file, ...font }) => ({
    ...font,
    name: `tested-${font.family}-${percent}`,
    sizeAdjust: font.family === 'sans' ? `${percent}%` : '100%',
    base64: readFileSync(path.join(projectRoot, file)).toString('base64'),
  }));
  // Set by script, because the pages' policy allows no other style sheet and no other font.
  await page.evaluate(async (given) => {
    const sheet = new CSSStyleSheet();
    const use = given.map(({ family, name }) => `--font-${family}: ${name} !important`);
    sheet.replaceSync(`:root { ${use.join('; ')} }`);
    for (const { name, base64, weight, sizeAdjust } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const descriptors = { weight, sizeAdjust };
      document.fonts.add(await new FontFace(name, bytes, descriptors).load());
    }
    document.adoptedStyleSheets.push(sheet);
  }, fonts);
}

/** Waits for transitions to end, because axe would measure colours between two schemes. */
export async function transitionsToEnd(page: Page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Returns by how many CSS pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Returns touch targets smaller than 44 CSS pixels. Links within sentences may be smaller, and so may the names on a map,
 * because the list next to it has the same links.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, summary, input, select, textarea').evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility() && !target.closest('p, .prose, label, .skip-link, svg'))
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 43.9)
      .map(({ target, box }) => `${target.textContent || target.id}: ${box.width} x ${box.height}`),
  );
}

/** Returns texts of example documents and drawings that are smaller than 12 CSS pixels. */
export function smallTexts(page: Page): Promise<string[]> {
  return page.locator('.mock-up *, main svg text').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const hasText = [...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) =>
        Boolean(nodeType === Node.TEXT_NODE && data?.trim()),
      );
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      return hasText && element.checkVisibility() && size < 11.99
        ? [`${element.textContent}: ${size} px`]
        : [];
    }),
  );
}

/** Returns the fields that a toast covers. */
export function coveredFields(page: Page): Promise<string[]> {
  return page.locator('input, select, textarea').evaluateAll((fields) => {
    const notices = [...document.querySelectorAll('.notice[data-state]')].map((one) =>
      one.getBoundingClientRect(),
    );
    return fields
      .map((field) => ({ field, box: field.getBoundingClientRect() }))
      .filter(({ box }) =>
        notices.some(
          ({ left, right, top, bottom }) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        ),
      )
      .map(({ field }) => field.id);
  });
}

/** Returns the height of the page below its footer, in CSS pixels. */
export function belowFooter(page: Page): Promise<number> {
  return page.evaluate(() => {
    const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
    // A page's height is rounded, but its footer's bottom edge is not.
    return Math.floor(Math.abs(document.documentElement.scrollHeight - window.scrollY - footer));
  });
}
