import { existsSync, globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeholderValues } from '#schemas/placeholders.ts';
import { sections as declared } from '#schemas/sections/index.ts';
import { listStates } from '#web/app/dev/sections/states.ts';
import { fillAllPlaceholders } from '#web/content/placeholders.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import type { CityContent, Section, Site } from '#web/content/types.ts';
import { documents as definitions } from '#web/documents/index.ts';
import { sectionFields, sections } from '#web/sections/index.ts';
import { renderSection } from '#web/sections/section-list.tsx';
import { pageGraph } from '#web/seo/structured-data/graph.ts';
import { slugOf } from '../../support/seed-content.ts';
import { contentAt, page, seededSite, siteUrl } from '../seo/fixture.ts';
import { documents } from '../studio/seed.ts';
import { contentModel } from './content-model.ts';

const names = declared.map(({ type }) => type.name);
const samples = new Map<string, { section: Section; city: CityContent | null }[]>();
let site: Site;

/** The seed has no film: the agency has made none yet, and a film of others would be odd on its pages. */
const film: Section = {
  ...{ _key: 'film', _type: 'film', anchor: null, eyebrow: null, intro: null, actions: null },
  heading: 'How we read a notice',
  video: {
    ...{ youtube: 'https://youtu.be/0eKVizvYSUQ', file: null, captions: null },
    ...{ captionsLanguage: null, publishedOn: '2026-11-01' },
    poster: {
      ...{ alt: 'A desk', credit: null, crop: null, hotspot: null },
      asset: {
        _id: 'image-0123456789abcdef-1600x900-jpg',
        url: '',
        extension: 'jpg',
        width: 1600,
        height: 900,
        colour: null,
      },
    },
    ...{
      title: 'A notice, marked',
      length: '1:40',
      playLabel: 'Play the film',
      note: 'The film is on YouTube.',
    },
  },
};

beforeAll(async () => {
  // The payment form needs the settings for the address of the checkout.
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
  site = fillAllPlaceholders(seededSite, placeholderValues(seededSite));
  for (const document of documents) {
    if (document._type !== 'page' && document._type !== 'cityPage') continue;
    const found = await contentAt(document._type, slugOf(document));
    const city =
      found.cityPage &&
      fillAllPlaceholders(found.cityPage, placeholderValues(site), { city: found.cityPage.name });
    const composed = found.page && fillAllPlaceholders(found.page, placeholderValues(site));
    const shown = city ? definitions.cityPage.compose(city).sections : (composed?.sections ?? []);
    for (const section of shown)
      samples.set(section._type, [...(samples.get(section._type) ?? []), { section, city }]);
  }
  samples.set('film', [{ section: film, city: null }]);
});

afterAll(() => {
  vi.unstubAllEnvs();
});

const render = (section: Section, city: CityContent | null, isFirst = false) =>
  renderToStaticMarkup(renderSection(section, { site, city, isFirst, path: '/seo' }));

test('every section is listed in schemas/sections/index.ts', () => {
  const sources = globSync('schemas/sections/*.ts').map((file) => readFileSync(file, 'utf8'));
  const found = sources.flatMap((text) => /\bdefineSection\(\{\s+name: '(\w+)'/.exec(text)?.[1] ?? []);
  expect(found.sort()).toEqual([...names].sort());
});

describe.each(names)('the section %s', (name) => {
  const own = declared.find(({ type }) => type.name === name);

  test('has a description and a drawing for the Studio', () => {
    expect(own?.type.description?.length).toBeGreaterThan(20);
    expect(own?.on.length).toBeGreaterThan(0);
    if (!own || !existsSync(own.thumbnail)) throw new Error(`${own?.thumbnail.pathname} is missing.`);
    const drawing = readFileSync(own.thumbnail, 'utf8');
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 160 96"/);
    expect(drawing.length).toBeLessThan(2000);
  });

  test('queries the fields that its component reads', () => {
    expect(sectionFields).toMatch(new RegExp(`_type == "${name}" => {\\s*[\\w"]`));
  });

  test('names the listed type in its schema, so that publishing names its pages', () => {
    const [, query = ''] = sectionFields.split(`\n  _type == "${name}" => {`);
    const [sectionQuery = ''] = query.split(/\n {2}_type == "/);
    const types = new Set([...sectionQuery.matchAll(/\*\[_type == "(\w+)"/g)].map(([, type]) => type));
    expect(own?.lists ? [own.lists] : [], '`lists` in its file in schemas/sections').toEqual([...types]);
  });

  test('is on a page of the seed and shows its text there', () => {
    const all = samples.get(name) ?? [];
    expect(
      all.length,
      'Use it on a page of studio/seed, which is its sample for tests and /dev/sections.',
    ).toBeGreaterThan(0);
    for (const { section, city } of all) {
      const html = render(section, city);
      for (const line of section.heading?.split('\n') ?? [])
        expect(html).toContain(renderToStaticMarkup(line));
      expect(html).not.toMatch(/undefined|\[object Object\]|NaN/);
      expect(render(section, city, true).match(/<h1/g) ?? []).toHaveLength(section.heading ? 1 : 0);
    }
  });

  test('renders every state that an editor can create', () => {
    const errors = vi.spyOn(console, 'error');
    for (const { section, city } of samples.get(name) ?? [])
      for (const state of listStates(section, contentModel)) render(state.section, city, state.isFirst);
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });
});

// Of a city, a list shows little more than its name.
test.each(declared.filter(({ lists }) => lists && lists !== 'cityPage'))(
  'a page with $type.name is dated by what that lists',
  ({ type, lists }) => {
    const line = `select("${type.name}" in sections[]._type => *[_type == "${lists}" && _updatedAt != _createdAt] | order(`;
    expect(sitemapQuery, '"changes" of sitemapQuery in web/content/queries.ts').toContain(line);
  },
);

test('faq gives search engines an FAQPage', () => {
  const { section, city } = samples.get('faq')?.[0] ?? {};
  if (!section) throw new Error('The seed has no faq.');
  const graph = pageGraph({ ...page({ slug: 'x', kind: 'standard' }), sections: [section] }, site, siteUrl);
  expect(city).toBeNull();
  expect(JSON.stringify(graph)).toContain('"@type":"FAQPage"');
});

test('the Studio offers every section that the site renders', () => {
  expect(Object.keys(sections).sort()).toEqual([...names].sort());
});
