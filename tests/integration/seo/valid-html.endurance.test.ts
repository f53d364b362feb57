import { expect, test } from 'vitest';
import { htmlErrors } from '../../support/html-checker.ts';
import { fetchSite } from '../site/fetched-site.ts';

// The checker also validates the styles of every page.
test('the Nu HTML checker finds no error on any page', async () => {
  const { pages } = await fetchSite();
  expect(await htmlErrors(pages)).toEqual([]);
});
