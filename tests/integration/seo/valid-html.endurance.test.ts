import { expect, test } from 'vitest';
import { htmlErrors } from '../../support/html-checker.ts';
import { fetchSite } from '../site/fetched-site.ts';

// It reads the styles of every page, too.
test('no page has an error by the Nu HTML checker', async () => {
  const { stack, pages } = await fetchSite();
  try {
    expect(await htmlErrors(pages)).toEqual([]);
  } finally {
    await stack.stop();
  }
});
