import { expect, test } from 'vitest';
import { fetchPage, links, metaOf } from '../../support/html.ts';
import { htmlErrors } from '../../support/html-checker.ts';
import { sharedStack } from '../../support/shared-stack.ts';

const stack = await sharedStack('empty');

const textAt = async (path: string) => (await fetch(`${stack.siteUrl}${path}`)).text();

test('an empty dataset shows setup instructions and is not indexed', async () => {
  for (const path of ['/', '/about']) expect(await textAt(path)).toContain('npm run seed');
  const home = await fetchPage(stack.siteUrl, '/');
  expect(home.status).toBe(200);
  expect(home.root.querySelectorAll('h1')).toHaveLength(1);
  expect(links(home).map(({ href }) => href)).toContain('/studio');
  expect(metaOf(home, 'robots')).toContain('noindex');
  expect(home.html).not.toContain('__next_f');
  expect(await htmlErrors([home])).toEqual([]);
});

test.each(['/contact', '/seo-services-delhi', '/opengraph-image/home'])(
  '%s causes no server error',
  async (path) => {
    expect((await fetch(`${stack.siteUrl}${path}`)).status).toBeLessThan(500);
  },
);

test('outside production, robots.txt disallows everything and the sitemap is empty', async () => {
  expect(await (await fetch(`${stack.siteUrl}/robots.txt`)).text()).toBe('User-Agent: *\nDisallow: /\n\n');
  const sitemap = await fetch(`${stack.siteUrl}/sitemap.xml`);
  expect(sitemap.status).toBe(200);
  expect(await sitemap.text()).not.toContain('<loc>');
});

test('the site appears with the first settings', async () => {
  // An incomplete document, which can be published through the API.
  await stack
    .client('editor')
    .create({ _id: 'siteSettings', _type: 'siteSettings', agencyName: 'First words' });
  await expect.poll(() => textAt('/')).not.toContain('npm run seed');
});
