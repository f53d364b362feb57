import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPage, links, metaOf, shownText } from '../../support/html.ts';
import { htmlErrors } from '../../support/html-checker.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], seed: false });
}, 120_000);
afterAll(() => stack?.stop());

test('an empty dataset shows how to begin, and nothing for search engines', async () => {
  const home = await fetchPage(stack.siteUrl, '/');
  expect(home.status).toBe(200);
  expect(home.root.querySelectorAll('h1')).toHaveLength(1);
  expect(links(home).map(({ href }) => href)).toContain('/studio');
  expect(shownText(home)).toContain('npm run seed');
  expect(metaOf(home, 'robots')).toContain('noindex');
  expect(await htmlErrors([home])).toEqual([]);
});

test.each(['/contact', '/seo-services-delhi', '/opengraph-image/home', '/sitemap/1.xml'])(
  '%s is no error of the server',
  async (path) => {
    expect((await fetch(`${stack.siteUrl}${path}`)).status).toBeLessThan(500);
  },
);

test('outside production robots stay away, and the sitemap has no pages', async () => {
  expect(await (await fetch(`${stack.siteUrl}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
  const sitemap = await fetch(`${stack.siteUrl}/sitemap.xml`);
  expect(sitemap.status).toBe(200);
  expect(await sitemap.text()).not.toContain('<loc>');
});
