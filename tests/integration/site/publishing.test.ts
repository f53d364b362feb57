import { describe, expect, test } from 'vitest';
import { articlePaths, articlesPath, cityPath, jobPaths } from '../../support/routes.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { get } from './site.ts';

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
const textAt = async (path: string) => (await get(stack, path)).html;
const shows = (path: string, text: string) =>
  expect.poll(() => textAt(path), { interval: 10 }).toContain(text);

const pagesThatShow = async (text: string) => {
  const visible: string[] = [];
  for (const path of paths) if ((await textAt(path)).includes(text)) visible.push(path);
  return visible;
};

describe('a publish shows on every page that depends on the document', () => {
  test.each([
    {
      what: 'the settings',
      id: 'siteSettings',
      patch: { footerText: 'A footer nobody has seen before.' },
      on: paths,
    },
    {
      what: 'the template of the city pages',
      id: 'cityPageTemplate',
      patch: { 'sections[0].eyebrow': 'A line over every city' },
      on: ['/seo-services-delhi'],
    },
    {
      what: 'a page',
      id: 'page-about',
      patch: { 'sections[0].heading': 'A heading nobody has seen before' },
      on: ['/about'],
    },
    {
      what: 'the text of the page that every breadcrumb of a city leads to',
      id: 'page-seo-locations',
      patch: { 'sections[0].heading': 'A heading over all cities' },
      on: ['/seo-locations'],
    },
    {
      what: 'its title, which the breadcrumbs show',
      id: 'page-seo-locations',
      patch: { title: 'All our cities' },
      on: cities,
    },
  ])('$what', async ({ id, patch, on }) => {
    await client.patch(id).set(patch).commit();
    await expect.poll(() => pagesThatShow(String(Object.values(patch)))).toEqual(expect.arrayContaining(on));
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
    await expect.poll(() => pagesThatShow(text)).toEqual(using);
  });

  test('a city, on its page and the list of cities', async () => {
    await client.patch('cityPage-kochi').set({ name: 'Cochin' }).commit();
    await expect
      .poll(() => pagesThatShow('Cochin'))
      .toEqual(expect.arrayContaining(['/seo-locations', '/seo-services-kochi']));
  });

  test('a moved page changes every link to it, and its old path is 404', async () => {
    await client
      .patch('page-careers')
      .set({ slug: { _type: 'slug', current: 'jobs' } })
      .commit();
    await shows('/jobs', 'href="/jobs"');
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(404);
    await shows('/about', 'href="/jobs"');
    await client
      .patch('page-careers')
      .set({ slug: { _type: 'slug', current: 'careers' } })
      .commit();
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(200);
    await expect.poll(async () => (await get(stack, '/jobs')).status).toBe(404);
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
