import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { hydrate } from '../../support/browser.ts';
import {
  articlePaths,
  articlesPath,
  cityPath,
  jobPaths,
  namedPaths,
  workPaths,
} from '../../support/routes.ts';
import {
  belowFooter,
  coveredFields,
  open,
  overflow,
  setFont,
  smallTargets,
  smallTexts,
  transitionsToEnd,
} from './pages.ts';
import { test } from './site.ts';

/** One page of each kind. The city with the longest name represents all cities. */
const paths = [
  ...namedPaths,
  cityPath('visakhapatnam'),
  articlesPath,
  articlePaths[1] ?? '',
  jobPaths[2] ?? '',
  ...workPaths,
  '/no-such-page',
  '/tender-deposits?tool=deposits&kind=goods&buyer=central&bidder=other&value=999+crore+99&price=',
  ...['/prices', '/tender-services', '/pay-online'].map((path) => `${path}?in=gulf`),
];
const schemes = ['light', 'dark'] as const;
type Appearance = { width: number; colorScheme: (typeof schemes)[number] };
const appearances: Appearance[] = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
];
const otherAppearances: Appearance[] = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns axe's violations as `rule: element`. The dark scheme differs only in colours, so only contrast is checked there. */
async function violations(page: Page, colorScheme: 'light' | 'dark') {
  // The pages have no frames, so axe does not need its own window to collect results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (colorScheme === 'dark'
    ? axe.withRules(['color-contrast'])
    : axe.withTags(rules)
  ).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function expectNoViolation(page: Page, among = [...appearances, ...otherAppearances]) {
  for (const { width, colorScheme } of among) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await transitionsToEnd(page);
    expect(await violations(page, colorScheme), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

for (const path of paths) {
  test(`${path} has no violation in the other colour scheme at each width`, { tag: '@endurance' }, async ({
    page,
  }) => {
    await open(page, path);
    await expectNoViolation(page, otherAppearances);
  });

  test(`${path} has no violation and does not overflow`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, path);
    await setFont(page, 100);
    await expectNoViolation(page, appearances);
    const expectNothingSticksOut = async (width: number, how: string) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), how).toBeLessThanOrEqual(0);
    };
    for (const width of [320, 640, 768, 1920]) await expectNothingSticksOut(width, `${width} px`);
    await page.setViewportSize({ width: 1280, height: 2400 });
    expect(await belowFooter(page), 'space below the footer').toBe(0);
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await smallTargets(page), 'too small for a finger').toEqual([]);
    expect(await smallTexts(page), 'too small to read').toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectNothingSticksOut(390, '390 px, text twice as large');
    await expect(page.locator('h1')).toHaveCount(1);
  });
}

test('the open menu has no violation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, '/about');
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(await violations(page, colorScheme), colorScheme).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

for (const { route, button } of [
  { route: '/contact', button: 'Send via WhatsApp' },
  { route: '/pay-online', button: 'Proceed to Payment' },
])
  test(`${route} has no violation while it shows errors`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(route);
    await hydrate(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await coveredFields(page), `${width} px`).toEqual([]);
    }
    await expectNoViolation(page);
  });
