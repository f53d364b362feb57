import { Parser } from 'htmlparser2';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalOf, fetchPage, links, metaOf, nodesOf, titleOf, visibleText } from '../../support/html.ts';
import { articlePaths, articlesPath } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** With the articles of the seed, this makes two pages of twelve and one of six. */
const others = Array.from({ length: 27 }, (_, index) => ({
  slug: `older-${index}`,
  title: `Older <b> & "${index}"`,
}));

const feedPath = '/articles/feed.xml';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  const client = stack.client('editor');
  const model = await client.getDocument('article-how-to-read-a-tender-notice');
  if (!model) throw new Error('The seed has no such article.');
  const transaction = client.transaction();
  for (const [index, { slug, title }] of others.entries())
    transaction.create({
      ...model,
      _id: `article-${slug}`,
      title,
      slug: { _type: 'slug', current: slug },
      publishedAt: `2025-09-${String(28 - index).padStart(2, '0')}`,
    });
  await transaction.commit();
});
afterAll(() => stack?.stop());

const page = (path: string) => fetchPage(stack.siteUrl, path);
const address = (path: string) => `${stack.siteUrl}${path}`;
const headLink = async (path: string, rel: string) =>
  (await page(path)).root.querySelector(`head link[rel="${rel}"]`)?.getAttribute('href');
const listedAt = async (path: string) =>
  (await page(path)).root
    .querySelectorAll('main li a')
    .flatMap((link) => link.getAttribute('href') ?? [])
    .filter((href) => href.startsWith(`${articlesPath}/`) && !/\/\d+$/.test(href));

describe('the list', () => {
  test('shows all articles, newest first, twelve per page', async () => {
    const pages = await Promise.all([articlesPath, '/articles/2', '/articles/3'].map(listedAt));
    expect(pages.map(({ length }) => length)).toEqual([12, 12, 6]);
    expect(pages.flat()).toEqual([...articlePaths, ...others.map(({ slug }) => `/articles/${slug}`)]);
  });

  test.each([
    [articlesPath, undefined, '/articles/2'],
    ['/articles/2', articlesPath, '/articles/3'],
    ['/articles/3', '/articles/2', undefined],
  ])('%s links to the previous and next page, for readers and search engines', async (path, newer, older) => {
    const visible = await page(path);
    const to = (label: string) => links(visible).find(({ text }) => text === label)?.href;
    expect([to('Newer articles'), to('Older articles')]).toEqual([newer, older]);
    expect([await headLink(path, 'prev'), await headLink(path, 'next')]).toEqual(
      [newer, older].map((neighbour) => neighbour && address(neighbour)),
    );
    expect(canonicalOf(visible)).toBe(address(path));
    expect(visible.root.querySelectorAll('h1')).toHaveLength(1);
  });

  test('every page has its own title', async () => {
    const titles = await Promise.all(
      [articlesPath, '/articles/2', '/articles/3'].map(async (path) => titleOf(await page(path))),
    );
    expect(new Set(titles).size).toBe(3);
  });

  test.each(['0', '1', '01', '4', '2.5', '-2', '99999999', '2/2', '२'])(
    '/articles/%s is not a page',
    async (number) => {
      expect((await page(`/articles/${number}`)).status).toBe(404);
    },
  );

  test.each(['/about/2', '/seo-locations/2', '/2', '/nowhere/2'])(
    '%s, below a page without articles, is not a page',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );
});

describe('an article', () => {
  const path = '/articles/how-to-read-a-tender-notice';

  test('shows its text, table, author, date and related content', async () => {
    const visible = await page(path);
    const text = visibleText(visible);
    for (const phrase of [
      'Four dates that decide whether you can bid',
      'Tender desk',
      '6 October 2025',
      'Read every corrigendum',
    ])
      expect(text).toContain(phrase);
    expect(links(visible)).toContainEqual({ text: 'Lucknow', href: '/seo-services-lucknow' });
    expect(text).toContain('Government and private tenders');
    expect(visible.root.querySelectorAll('h1')).toHaveLength(1);
    expect(links(visible)).toContainEqual({ text: 'Articles', href: articlesPath });
  });

  test('has structured data with its author and dates', async () => {
    const [node] = nodesOf(await page(path), 'Article');
    expect(node).toMatchObject({
      headline: 'How to read a tender notice',
      datePublished: '2025-10-06',
      author: { '@type': 'Person', name: 'Arjun Sethi' },
      publisher: { '@id': address('/#organization') },
      image: expect.stringMatching(/^http.*\/media\/.*w=1280/),
    });
    // An imported article has its publication day as date of change.
    expect(node?.dateModified).toBe('2025-10-06');
  });

  test("has a share image with its title and the agency's name, in the declared size", async () => {
    const visible = await page(path);
    expect(metaOf(visible, 'og:type')).toBe('article');
    expect(metaOf(visible, 'article:published_time')).toBe('2025-10-06');
    const picture = metaOf(visible, 'og:image') ?? '';
    expect(picture).toContain('/opengraph-image/articles/');
    const file = await fetch(picture).then((response) => response.arrayBuffer());
    const { width, height } = await sharp(Buffer.from(file)).metadata();
    expect([metaOf(visible, 'og:image:width'), metaOf(visible, 'og:image:height')]).toEqual([
      String(width),
      String(height),
    ]);
  });
});

describe('the feed', () => {
  /** Returns element names with their texts. Fails on mismatched tags. */
  function elementsOf(xml: string): [string, string][] {
    const open: { name: string; text: string }[] = [];
    const elements: [string, string][] = [];
    const parser = new Parser(
      {
        onopentag: (name) => open.push({ name, text: '' }),
        ontext(text) {
          const inner = open.at(-1);
          if (inner) inner.text += text;
        },
        onclosetag(name, isImplied) {
          const inner = open.pop();
          if (inner?.name !== name) throw new Error(`${inner?.name} is closed by ${name}.`);
          if (isImplied && name !== 'link') throw new Error(`${name} is never closed.`);
          elements.push([name, inner.text]);
        },
      },
      { xmlMode: true },
    );
    parser.end(xml);
    return elements;
  }

  test('is well-formed XML and has the newest articles with their dates', async () => {
    const response = await fetch(address(feedPath));
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const elements = elementsOf(await response.text());
    const titles = elements.flatMap(([name, text]) => (name === 'title' ? text : []));
    expect(titles[0]).toBe('Agency Name: Articles');
    expect(titles).toHaveLength(21);
    expect(titles).toContain('Older <b> & "3"');
    const ids = elements.flatMap(([name, text]) => (name === 'id' ? text : []));
    expect(ids.slice(0, 2)).toEqual([address(articlesPath), address(articlePaths[0] ?? '')]);
    const times = elements.flatMap(([name, text]) => (['published', 'updated'].includes(name) ? text : []));
    expect(times.filter((time) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time))).toEqual([]);
  });

  test.each([articlesPath, '/articles/2', articlePaths[0] ?? ''])('%s links to the feed', async (path) => {
    const alternate = (await page(path)).root.querySelector('head link[rel="alternate"]');
    expect(alternate?.getAttribute('href')).toBe(address(feedPath));
    expect(alternate?.getAttribute('type')).toBe('application/atom+xml');
  });
});

test('the sitemap lists every article once', async () => {
  const sitemap = await (await fetch(address('/sitemap.xml'))).text();
  expect(sitemap.match(/<loc>[^<]*\/articles\/[^<]*<\/loc>/g)).toHaveLength(
    articlePaths.length + others.length,
  );
});

describe('after a publish', () => {
  test('a new article appears in the list and the feed', async () => {
    const client = stack.client('editor');
    await client
      .patch('article-older-26')
      .set({ publishedAt: '2025-11-10', title: 'The newest of all' })
      .commit();
    await expect.poll(async () => (await listedAt(articlesPath))[0]).toBe('/articles/older-26');
    await expect.poll(async () => (await fetch(address(feedPath))).text()).toContain('The newest of all');
  });

  test('a list page disappears with its last article', async () => {
    const client = stack.client('editor');
    await Promise.all(others.slice(0, 6).map(({ slug }) => client.delete(`article-${slug}`)));
    await expect.poll(async () => (await page('/articles/3')).status).toBe(404);
    await expect.poll(() => headLink('/articles/2', 'next')).toBeUndefined();
  });

  test('HR can read articles but not write them', async () => {
    const hr = stack.client('hr');
    expect(await hr.getDocument('article-how-to-read-a-tender-notice')).toMatchObject({ _type: 'article' });
    await expect(
      hr.patch('article-how-to-read-a-tender-notice').set({ title: 'x' }).commit(),
    ).rejects.toMatchObject({
      statusCode: 403,
    });
  });
});
