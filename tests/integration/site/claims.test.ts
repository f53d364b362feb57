import { brotliCompressSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findClaims } from '#schemas/claims.ts';
import { propertyOf, textOf as textIn } from '#schemas/property.ts';
import { confirmClaims, evidence } from '../../support/confirm-claims.ts';
import { collapseSpaces, fetchPage, graphOf, metaOf, nodesOf, visibleText } from '../../support/html.ts';
import { htmlErrors } from '../../support/html-checker.ts';
import { publicPaths, typicalPaths, workPaths } from '../../support/routes.ts';
import { missingForGoogle, vocabularyProblems } from '../../support/schema-org.ts';
import { membersOf, seedDocuments, textOf } from '../../support/seed-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { siteUrl } from './fetched-site.ts';

/** Starts the site with the agency's claims on a public address. */

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], env: { SITE_URL: siteUrl } });
});
afterAll(() => stack?.stop());

const [workList = '', workPath = ''] = workPaths;
const seed = seedDocuments();
const sections = (id: string, type: string) =>
  membersOf(
    seed.find(({ _id }) => _id === id),
    'sections',
  ).filter(({ _type }) => _type === type);
const ofType = (type: string) => seed.filter(({ _type }) => _type === type);
const [study] = ofType('caseStudy');
const [settings] = ofType('siteSettings');

/** Fields without text for visitors of the page. */
const unsaid = new Set([
  'evidence',
  'consent',
  'madeFor',
  'slug',
  'services',
  'cities',
  'style',
  'art',
  'side',
  'order',
]);

/** Returns every text in a claim. */
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [collapseSpaces(value)]
    : Object.entries(Object(value))
        .filter(([name]) => !name.startsWith('_') && !unsaid.has(name))
        .flatMap(([, member]) => stringsIn(member));

/** Paths with the texts that occur only in samples, and that the page shows if samples are shown. */
const samples = Object.entries({
  '/': ofType('testimonial'),
  '/digital-marketing': sections('page-digital-marketing', 'successStories').map(({ stories }) => stories),
  '/about': [sections('page-about', 'textBlock'), ofType('person').slice(0, 3)],
  '/contact': ofType('person')
    .slice(0, 3)
    .map(({ name }) => name),
  [workList]: textOf(study, 'title'),
  [workPath]: ofType('caseStudy'),
  // The case study's service links to it.
  '/seo-sem': textOf(study, 'title'),
  '/seo-services-pune': textOf(study, 'title'),
  // A wrong account number would send customers' money to a stranger.
  '/pay-online': textIn(propertyOf(settings, 'bankAccount'), 'details')?.split('\n'),
}).map(([path, claims]) => ({ path, phrases: stringsIn(claims).filter((phrase) => phrase.length > 11) }));
const samplePhrases = samples.flatMap(({ phrases }) => phrases);

const page = (path: string) => fetchPage(stack.siteUrl, path);
const text = async (path: string) => (await fetch(`${stack.siteUrl}${path}`)).text();
const sitemapPaths = async () =>
  [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
/** Returns a page's texts, including those for screen readers and search engines. */
const textsIn = (response: string) => `${collapseSpaces(response)} ${collapseSpaces(parse(response).text)}`;
/** Waits until a page shows all of the phrases, or none. */
async function eventually(path: string, phrases: string[], areThere: boolean) {
  const wrong = async () => {
    const shown = textsIn(await text(path));
    return phrases.filter((phrase) => shown.includes(phrase) !== areThere);
  };
  await expect
    .poll(wrong, { message: `${path}, where they should ${areThere ? 'be' : 'not be'}` })
    .toEqual([]);
}

test('samples appear on no page, in no structured data, sitemap or feed', async () => {
  expect(samplePhrases.length).toBeGreaterThan(30);
  for (const path of [
    ...typicalPaths.filter((one) => publicPaths.includes(one)),
    '/sitemap.xml',
    '/articles/feed.xml',
  ]) {
    const reported = textsIn(await text(path));
    expect(
      samplePhrases.filter((phrase) => reported.includes(phrase)),
      path,
    ).toEqual([]);
    expect(reported, path).not.toMatch(/"(?:aggregateRating|review)"|claim-mark/i);
    expect(reported, path).not.toContain(workPath);
  }
  expect((await page(workPath)).status).toBe(404);
  expect((await fetch(`${stack.siteUrl}/opengraph-image${workPath}`)).status).toBe(404);
  expect((await sitemapPaths()).toSorted()).toEqual(publicPaths.toSorted());
  // An empty section is removed with its heading. Figures stay.
  expect(visibleText(await page('/'))).not.toContain('What clients say');
  expect(visibleText(await page('/'))).toContain('750+');
  const left = await Promise.all(['/', '/about', '/digital-marketing', '/contact'].map(page));
  expect(await htmlErrors(left)).toEqual([]);
  expect(left.map(({ root }) => root.querySelectorAll('h1').length)).toEqual([1, 1, 1, 1]);
  const parts = left.flatMap(({ root }) => root.querySelectorAll('section, ul, dl'));
  expect(parts.filter((one) => collapseSpaces(one.text) === '').map(String)).toEqual([]);
});

test('a confirmed claim is shown until its last valid day', async () => {
  await confirmClaims(stack.client('editor'));
  for (const { path, phrases } of samples) await eventually(path, phrases, true);
  await expect.poll(sitemapPaths).toEqual(expect.arrayContaining(['/work', workPath]));
  expect(metaOf(await page('/work'), 'robots')).toBe('index, follow');
  for (const path of ['/', '/about', '/digital-marketing', '/work'])
    expect((await page(path)).root.querySelectorAll('.claim-mark')).toEqual([]);

  await eventually('/prices', ['₹25,000 a month'], true);
  const priced = await page('/prices');
  expect(visibleText(priced)).toMatch(/from AED\s2,000 a month/);
  const about = await page('/about');
  expect(nodesOf(about, 'Person')[0]).toMatchObject({ name: 'Meera Nair', jobTitle: 'Search and paid ads' });
  expect(graphOf(about).flatMap((node) => vocabularyProblems(node))).toEqual([]);
  const opening = await page('/careers/content-writer');
  expect(visibleText(opening)).toContain('Questions? Ask Kavita Rao');
  // Without its evidence, a service is listed with a button to ask for its price.
  const unproven = findClaims(seed)
    .filter(({ kind }) => kind === 'Price')
    .slice(0, -1);
  const transaction = stack.client('editor').transaction();
  for (const { id, path } of unproven)
    transaction.patch(id, (patch) => patch.set({ [path]: { isSample: true } }));
  await transaction.commit();
  await eventually('/prices', ['₹25,000 a month'], false);
  // Each button says which price it asks for, also to people who cannot see its place, and in the enquiry.
  const prices = await page('/prices');
  const requests = prices.root
    .querySelectorAll('main li a[href^="/contact?service="]')
    .map(
      (link) => [collapseSpaces(link.text), new URL(link.getAttribute('href') ?? '', stack.siteUrl)] as const,
    );
  expect(new Set(requests.map(([name]) => name)).size).toBe(unproven.length);
  for (const [name, { searchParams }] of requests) expect(searchParams.get('message')).toBe(name);
  const [, pr] = requests.find(([name]) => name?.includes('PR and reputation')) ?? [];
  expect(pr?.searchParams.get('service')).toBe('digital-marketing');
  expect(await htmlErrors([prices])).toEqual([]);

  const work = await page(workPath);
  expect(work.root.querySelectorAll('h1')).toHaveLength(1);
  expect(visibleText(work)).toContain('calls a month');
  expect(work.html).not.toContain(evidence.confirmedBy);
  expect(work.html).not.toContain(textOf(study, 'consent'));
  expect(graphOf(work).flatMap((node) => vocabularyProblems(node))).toEqual([]);
  expect(graphOf(work).flatMap((node) => missingForGoogle(node))).toEqual([]);
  expect(nodesOf(work, 'Article')[0]).toMatchObject({ contentLocation: [{ name: 'Pune' }] });
  expect(nodesOf(work, 'BreadcrumbList')).toHaveLength(1);
  expect(brotliCompressSync(work.html).length).toBeLessThan(15_000);
  const others = await Promise.all(['/evidence', '/contact', '/work'].map(page));
  expect(await htmlErrors([about, priced, opening, work, ...others])).toEqual([]);

  const past = { ...evidence, validUntil: '2026-02-01' };
  const client = stack.client('editor');
  for (const { _id } of [...ofType('testimonial'), ...ofType('caseStudy')])
    await client.patch(_id).set({ evidence: past }).commit();
  for (const { path, phrases } of samples)
    await eventually(
      path,
      phrases,
      ['/about', '/contact', '/digital-marketing', '/pay-online'].includes(path),
    );
  expect(await sitemapPaths()).not.toContain(workPath);
});
