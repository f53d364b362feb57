import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { expect, test } from './studio.ts';

const handbook = path.join(projectRoot, 'docs/handbook');
const pages = readdirSync(handbook).filter((file) => file.endsWith('.md'));
const documents = [path.join(projectRoot, 'README.md'), ...pages.map((file) => path.join(handbook, file))];

/** Returns the path of the picture that the handbook or the README shows under this name. */
function pictureFile(name: string): string {
  for (const document of documents) {
    const [, link] = readFileSync(document, 'utf8').match(`\\]\\(([\\w/]*pictures/${name}\\.webp)\\)`) ?? [];
    if (link) return path.join(path.dirname(document), link);
  }
  throw new Error(`No page of the handbook shows a picture named "${name}".`);
}

/**
 * Checks that a picture's subject is still on the page. With `npm run handbook`, also takes the picture again. `name` is
 * its file in the handbook or the README, without the extension.
 */
export async function picture(page: Page, name: string, shows: Locator) {
  const file = pictureFile(name);
  await expect(shows).toBeVisible();
  if (test.info().config.updateSnapshots !== 'all') return;
  await expect(page.getByText(/^(?:Loading|Finding the pages)/).filter({ visible: true })).toHaveCount(0);
  const screen = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(screen).webp({ quality: 45 }).toFile(file);
}
