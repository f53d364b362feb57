import { expect, type Page } from '@playwright/test';
import { test } from '../../support/browser.ts';
import { cityPath } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { open, overflow, setFont } from './pages.ts';

/**
 * Text widths as a percentage of Noto Sans: Arial Narrow about 79, Arial and the fonts on phones about 96, DejaVu Sans 108,
 * Verdana about 112.
 */
const fonts = [
  { name: 'a narrow', percent: 75 },
  { name: 'a usual', percent: 96 },
  { name: 'a wide', percent: 108 },
  { name: 'a very wide', percent: 115 },
];
const paths = [
  '/',
  '/about',
  '/contact',
  '/pay-online',
  '/digital-marketing',
  '/tender-services',
  '/careers',
  '/refund-policy',
  cityPath('visakhapatnam'),
  '/no-such-page',
];
const widths = [320, 390, 768, 1024, 1280];
const agencyName =
  'Shree Lakshminarayan Enterprises Digital Marketing and Tender Consultancy Private Limited';

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack({ parts: ['lake'] });
  await stack.client('editor').patch('siteSettings').set({ agencyName }).commit();
  await stack.start('site');
});
test.afterAll(async () => stack.stop());

/** Returns visible texts that are cut off, broken inside a word, or covered by other text. */
function findTextProblems(page: Page, root: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const problems = new Set<string>();
    const lines: { parent: Element; text: string; box: DOMRect }[] = [];
    const framed = 'button, .action, .nav-link, .row-link, summary, label, td, th, .panel, .ruled, .stamp';
    /** Whether text that overflows the element is hidden or looks wrong. */
    const isBox = (element: Element) => {
      const { display, overflowX, overflowY } = getComputedStyle(element);
      return (
        display !== 'inline' &&
        (element.matches(framed) || overflowX !== 'visible' || overflowY !== 'visible')
      );
    };
    const boxesOf = (element: Element | null): DOMRect[] => {
      if (!element || element === document.body)
        return [new DOMRect(0, 0, document.documentElement.clientWidth, document.body.scrollHeight)];
      // Text in a scrollable element is not cut off.
      if (/auto|scroll/.test(getComputedStyle(element).overflowX)) {
        const { left, top, height } = element.getBoundingClientRect();
        return [new DOMRect(left - element.scrollLeft, top, element.scrollWidth, height)];
      }
      return [
        ...(isBox(element) ? [element.getBoundingClientRect()] : []),
        ...boxesOf(element.parentElement),
      ];
    };
    const rangeOf = (node: Text, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const inspect = (node: Text, parent: Element) => {
      const text = node.data.trim();
      // A handwritten note crosses the margin of its paper, and a stamp its edge.
      const outer = boxesOf(parent.closest('.mock-up :is(i, .stamp)')?.closest('figure') ?? parent);
      const boxes = rangeOf(node, 0, node.length);
      for (const box of boxes) {
        lines.push({ parent, text, box });
        // A line box is higher than its letters; one pixel is rounding.
        const isCut = outer.some(
          ({ left, right, top, bottom }) =>
            box.left < left - 1 || box.right > right + 1 || box.top < top - 6 || box.bottom > bottom + 6,
        );
        if (isCut) problems.add(`cut: ${text}`);
      }
      // A word on one line is not broken.
      if (boxes.length < 2) return;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const [first, ...others] = rangeOf(node, index, index + word.length);
        if (others.some(({ top }) => Math.abs(top - (first?.top ?? top)) > 1))
          problems.add(`broken: ${word} in ${text}`);
      }
    };
    window.scrollTo(0, 0);
    const walker = document.createTreeWalker(
      document.querySelector(selector) ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!(node instanceof Text) || !parent || node.data.trim() === '') continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // Visible to screen readers only.
      if (getComputedStyle(parent).clipPath === 'inset(50%)') continue;
      if (!parent.closest('[href="#content"], svg, option')) inspect(node, parent);
    }
    const areApart = (one: Element, other: Element) => !one.contains(other) && !other.contains(one);
    for (const [index, one] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > one.box.height / 3 && areApart(one.parent, other.parent))
          problems.add(`covered: ${one.text} by ${other.text}`);
      }
    return [...problems];
  }, root);
}

/** Checks that the menu in the header is on one line. */
async function expectOneLine(page: Page, width: number, where: string) {
  const boxes = await page
    .locator('header :is(button, .nav-link, .action)')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  expect(boxes, where).toHaveLength(width < 1024 ? 1 : 6);
  const middles = boxes.map((box) => Math.round(box.y + box.height / 2));
  expect(new Set(middles).size, `${where}: lines of the menu`).toBe(1);
}

for (const [at, shownPath] of paths.entries())
  test(`${shownPath} has no cut, broken or covered text, and the menu is on one line`, {
    tag: at === 0 ? [] : '@endurance',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, `${stack.siteUrl}${shownPath}`);
    await expect(page.locator('header')).toContainText(agencyName);
    for (const { name, percent } of fonts) {
      await setFont(page, percent);
      for (const width of widths) {
        const where = `in ${name} font at ${width} px`;
        await page.setViewportSize({ width, height: 800 });
        expect(await findTextProblems(page, 'body'), where).toEqual([]);
        expect(await overflow(page), where).toBeLessThanOrEqual(0);
        await expectOneLine(page, width, where);
      }
      // The menu is the same on every page.
      if (at > 0) continue;
      await page.setViewportSize({ width: 320, height: 800 });
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
      expect(await findTextProblems(page, 'header nav'), `open menu in ${name} font`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
