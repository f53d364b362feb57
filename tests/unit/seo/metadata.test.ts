import { expect, test } from 'vitest';
import { pageMetadata } from '#web/seo/metadata.ts';
import { describePage } from '#web/seo/page-description.ts';
import { city, emptySeo, hero, page, site, siteUrl } from './fixture.ts';

const own = { ...emptySeo, title: 'Own title', description: 'Own description.', keywords: ['own'] };
const options = { siteUrl, allowIndexing: true, picture: null };

test('the editor’s texts take precedence', () => {
  expect(describePage(page({ seo: own, sections: [hero] }), site, siteUrl)).toMatchObject({
    headline: 'Own title',
    description: 'Own description.',
    keywords: ['own'],
  });
});

test.each([
  ['the template, filled in for the city', city({ template: own }), 'Own title', 'Own description.'],
  [
    'a city’s own texts over its template’s',
    city({ seo: { ...own, title: 'Surat first' }, template: own }),
    'Surat first',
    'Own description.',
  ],
  ['the opening', page({ sections: [hero] }), 'Found by buyers', 'What the opening says.'],
  ['the name of the page and what the site says in general', page(), 'SEO', 'What the site says in general.'],
  [
    'blank texts count as none',
    page({ seo: { ...own, title: '  ' }, sections: [hero] }),
    'Found by buyers',
    'Own description.',
  ],
])('without own texts: %s', (_, shown, headline, description) => {
  expect(describePage(shown, site, siteUrl)).toMatchObject({ headline, description });
});

test('the suffix is added if there is room, and never repeated', () => {
  const titled = (title: string) => describePage(page({ seo: { ...own, title } }), site, siteUrl).title;
  expect(titled('Careers')).toBe('Careers | Agency');
  expect(titled('x'.repeat(52))).toBe('x'.repeat(52));
  expect(titled('About the agency')).toBe('About the agency');
  expect(describePage(page({ seo: own }), { ...site, titleSuffix: null }, siteUrl).title).toBe('Own title');
});

test('canonical URL, card and picture have absolute URLs', () => {
  const metadata = pageMetadata(city({ template: own }), site, options);
  expect(metadata).toMatchObject({
    title: { absolute: 'Own title | Agency' },
    alternates: { canonical: 'https://www.agency.example/seo-services-surat' },
    robots: { index: true, follow: true },
    openGraph: {
      url: 'https://www.agency.example/seo-services-surat',
      title: 'Own title',
      siteName: 'Agency',
    },
    twitter: { card: 'summary_large_image' },
  });
  expect(JSON.stringify(metadata)).toMatch(
    /"https:\/\/www\.agency\.example\/opengraph-image\/seo-services-surat\?v=[0-9a-f]{12}"/,
  );
});

test('the home page’s canonical URL is the origin, and its picture has a name', () => {
  const metadata = pageMetadata(page({ slug: 'home', seo: own }), site, options);
  expect(metadata.alternates?.canonical).toBe('https://www.agency.example/');
  expect(JSON.stringify(metadata)).toContain('/opengraph-image/home?v=');
});

test('the picture’s URL changes with its content', () => {
  const address = (agencyName: string) =>
    JSON.stringify(pageMetadata(page({ seo: own }), { ...site, agencyName }, options).twitter);
  expect(address('Agency')).not.toBe(address('Other agency'));
});

test('an editor’s picture replaces the drawn one', () => {
  // 1,200 pixels are requested and 1,280 are sent: the metadata must state the size that is sent.
  const picture = {
    src: '/media/a.png?w=1280',
    sentWidth: 1280,
    width: 1200,
    height: 630,
    alt: 'A harbour',
  };
  expect(pageMetadata(page(), site, { ...options, picture }).openGraph?.images).toEqual([
    { url: 'https://www.agency.example/media/a.png?w=1280', width: 1280, height: 672, alt: 'A harbour' },
  ]);
});

test.each([
  ['a page hidden by the editor', page({ seo: { ...own, noIndex: true } }), true],
  ['a job opening that is over', { ...page({ seo: own }), isOver: true }, true],
  ['every page of a site that is not public', page({ seo: own }), false],
])('%s is not indexed', (_, shown, allowIndexing) => {
  expect(pageMetadata(shown, site, { ...options, allowIndexing }).robots).toEqual({
    index: false,
    follow: false,
  });
});
