import { expect, type Page } from '@playwright/test';

export const loadingOverlay = (page: Page) => page.getByText('Preparing your experience...', { exact: true });

/** Opens a page and waits until the loading overlay is gone. */
export async function open(page: Page, url: string) {
  await page.goto(url);
  await expect(loadingOverlay(page)).toBeHidden();
}

/** By how many CSS pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
