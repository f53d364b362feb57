import { pathToString, type SanityDocument, validateDocument } from 'sanity';
import { describe, expect, test } from 'vitest';
import { schemaTypes } from '#schemas/index.ts';
import { withReleaseRules } from '#studio/publishing/release-rules.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startStack } from '../../support/stack.ts';
import { createSource } from './source.ts';

/** Runs the Studio's validation on a content lake that imported the seed. */

const stack = await closeAfterwards(startStack({ parts: ['lake'] }));
const client = stack.client('viewer', { perspective: 'raw' });
const studio = await createSource(client, schemaTypes.map(withReleaseRules));

async function load(id: string): Promise<SanityDocument> {
  const document = await client.getDocument(id);
  if (!document) throw new Error(`The lake has no document ${id}.`);
  return document;
}

/** Returns the level and the field of each complaint. */
async function complaints(document: SanityDocument, environment: 'studio' | 'cli' = 'studio') {
  const markers = await validateDocument({ document, workspace: studio, environment });
  return markers.map(({ level, path }) => `${level} ${pathToString(path)}`);
}

test('accepts every document of the seed without a warning', async () => {
  const documents = await client.fetch<SanityDocument[]>(
    '*[!(_type match "sanity.*") && !(_type match "system.*")]',
  );
  expect(documents.length).toBeGreaterThanOrEqual(62);
  // Sanity reports unknown fields only outside the Studio.
  const found = await Promise.all(
    documents.map(async (document) =>
      (await complaints(document, 'cli')).map((text) => `${document._id} ${text}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test('reports a field that the content model does not have', async () => {
  expect(await complaints({ ...(await load('service-seo')), price: 1 }, 'cli')).not.toEqual([]);
});

const block = (text: string, href?: string, style = 'normal') => [
  {
    _key: 'text',
    _type: 'block',
    style,
    markDefs: href ? [{ _key: 'link', _type: 'link', kind: 'url', url: href }] : [],
    children: [{ _key: 'span', _type: 'span', text, marks: href ? ['link'] : [] }],
  },
];
const slug = (current: string) => ({ slug: { current } });
const action = (link: Record<string, unknown>) => ({
  action: { _type: 'action', label: 'Go', style: 'text', link: { _type: 'link', ...link } },
});
const withSection = (section: object) => ({ sections: [{ _key: 'a', ...section }] });

/** A case study's line chart of these figures. */
const drawn = (...points: [step: string, value: number][]) => ({
  series: {
    title: 'Visits from Google',
    unit: 'visits a month',
    source: 'Search Console of one client, with consent',
    points: points.map(([step, value], index) => ({ _key: `${index}`, _type: 'seriesPoint', step, value })),
  },
});

const figures = ['a', 'b'].map((_key) => ({
  ...{ _key, _type: 'businessFigure', key: 'years', value: '1', label: 'x' },
}));
const article = 'article-how-to-read-a-tender-notice';
const opening = 'jobOpening-content-writer';
const policy = 'policy-refund-policy';
const redirect = 'redirect-seo-services-gurugram';
const study = 'caseStudy-sample';

/** Mistakes of editors, with the level and field of the Studio's message. */
const mistakes: [mistake: string, id: string, change: Record<string, unknown>, complaint: string][] = [
  ['no title', 'page-about', { title: undefined }, 'error title'],
  ['an article without a text', article, { body: undefined }, 'error body'],
  ['an article with blank lines only', article, { body: block(' ') }, 'error body'],
  ['an empty heading', article, { body: block(' ', undefined, 'h2') }, 'warning body[_key=="text"]'],
  ['a city without a text', 'cityPage-delhi', { insight: [] }, 'error insight'],
  ['an address with spaces', 'page-about', slug('About us'), 'error slug'],
  ['the address of a policy', 'page-about', slug('refund-policy'), 'error slug'],
  ['the address of a city page', 'page-about', slug('seo-services-delhi'), 'error slug'],
  ['an address of the site itself', 'page-about', slug('studio'), 'error slug'],
  ['an article with a future date', article, { publishedAt: '2999-01-01' }, 'error publishedAt'],
  ['a figure that does not exist', 'service-seo', { summary: 'Over {yeers} years.' }, 'error summary'],
  ['braces without a placeholder', 'service-seo', { summary: '{ years } of work.' }, 'error summary'],
  ['a city outside city pages', 'service-seo', { summary: 'In {city}.' }, 'error summary'],
  ['a misspelt placeholder in a text', 'cityPage-delhi', { insight: block('In {ctiy}') }, 'error insight'],
  ['a chart with one figure', study, drawn(['Jan', 120]), 'error series.points'],
  ['a chart with two figures at one step', study, drawn(['Jan', 120], ['Jan', 180]), 'error series.points'],
  [
    'a chart with a negative figure',
    study,
    drawn(['Jan', 120], ['Feb', -1]),
    'error series.points[_key=="1"].value',
  ],
  [
    'the state placeholder in a link to a nearby city',
    'cityPageTemplate',
    withSection({ _type: 'cityInsight', nearbyLinkText: 'SEO in {state}' }),
    'error sections[_key=="a"].nearbyLinkText',
  ],
  ['an abbreviated state', 'cityPage-noida', { state: 'UP' }, 'error state'],
  ['an unknown state', 'cityPage-noida', { state: 'Utter Pradesh' }, 'warning state'],
  ['a script in a text', 'cityPage-delhi', { insight: block('A', 'javascript:alert(1)') }, 'error insight'],
  [
    'a script as the link of a button',
    'service-seo',
    action({ kind: 'url', url: 'javascript:alert(1)' }),
    'error action.link.url',
  ],
  [
    'a path to another site',
    'service-seo',
    action({ kind: 'path', path: '//evil.example' }),
    'error action.link.path',
  ],
  ['a link to no page', 'service-seo', action({ kind: 'internal' }), 'error action.link.reference'],
  [
    'a picture without a description',
    'siteSettings',
    { logo: { _type: 'picture', asset: { _type: 'reference', _ref: 'image-x-1x1-png' } } },
    'error logo.alt',
  ],
  ['a phone number in local form', 'siteSettings', { phone: '98765 43210' }, 'error phone'],
  ['an invalid e-mail address', 'siteSettings', { email: 'hello' }, 'error email'],
  ['two figures with the same key', 'siteSettings', { figures }, 'error figures'],
  ['a redirect from an existing page', redirect, { from: '/about' }, 'error '],
  ['a redirect to itself', redirect, { to: '/seo-services-gurugram/' }, 'error '],
  ['an opening whose last day has passed', opening, { validThrough: '2025-01-01' }, 'warning validThrough'],
  ['a last day with two digits of the year', opening, { validThrough: '30-01-01' }, 'error validThrough'],
  [
    'an end with two digits of the year',
    'page-about',
    { end: { at: '0030-01-01T03:30:00.000Z', redirect: '/contact' } },
    'error end.at',
  ],
  ['a policy of the future', policy, { lastUpdated: '2999-01-01' }, 'error lastUpdated'],
  ['a city with few words', 'cityPage-delhi', { insight: block('Delhi shops.') }, 'warning insight'],
  [
    'a city outside India and the Gulf',
    'cityPage-delhi',
    { location: { _type: 'geopoint', lat: 51.5, lng: -0.1 } },
    'error location',
  ],
  [
    'a long search title',
    'page-about',
    { seo: { _type: 'seo', title: 'x'.repeat(61), description: 'y'.repeat(100) } },
    'warning seo.title',
  ],
];

describe('reports to the editor', () => {
  test.each(mistakes)('%s', async (_mistake, id, change, complaint) => {
    expect(await complaints({ ...(await load(id)), ...change })).toContainEqual(
      expect.stringContaining(complaint),
    );
  });
});

test('accepts a city page without its own search texts', async () => {
  expect(await complaints({ ...(await load('cityPage-delhi')), seo: undefined })).toEqual([]);
});
