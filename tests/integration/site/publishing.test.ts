import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { articlePaths, articlesPath, cityPath, jobPaths } from '../../support/routes.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { get, renewedPaths } from './site.ts';

const stack = await sharedStack('seeded');
const client = stack.client('editor');
const cities = ['delhi', 'kochi', 'surat'].map(cityPath);
/** Pages of all types, of services and without them, in the navigation and outside it. */
const paths = [
  ...[
    '/',
    '/about',
    '/digital-marketing',
    '/careers',
    '/contact',
    '/prices',
    '/seo-locations',
    '/privacy-policy',
  ],
  ...cities,
  articlesPath,
  articlePaths[0] ?? '',
  jobPaths[0] ?? '',
];
const renderedAnew = () => renewedPaths(stack, paths);

beforeAll(async () => {
  await renderedAnew();
  // Pages expire once when the site connects to the live events. Wait for this.
  await eventually(async () =>
    expect(await renderedAnew(), 'rendered though nothing was published').toEqual([]),
  );
});

const textAt = async (path: string) => (await get(stack, path)).html;
const shows = (path: string, text: string) =>
  expect.poll(() => textAt(path), { interval: 10 }).toContain(text);

const pagesThatShow = async (text: string) => {
  const visible: string[] = [];
  for (const path of paths) if ((await textAt(path)).includes(text)) visible.push(path);
  return visible;
};

describe('a publish expires every page that depends on the document', () => {
  test.each([
    {
      what: 'the settings',
      id: 'siteSettings',
      patch: { footerText: 'A footer nobody has seen before.' },
      on: '/about',
      renewed: () => paths,
    },
    {
      what: 'the template of the city pages',
      id: 'cityPageTemplate',
      patch: { 'sections[0].eyebrow': 'A line over every city' },
      on: '/seo-services-delhi',
      renewed: () => cities,
    },
    {
      what: 'the text of the page that every breadcrumb of a city leads to',
      id: 'page-seo-locations',
      patch: { 'sections[0].heading': 'A heading over all cities' },
      on: '/seo-locations',
      renewed: () => ['/seo-locations'],
    },
    {
      what: 'its title, which the breadcrumbs show',
      id: 'page-seo-locations',
      patch: { title: 'All our cities' },
      on: '/seo-services-surat',
      renewed: () => ['/seo-locations', ...cities],
    },
  ])('$what', async ({ id, patch, on, renewed }) => {
    await client.patch(id).set(patch).commit();
    await shows(on, String(Object.values(patch)));
    expect([...(await renderedAnew()), on]).toEqual(expect.arrayContaining(renewed()));
    for (const path of renewed()) await expect.poll(async () => (await get(stack, path)).cache).toBe('HIT');
  });

  test.each(['service', 'jobOpening', 'testimonial'])('a %s', async (type) => {
    const titleField = { service: 'title', jobOpening: 'title', testimonial: 'person' }[type] ?? 'title';
    const [document] = await client.fetch<{ _id: string; text: string }[]>(
      `*[_type == $type] | order(_id asc)[0...1]{_id, "text": ${titleField}}`,
      { type },
    );
    if (!document) throw new Error(`The seed has no ${type}.`);
    const using = await pagesThatShow(document.text);
    expect(using.length).toBeGreaterThan(0);
    const text = `Nobody has seen this ${type} before`;
    await client
      .patch(document._id)
      .set({ [titleField]: text })
      .commit();
    await shows(using[0] ?? '/', text);
    const anew = new Set([...(await renderedAnew()), using[0]]);
    expect([...anew]).toEqual(expect.arrayContaining(await pagesThatShow(text)));
    expect(await pagesThatShow(text)).toEqual(using);
  });

  test('a page in the navigation expires no other page while its link stays', async () => {
    const heading = 'A heading nobody has seen before';
    await client.patch('page-about').set({ 'sections[0].heading': heading }).commit();
    await shows('/about', heading);
    const anew = await renderedAnew();
    for (const path of ['/', '/contact', '/seo-locations', ...cities]) expect(anew).not.toContain(path);
  });

  test('a city expires its page and the lists of cities, and no other page', async () => {
    await client.patch('cityPage-kochi').set({ name: 'Nobody’s City' }).commit();
    await shows('/seo-services-kochi', 'Nobody’s City');
    const anew = [...(await renderedAnew()), '/seo-services-kochi'];
    expect([...new Set(anew)].sort()).toEqual((await pagesThatShow('Nobody’s City')).sort());
  });

  test('a moved page changes every link to it, and its old path is 404', async () => {
    await client
      .patch('page-careers')
      .set({ slug: { _type: 'slug', current: 'jobs' } })
      .commit();
    await shows('/jobs', 'href="/jobs"');
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(404);
    expect((await get(stack, '/about')).html).toContain('href="/jobs"');
    await client
      .patch('page-careers')
      .set({ slug: { _type: 'slug', current: 'careers' } })
      .commit();
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(200);
    expect((await get(stack, '/jobs')).status).toBe(404);
  });
});

test('repeated publishes of the Studio each show', async () => {
  for (let round = 0; round < 10; round++) {
    const tagline = `Words number ${round} of many`;
    const settings = await client.getDocument('siteSettings');
    const draftId = 'drafts.siteSettings';
    await client.createOrReplace({ ...settings, _id: draftId, _type: 'siteSettings', tagline });
    await client.action({
      actionType: 'sanity.action.document.publish',
      draftId,
      publishedId: 'siteSettings',
    });
    await shows('/', tagline);
  }
});
