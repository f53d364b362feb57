import type { SanityClient } from '@sanity/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { typicalCities, typicalPaths } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { get, renewedPaths } from './site.ts';

let stack: Stack;
let client: SanityClient;

beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  client = stack.client('editor');
  await renewedPaths(stack, typicalPaths);
  // Pages expire once when the site connects to the live events. Wait for this.
  await eventually(async () =>
    expect(await renewedPaths(stack, typicalPaths), 'rendered though nothing was published').toEqual([]),
  );
});
afterAll(() => stack.stop());

const renderedAnew = () => renewedPaths(stack, typicalPaths);

async function shows(path: string, text: string) {
  await expect.poll(async () => (await get(stack, path)).html, { interval: 10 }).toContain(text);
}

const pagesThatShow = async (text: string) => {
  const visible: string[] = [];
  for (const path of typicalPaths) if ((await get(stack, path)).html.includes(text)) visible.push(path);
  return visible;
};

describe('a publish expires every page that depends on the document', () => {
  test.each([
    {
      what: 'the settings',
      id: 'siteSettings',
      patch: { footerText: 'A footer nobody has seen before.' },
      text: 'A footer nobody has seen before.',
      on: '/about',
      renewed: () => typicalPaths,
    },
    {
      what: 'the template of the city pages',
      id: 'cityPageTemplate',
      patch: { 'sections[0].eyebrow': 'A line over every city' },
      text: 'A line over every city',
      on: '/seo-services-delhi',
      renewed: () => typicalCities,
    },
    {
      what: 'a policy',
      id: 'policy-privacy-policy',
      patch: { title: 'A title nobody has seen before' },
      text: 'A title nobody has seen before',
      on: '/privacy-policy',
      renewed: () => ['/privacy-policy'],
    },
    {
      what: 'a page',
      id: 'page-about',
      patch: { 'sections[0].heading': 'A heading nobody has seen before' },
      text: 'A heading nobody has seen before',
      on: '/about',
      renewed: () => ['/about'],
    },
    {
      what: 'the text of the page that every breadcrumb of a city leads to',
      id: 'page-seo-locations',
      patch: { 'sections[0].heading': 'A heading over all cities' },
      text: 'A heading over all cities',
      on: '/seo-locations',
      renewed: () => ['/seo-locations'],
    },
    {
      what: 'its title, which the breadcrumbs show',
      id: 'page-seo-locations',
      patch: { title: 'All our cities' },
      text: 'All our cities',
      on: '/seo-services-surat',
      renewed: () => ['/seo-locations', ...typicalCities],
    },
    {
      what: "a city's own text",
      id: 'cityPage-kochi',
      patch: { 'facts[0].detail': 'A fact nobody has seen before' },
      text: 'A fact nobody has seen before',
      on: '/seo-services-kochi',
      renewed: () => ['/seo-services-kochi'],
    },
  ])('$what', async ({ id, patch, text, on, renewed }) => {
    await client.patch(id).set(patch).commit();
    await shows(on, text);
    // All pages depend on a page in the navigation.
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

  test('a city expires its page and the lists of cities, and no other page', async () => {
    await client.patch('cityPage-kochi').set({ name: 'Cochin' }).commit();
    await shows('/seo-services-kochi', 'Cochin');
    const anew = [...(await renderedAnew()), '/seo-services-kochi'];
    expect([...new Set(anew)].sort()).toEqual((await pagesThatShow('Cochin')).sort());
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

test("the first response after a publish is new, complete and without Next's scripts", async () => {
  for (const [round, path] of typicalPaths.slice(0, 8).entries()) {
    await client
      .patch('siteSettings')
      .set({ footerText: `Round ${round}.` })
      .commit();
    await shows('/about', `Round ${round}.`);
    const { html } = await get(stack, path);
    expect(html).toContain(`Round ${round}.`);
    expect(html).not.toContain('/_next/static/chunks/main');
    expect(html).not.toMatch(/<script(?![^>]*(ld\+json|speculationrules|data-own))/);
  }
});

test.each([
  {
    how: 'by a patch',
    path: '/about',
    publish: (text: string) => client.patch('page-about').set({ 'sections[0].heading': text }).commit(),
  },
  {
    how: 'as the Studio publishes a draft',
    path: '/',
    publish: async (tagline: string) => {
      const settings = await client.getDocument('siteSettings');
      const draftId = 'drafts.siteSettings';
      await client.createOrReplace({ ...settings, _id: draftId, _type: 'siteSettings', tagline });
      await client.action({
        actionType: 'sanity.action.document.publish',
        draftId,
        publishedId: 'siteSettings',
      });
    },
  },
])('repeated publishes, $how, each show', async ({ path, publish }) => {
  for (let round = 0; round < 20; round++) {
    const text = `Words number ${round} of many`;
    await publish(text);
    await shows(path, text);
  }
});
