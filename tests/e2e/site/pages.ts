import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../../apps/environment/environment.ts';

export const loadingOverlay = (page: Page) => page.getByText('Preparing your experience...', { exact: true });

/** Opens a page and waits until the loading overlay is gone. */
export async function open(page: Page, url: string) {
  await page.goto(url);
  await expect(loadingOverlay(page)).toBeHidden();
}

const noto = 'node_modules/@expo-google-fonts/noto-sans-devanagari';
const fontFiles = [
  { family: 'sans', weight: '400', file: `${noto}/400Regular/NotoSansDevanagari_400Regular.ttf` },
  { family: 'sans', weight: '600', file: `${noto}/600SemiBold/NotoSansDevanagari_600SemiBold.ttf` },
  { family: 'display', weight: '700', file: 'web/fonts/display.woff2' },
];

/**
 * Sets the open page in fonts that the test brings, so that it is as wide and high on every machine: headings in their
 * own font, all else in Noto Sans, whose letters are `percent` as wide as usual. The last call counts.
 */
export async function setFont(page: Page, percent: number) {
  const fonts = fontFiles.map(({ file, ...font }) => ({
    ...font,
    name: `tested-${font.family}-${percent}`,
    sizeAdjust: font.family === 'sans' ? `${percent}%` : '100%',
    base64: readFileSync(path.join(projectRoot, file)).toString('base64'),
  }));
  // By script: the pages' policy allows no other style sheet and no other font.
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

/** Waits for transitions: axe would measure colours halfway from one scheme to the other. */
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

/** By how many CSS pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The lines that a page draws through figures: its unit, the figures as text, and how high it stands at each. */
function drawnLines(page: Page) {
  return page.locator('.plot').evaluateAll((plots) =>
    plots.map((plot) => ({
      unit: plot.parentElement?.querySelector('figcaption')?.textContent?.match(/\((.+)\)/)?.[1],
      values: [...plot.querySelectorAll('.figure-value')].map(({ textContent }) =>
        Number(textContent?.replaceAll(',', '')),
      ),
      // The line is the path without an area under it.
      heights: [
        ...(plot.querySelector('path:not([class])')?.getAttribute('d') ?? '').matchAll(/ ([\d.]+)/g),
      ].map(([, y]) => 100 - Number(y)),
    })),
  );
}

/** A drawn line goes through figures of one kind, each at its height. Returns how many lines there are. */
export async function expectHonestLines(page: Page): Promise<number> {
  const lines = await drawnLines(page);
  for (const { unit, values, heights } of lines) {
    expect(unit, 'what the line counts').toBeTruthy();
    expect(heights).toHaveLength(values.length);
    const highest = Math.max(...values);
    const scale = Math.max(...heights) / highest;
    values.forEach((value, index) => {
      expect(heights[index], `height of ${value}`).toBeCloseTo(value * scale, 1);
    });
  }
  return lines.length;
}

/** Targets of a finger that are less than 44 CSS pixels high or wide. Links within sentences may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, summary, input, select, textarea').evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility() && !target.closest('p, .prose, label, .skip-link'))
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 43.9)
      .map(({ target, box }) => `${target.textContent || target.id}: ${box.width} x ${box.height}`),
  );
}

/** Texts of papers and drawings that are drawn smaller than 12 CSS pixels. */
export function smallTexts(page: Page): Promise<string[]> {
  return page.locator('.paper *, main svg text').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const hasText = [...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) =>
        Boolean(nodeType === Node.TEXT_NODE && data?.trim()),
      );
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      return hasText && size < 11.99 ? [`${element.textContent}: ${size} px`] : [];
    }),
  );
}

/** The fields, if any, that a notice of the form covers. */
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

/** How much of the page lies below its footer, in CSS pixels. */
export function belowFooter(page: Page): Promise<number> {
  return page.evaluate(() => {
    const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
    // The height of a page is rounded, its footer's end is not.
    return Math.floor(Math.abs(document.documentElement.scrollHeight - window.scrollY - footer));
  });
}
