import type { Page } from '@playwright/test';
import { expect, test, testimonial, visit } from './studio.ts';

/** Searches everywhere and returns the titles of the results. */
async function search(page: Page, text: string) {
  await page.getByTestId('studio-search').click();
  await page.getByPlaceholder('Search').fill(text);
  return page.getByTestId('search-results');
}

test('the search forgives one wrong letter, and lists titles and pages first', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-zebra',
    _type: 'page',
    title: 'About zebras',
    slug: { _type: 'slug', current: 'test-zebra' },
  });
  await content.createOrReplace({ _id: 'test-headline', _type: 'article', title: 'Headlines that hold' });
  await content.createOrReplace({ ...testimonial('a-quote'), quote: 'Zebrawood, zebrawood and zebrawood.' });
  await content.createOrReplace(testimonial('test-quote', 'Zebrawood Works'));
  await visit(page, '/studio/structure');
  const results = await search(page, 'zebrs');
  await expect(results.getByText('About zebras')).toBeVisible();
  await page.getByPlaceholder('Search').fill('zebra');
  await expect(results.getByRole('link')).toHaveText([/About zebras/, /Zebrawood Works/, /Somebody/]);
  for (const [typed, found] of [
    ['testimonal', 'Zebrawood Works'],
    ['polcy', 'Refund policy'],
    ['hedline', 'Headlines that hold'],
  ] as const) {
    await page.getByPlaceholder('Search').fill(typed);
    await expect(results.getByText(found)).toBeVisible();
  }
});

test('the first page finds a word with one wrong letter', async ({ page }) => {
  await visit(page, '/studio/start');
  await page.getByRole('searchbox').fill('polcy');
  await expect(page.getByRole('search').getByText('Refund policy').first()).toBeVisible();
});
