import { expect, type Page } from '@playwright/test';
import { cityPath } from '../../support/routes.ts';
import { test } from './site.ts';

/** Returns when the page's scripts sent their first request, and when its largest element was painted. Milliseconds. */
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
            painted: Math.max(...list.getEntries().map(({ startTime }) => startTime)),
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

/** Opens a page that never finishes loading, because its heading font does not arrive. */
async function openWithoutFont(page: Page, url: string) {
  await page.route('**/*.woff2', () => {});
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
}

for (const { path, name, start } of [
  { path: '/contact', name: 'Name', start: 'keyboard' },
  { path: '/pay-online', name: 'Customer Name', start: 'keyboard' },
  { path: '/contact', name: 'Name', start: 'pointer' },
])
  test(`the first use of the ${start} hydrates the form of ${path} at once and loses no key`, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await openWithoutFont(page, path);
    const field = page.getByLabel(name, { exact: true });
    await expect(field).toBeVisible();
    expect(requests.filter((one) => one.startsWith('/islands/'))).toEqual([]);
    if (start === 'keyboard') await field.focus();
    else await field.click();
    await page.keyboard.type('Asha Gupta');
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
    await page.keyboard.type(' and Sons');
    await expect(field).toHaveValue('Asha Gupta and Sons');
    expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
  });
