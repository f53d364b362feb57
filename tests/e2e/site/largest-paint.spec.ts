import { expect, type Page } from '@playwright/test';
import { cityPath } from '../../support/routes.ts';
import { test } from './site.ts';

/**
 * Returns when the page's scripts sent their first request, and when its largest element was painted, or had loaded if it is
 * a picture: a busy machine shows it some frames later. Milliseconds.
 */
const timesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ requested: number; painted: number }>((resolve) =>
        new PerformanceObserver((list) =>
          resolve({
            requested: Math.min(
              ...performance
                .getEntriesByType('resource')
                .filter(({ name }) => /\/(?:islands|api)\//.test(name))
                .map(({ startTime }) => startTime),
            ),
            painted: Math.max(
              ...list.getEntries().map((entry) => Number(Reflect.get(entry, 'loadTime')) || entry.startTime),
            ),
          }),
        ).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  );

for (const path of [
  '/',
  cityPath('surat'),
  '/tender-services',
  '/contact',
  '/pay-online',
  '/pay-online?bill=7',
])
  test(`the scripts of ${path} request nothing before the largest paint`, async ({ page }) => {
    const scripts = page.waitForRequest(/\/islands\/after-paint-/);
    await page.goto(path);
    await scripts;
    const { requested, painted } = await timesOf(page);
    expect(painted).toBeGreaterThan(0);
    expect(requested).toBeGreaterThanOrEqual(painted);
  });
