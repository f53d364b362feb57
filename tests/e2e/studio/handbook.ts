import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { expect, test } from './studio.ts';

const folder = path.join(projectRoot, 'docs/handbook');

/**
 * A picture of the handbook: what it shows must be on the page, so that no picture outlives what it is of. Only
 * `npm run handbook` takes it anew.
 */
export async function picture(page: Page, name: string, shows: Locator) {
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const texts = pages.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(texts.join('\n'), 'what the handbook shows').toContain(`](pictures/${name}.webp)`);
  await expect(shows).toBeVisible();
  if (test.info().config.updateSnapshots !== 'all') return;
  await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
  const screen = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(screen)
    .webp({ quality: 70 })
    .toFile(path.join(folder, 'pictures', `${name}.webp`));
}

/** Counts the clicks of somebody at work; what they type costs none. */
export function clicksOf() {
  let count = 0;
  return {
    async click(target: Locator) {
      await target.click();
      count++;
    },
    count: () => count,
  };
}
