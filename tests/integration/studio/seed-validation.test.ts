import type { SanityClient } from '@sanity/client';
import { createSourceFromConfig, type SanityDocument, type Source, validateDocument } from 'sanity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaTypes } from '#schemas/index.ts';
import { withReleaseRules } from '#studio/publishing/release-rules.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** Runs the Studio's validation on a content lake that imported the seed. */

let stack: Stack;
let client: SanityClient;
let studio: Source;

beforeAll(async () => {
  stack = await startStack({ parts: ['lake'] });
  client = stack.client('viewer', { perspective: 'raw' });
  studio = await createSourceFromConfig({
    name: 'default',
    title: 'Website',
    basePath: '/',
    projectId: 'local',
    dataset: 'production',
    schema: { types: schemaTypes.map(withReleaseRules) },
    currentUser: { id: 'editor', name: 'Editor', email: 'editor@example.com', role: 'editor', roles: [] },
    getClient: ({ apiVersion }) => client.withConfig({ apiVersion }),
  });
});
afterAll(() => stack?.stop());

async function load(id: string): Promise<SanityDocument> {
  const document = await client.getDocument(id);
  if (!document) throw new Error(`The lake has no document ${id}.`);
  return document;
}

async function complaints(document: SanityDocument, environment: 'studio' | 'cli' = 'studio') {
  const markers = await validateDocument({ document, workspace: studio, environment });
  return markers.map(({ level, path, message }) => `${level} ${path.map(String).join('.')}: ${message}`);
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
  const found = await complaints({ ...(await load('service-seo')), price: 1 }, 'cli');
  expect(found).toContainEqual(expect.stringContaining("Field 'price' does not exist"));
});

const block = (text: string, href?: string) => [
  {
    _key: 'text',
    _type: 'block',
    style: 'normal',
    markDefs: href ? [{ _key: 'link', _type: 'link', kind: 'url', url: href }] : [],
    children: [{ _key: 'span', _type: 'span', text, marks: href ? ['link'] : [] }],
  },
];
const action = (link: Record<string, unknown>) => ({
  _type: 'action',
  label: 'Go',
  style: 'text',
  link: { _type: 'link', ...link },
});

/** A hero with a line chart of these figures. */
const drawn = (...points: [step: string, value: number][]) => ({
  _key: 'hero',
  _type: 'hero',
  heading: 'Heading',
  art: 'plot',
  series: {
    title: 'Visits from Google',
    unit: 'visits a month',
    source: 'Search Console of one client, with consent',
    points: points.map(([step, value], index) => ({ _key: `${index}`, _type: 'seriesPoint', step, value })),
  },
});

const refundRows = (...rows: [detail: string, percent: number, lastDay?: number][]) => ({
  sections: [
    {
      _key: 'clause',
      _type: 'clause',
      heading: 'Cancelling',
      body: [
        {
          ...{
            _key: 'terms',
            _type: 'refundTerms',
            caption: 'Refunds',
            termHeading: 'When',
            detailHeading: 'What',
          },
          rows: rows.map(([detail, percent, lastDay], at) => ({
            ...{ _key: `${at}`, _type: 'refundRow', term: 'Then', detail, percent },
            ...(lastDay === undefined ? {} : { lastDay }),
          })),
        },
      ],
    },
  ],
});

/** Mistakes of editors, with a part of the Studio's message for each. */
const mistakes: [mistake: string, id: string, change: Record<string, unknown>, problem: RegExp][] = [
  ['no title', 'page-about', { title: undefined }, /^error title: Required/],
  [
    'an article without a text',
    'article-how-to-read-a-tender-notice',
    { body: undefined },
    /^error body: Required/,
  ],
  ['an article whose text was deleted', 'article-how-to-read-a-tender-notice', { body: [] }, /^error body: /],
  [
    'an article with blank lines only',
    'article-how-to-read-a-tender-notice',
    { body: block(' ') },
    /^error body: /,
  ],
  ['a city without a text', 'cityPage-delhi', { insight: [] }, /^error insight: /],
  [
    'an address with spaces',
    'page-about',
    { slug: { current: 'About us' } },
    /^error slug: Use lowercase letters/,
  ],
  [
    'the address of a policy',
    'page-about',
    { slug: { current: 'refund-policy' } },
    /^error slug: Another page has the address \/refund-policy/,
  ],
  [
    'the address of a city page',
    'page-about',
    { slug: { current: 'seo-services-delhi' } },
    /^error slug: Another page has the address \/seo-services-delhi/,
  ],
  [
    'an address of the site itself',
    'page-about',
    { slug: { current: 'studio' } },
    /^error slug: .*site itself/,
  ],
  [
    'an address that is a page number of the articles',
    'article-how-to-read-a-tender-notice',
    { slug: { current: '2' } },
    /^error slug: The site itself uses \/articles\/2/,
  ],
  [
    'an article with a future date',
    'article-how-to-read-a-tender-notice',
    { publishedAt: '2999-01-01' },
    /^error publishedAt: .*future/,
  ],
  [
    'a refund whose text and number differ',
    'policy-refund-policy',
    refundRows(['70% of the advance', 60]),
    /^error .*rows: “70% of the advance” does not match 60%/,
  ],
  [
    'refund rows that are not sorted by day',
    'policy-refund-policy',
    refundRows(['Half', 50, 30], ['A fifth', 20, 7], ['No refund', 0]),
    /^error .*rows: Sort the rows by “Last day”/,
  ],
  [
    'a last refund row with a last day',
    'policy-refund-policy',
    refundRows(['Half', 50, 30]),
    /^error .*rows: In the last row, leave “Last day” empty/,
  ],
  [
    'a figure that does not exist',
    'service-seo',
    { summary: 'Over {yeers} years.' },
    /^error summary: \{yeers\} is not a placeholder\. Use one of these: \{agency\}, \{email\}, \{phone\}, .*\{years\}/,
  ],
  [
    'a misspelt city placeholder on a city page',
    'cityPage-delhi',
    { insight: block('Firms in {ctiy} search first') },
    /^error insight.*\{ctiy\} is not a placeholder.*\{city\}, \{state\}/,
  ],
  [
    'braces without a placeholder',
    'service-seo',
    { summary: 'Over { years } of work.' },
    /^error summary: Visitors would see the curly braces in "\{ years \}"/,
  ],
  [
    'a line chart without figures',
    'page-home',
    { sections: [{ ...drawn(), series: undefined }] },
    /^error sections\..*series: Enter the figures/,
  ],
  [
    'a line chart with a single figure',
    'page-home',
    { sections: [drawn(['Jan', 120])] },
    /^error sections\..*points: .*2/,
  ],
  [
    'a line chart with two figures at the same step',
    'page-home',
    { sections: [drawn(['Jan', 120], ['Jan', 180])] },
    /^error sections\..*points: Two figures/,
  ],
  [
    'a line chart with a negative figure',
    'page-home',
    { sections: [drawn(['Jan', 120], ['Feb', -1])] },
    /^error sections\..*value: /,
  ],
  [
    'the state placeholder in a link to a nearby city',
    'cityPageTemplate',
    { sections: [{ _key: 'a', _type: 'cityInsight', nearbyLinkText: 'SEO in {state}' }] },
    /^error sections\..*nearbyLinkText: \{state\} does not work here\. Use \{city\}/,
  ],
  ['an abbreviated state', 'cityPage-noida', { state: 'UP' }, /^error state: Enter "Uttar Pradesh"/],
  ['an unknown state', 'cityPage-noida', { state: 'Utter Pradesh' }, /^warning state: "Utter Pradesh"/],
  [
    'a city placeholder outside city pages',
    'service-seo',
    { summary: 'In {city}.' },
    /^error summary: \{city\} works only on city pages/,
  ],
  [
    'an unknown figure in rich text',
    'cityPage-delhi',
    { insight: block('Some {unknown} words') },
    /^error insight.*\{unknown\} is not/,
  ],
  [
    'a script as a link in rich text',
    'cityPage-delhi',
    { insight: block('Click', 'javascript:alert(1)') },
    /^error insight.*begins with https/,
  ],
  [
    'a script as the link of a button',
    'service-seo',
    { action: action({ kind: 'url', url: 'javascript:alert(1)' }) },
    /^error action\.link\.url: Enter an address that begins with https/,
  ],
  [
    'a path to another site',
    'service-seo',
    { action: action({ kind: 'path', path: '//evil.example' }) },
    /^error action\.link\.path: Begin the path/,
  ],
  [
    'a link to no page',
    'service-seo',
    { action: action({ kind: 'internal' }) },
    /^error action\.link\.reference: Choose/,
  ],
  [
    'a picture without a description',
    'siteSettings',
    { logo: { _type: 'picture', asset: { _type: 'reference', _ref: 'image-x-1x1-png' } } },
    /^error logo\.alt: Describe the picture/,
  ],
  [
    'a phone number in local form',
    'siteSettings',
    { phone: '98765 43210' },
    /^error phone: Enter the number/,
  ],
  ['an invalid e-mail address', 'siteSettings', { email: 'hello' }, /^error email: /],
  [
    'two figures with the same key',
    'siteSettings',
    {
      figures: ['a', 'b'].map((_key) => ({
        _key,
        _type: 'businessFigure',
        key: 'years',
        value: '1',
        label: 'x',
      })),
    },
    /^error figures: Two figures have the key "years"/,
  ],
  [
    'a redirect from an existing page',
    'redirect-seo-services-gurugram',
    { from: '/about' },
    /^error .*is an existing page/,
  ],
  [
    'a redirect to itself',
    'redirect-seo-services-gurugram',
    { to: '/seo-services-gurugram/' },
    /^error .*leads to itself/,
  ],
  [
    'a job opening whose last day has passed',
    'jobOpening-content-writer',
    { validThrough: '2025-01-01' },
    /^warning validThrough: This date has passed/,
  ],
  ['a future date', 'policy-privacy-policy', { lastUpdated: '2999-01-01' }, /^error lastUpdated: .*future/],
  [
    'a city page with too little text of its own',
    'cityPage-delhi',
    { insight: block('Delhi shops by market.') },
    /^warning insight: This text has only 4 words\. .*Hide from search engines/,
  ],
  [
    'a city outside India and the Gulf',
    'cityPage-delhi',
    { location: { _type: 'geopoint', lat: 51.5, lng: -0.1 } },
    /^error location: .*outside/,
  ],
  [
    'a long search title, as a warning only',
    'page-about',
    { seo: { _type: 'seo', title: 'x'.repeat(61), description: 'y'.repeat(100) } },
    /^warning seo\.title: Search engines cut/,
  ],
];

describe('reports to the editor', () => {
  test.each(mistakes)('%s', async (_mistake, id, change, problem) => {
    expect(await complaints({ ...(await load(id)), ...change })).toContainEqual(
      expect.stringMatching(problem),
    );
  });
});

test('allows two redirects to the same page', async () => {
  const redirect = await load('redirect-seo-services-gurugram');
  expect(await complaints({ ...redirect, _id: 'redirect-other', from: '/seo-gurugram' })).toEqual([]);
});

test('accepts a line chart with figures', async () => {
  const page = await load('page-home');
  const sections = [
    drawn(['Jan', 120], ['Feb', 180]),
    ...(Array.isArray(page.sections) ? page.sections.slice(1) : []),
  ];
  expect(await complaints({ ...page, sections })).toEqual([]);
});

test('accepts a city page without its own search texts', async () => {
  expect(await complaints({ ...(await load('cityPage-delhi')), seo: undefined })).toEqual([]);
});
