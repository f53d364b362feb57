import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmClaims, evidence } from '../../support/confirm-claims.ts';
import { fetchPage, graphOf, metaOf, nodesOf, shownText } from '../../support/html.ts';
import { htmlErrors } from '../../support/html-checker.ts';
import { allPaths } from '../../support/routes.ts';
import { missingForGoogle, vocabularyProblems } from '../../support/schema-org.ts';
import { membersOf, seedDocuments, textOf } from '../../support/seed-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { siteUrl } from './fetched-site.ts';

/** What the agency claims, on a public address. */

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], env: { SITE_URL: siteUrl } });
});
afterAll(() => stack?.stop());

const workPath = '/work/sample';
const seed = seedDocuments();
const sections = (id: string, type: string) =>
  membersOf(
    seed.find(({ _id }) => _id === id),
    'sections',
  ).filter(({ _type }) => _type === type);
const ofType = (type: string) => seed.filter(({ _type }) => _type === type);
const [study] = ofType('caseStudy');

/** Words that only a sample says, each with a page that shows it where samples are shown. */
const samples: [path: string, words: string][] = [
  ...ofType('testimonial').map((one): [string, string] => ['/', textOf(one, 'quote')]),
  ...ofType('testimonial').map((one): [string, string] => ['/', textOf(one, 'person')]),
  ...sections('page-digital-marketing', 'successStories')
    .flatMap((section) => membersOf(section, 'stories'))
    .map((story): [string, string] => ['/digital-marketing', textOf(story, 'client')]),
  ...sections('page-about', 'textBlock').map((story): [string, string] => [
    '/about',
    textOf(story, 'heading'),
  ]),
  ['/work', textOf(study, 'title')],
  [workPath, textOf(study, 'title')],
];

const page = (path: string) => fetchPage(stack.siteUrl, path);
const text = async (path: string) => (await fetch(`${stack.siteUrl}${path}`)).text();
const sitemapPaths = async () =>
  [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
const shows = async (path: string, words: string) => shownText(await page(path)).includes(words);
const eventually = (path: string, words: string, isThere: boolean) =>
  expect.poll(() => shows(path, words), { timeout: 5_000, message: `${path}: ${words}` }).toBe(isThere);

test('no sample is on any page, in its data, in the sitemap or in the feed', async () => {
  expect(samples).toHaveLength(12);
  for (const path of [...allPaths, '/work', '/sitemap.xml', '/articles/feed.xml']) {
    const answer = await text(path);
    const found = samples.filter(([, words]) => answer.includes(words)).map(([, words]) => words);
    expect(found, path).toEqual([]);
  }
  expect((await page(workPath)).status).toBe(404);
  expect((await fetch(`${stack.siteUrl}/opengraph-image${workPath}`)).status).toBe(404);
  expect((await sitemapPaths()).toSorted()).toEqual(allPaths.toSorted());
  expect(metaOf(await page('/work'), 'robots')).toContain('noindex');
  // An empty section leaves nothing behind, its heading neither; figures stay.
  expect(shownText(await page('/'))).not.toContain('What clients say');
  expect(shownText(await page('/'))).toContain('750+');
}, 90_000);

test('what is confirmed is shown, until the day that it holds to', async () => {
  await confirmClaims(stack.client('editor'));
  for (const [path, words] of samples) await eventually(path, words, true);
  await expect.poll(sitemapPaths, { timeout: 5_000 }).toEqual(expect.arrayContaining(['/work', workPath]));
  expect(metaOf(await page('/work'), 'robots')).toBe('index, follow');
  for (const path of ['/', '/about', '/digital-marketing', '/work'])
    expect((await page(path)).root.querySelectorAll('.claim-mark')).toEqual([]);

  const work = await page(workPath);
  expect(work.root.querySelectorAll('h1')).toHaveLength(1);
  expect(shownText(work)).toContain('calls a month');
  expect(work.html).not.toContain(evidence.confirmedBy);
  expect(work.html).not.toContain(textOf(study, 'consent'));
  expect(graphOf(work).flatMap((node) => vocabularyProblems(node))).toEqual([]);
  expect(graphOf(work).flatMap((node) => missingForGoogle(node))).toEqual([]);
  expect(nodesOf(work, 'Article')[0]).toMatchObject({ contentLocation: [{ name: 'Pune' }] });
  expect(nodesOf(work, 'BreadcrumbList')).toHaveLength(1);
  expect(brotliCompressSync(work.html).length).toBeLessThan(15_000);
  expect(await htmlErrors([work, await page('/work')])).toEqual([]);

  const past = { ...evidence, validUntil: '2026-02-01' };
  const client = stack.client('editor');
  for (const { _id } of [...ofType('testimonial'), ...ofType('caseStudy')])
    await client.patch(_id).set({ evidence: past }).commit();
  for (const [path, words] of samples)
    await eventually(path, words, ['/about', '/digital-marketing'].includes(path));
  expect(await sitemapPaths()).not.toContain(workPath);
});
