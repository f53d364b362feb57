import { parse } from 'node-html-parser';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { fetchPage, nodesOf, visibleText } from '../../support/html.ts';
import { articlePaths, articlesPath } from '../../support/routes.ts';
import { sharedStack } from '../../support/shared-stack.ts';

const others = Array.from({ length: 27 }, (_, index) => ({
  slug: `older-${index}`,
  title: `Older <b> & "${index}"`,
}));

const feedPath = '/articles/feed.xml';

const stack = await sharedStack('seeded');
beforeAll(async () => {
  const client = stack.client('editor');
  const model = await client.getDocument('article-how-to-read-a-tender-notice');
  if (!model) throw new Error('The seed has no such article.');
  // Without its times: a new document is one that nobody has changed.
  const fields = Object.fromEntries(Object.entries(model).filter(([name]) => !name.startsWith('_')));
  const transaction = client.transaction();
  for (const [index, { slug, title }] of others.entries())
    transaction.create({
      ...fields,
      _type: 'article',
      _id: `article-${slug}`,
      title,
      slug: { _type: 'slug', current: slug },
      publishedAt: `2025-09-${String(28 - index).padStart(2, '0')}`,
    });
  await transaction.commit();
});

const page = (path: string) => fetchPage(stack.siteUrl, path);
const address = (path: string) => `${stack.siteUrl}${path}`;
const listedAt = async (path: string) =>
  (await page(path)).root
    .querySelectorAll('main li a')
    .flatMap((link) => link.getAttribute('href') ?? [])
    .filter((href) => href.startsWith(`${articlesPath}/`) && !/\/\d+$/.test(href));

describe('the list', () => {
  test('shows all articles, newest first', async () => {
    const all = [...articlePaths, ...others.map(({ slug }) => `/articles/${slug}`)];
    expect(await listedAt(articlesPath)).toEqual(all);
  });
});

test('an article has structured data with its author and dates', async () => {
  const shown = await page('/articles/how-to-read-a-tender-notice');
  expect(visibleText(shown)).toContain('6 October 2025');
  const [node] = nodesOf(shown, 'Article');
  expect(node).toMatchObject({
    headline: 'How to read a tender notice',
    datePublished: '2025-10-06',
    author: { '@type': 'Person', name: 'Arjun Sethi' },
    publisher: { '@id': address('/#organization') },
  });
  // Search engines want pixels, at least 1200 of them across.
  const image = await fetch(String(node?.image)).then((response) => response.arrayBuffer());
  const { format, width } = await sharp(Buffer.from(image)).metadata();
  expect(format).not.toBe('svg');
  expect(width).toBeGreaterThanOrEqual(1200);
  // An article that nobody has changed has its publication day as date of change.
  const [unchanged] = nodesOf(await page('/articles/older-0'), 'Article');
  expect(unchanged?.dateModified).toBe('2025-09-28');
});

describe('the feed', () => {
  test('is well-formed XML and has the newest articles with their dates', async () => {
    const response = await fetch(address(feedPath));
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    // Throws if it is not well-formed.
    new SaxesParser().write(xml).close();
    const texts = (name: string) =>
      [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</`, 'g'))].map(([, text = '']) => text);
    const titles = texts('title');
    expect(titles[0]).toBe('Agency Name: Articles');
    expect(titles).toHaveLength(21);
    expect(titles.map((title) => parse(title).text)).toContain('Older <b> & "3"');
    expect(texts('id').slice(0, 2)).toEqual([address(articlesPath), address(articlePaths[0] ?? '')]);
    const times = [...texts('published'), ...texts('updated')];
    expect(times.filter((time) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time))).toEqual([]);
  });

  test.each([articlesPath, articlePaths[0] ?? ''])('%s links to the feed', async (path) => {
    const alternate = (await page(path)).root.querySelector('head link[rel="alternate"]');
    expect(alternate?.getAttribute('href')).toBe(address(feedPath));
    expect(alternate?.getAttribute('type')).toBe('application/atom+xml');
  });
});

test('after a publish, a new article appears in the list and the feed', async () => {
  const client = stack.client('editor');
  await client
    .patch('article-older-26')
    .set({ publishedAt: '2025-11-10', title: 'The newest of all' })
    .commit();
  await expect.poll(async () => (await listedAt(articlesPath))[0]).toBe('/articles/older-26');
  await expect.poll(async () => (await fetch(address(feedPath))).text()).toContain('The newest of all');
});
