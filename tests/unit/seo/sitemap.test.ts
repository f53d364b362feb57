import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import { sitemapQuery } from '#web/content/queries.ts';
import { sitemapEntries } from '#web/seo/sitemap-pages.ts';

const siteUrl = 'https://www.agency.example';
test('the sitemap lists every page once, with the time of the last change of anything that it shows', () => {
  const entries = sitemapEntries(
    [
      {
        _type: 'page',
        slug: 'home',
        modifiedAt: '2026-01-01T00:00:00Z',
        changes: ['2026-03-01T00:00:00Z', null],
      },
      { _type: 'policy', slug: 'privacy-policy', modifiedAt: '2026-01-02T00:00:00Z' },
      { _type: 'page', slug: 'home', modifiedAt: '2026-01-03T00:00:00Z' },
      { _type: 'jobOpening', slug: 'writer', modifiedAt: '2026-01-04T00:00:00Z' },
      { _type: 'page', slug: 'imported', modifiedAt: null, changes: [null] },
      { _type: 'page', slug: null, modifiedAt: '2026-01-04T00:00:00Z' },
    ],
    siteUrl,
  );
  expect(entries).toEqual([
    { url: 'https://www.agency.example/', modifiedAt: '2026-03-01T00:00:00Z' },
    { url: 'https://www.agency.example/privacy-policy', modifiedAt: '2026-01-02T00:00:00Z' },
    { url: 'https://www.agency.example/careers/writer', modifiedAt: '2026-01-04T00:00:00Z' },
    { url: 'https://www.agency.example/imported', modifiedAt: '' },
  ]);
});

test('pages that end, are hidden, or are closed openings are not in the sitemap', async () => {
  const page = (slug: string, fields: object) => ({
    _id: slug,
    _type: 'page',
    slug: { current: slug },
    ...fields,
  });
  const dataset = [
    page('about', { seo: { noIndex: false } }),
    page('hidden', { seo: { noIndex: true } }),
    page('over', { end: { at: '2026-01-01T00:00:00Z' } }),
    page('closed', { _type: 'jobOpening', validThrough: '2026-01-01' }),
  ];
  const params = { types: ['page', 'jobOpening'] };
  const found = await (await evaluate(parse(sitemapQuery, { params }), { dataset, params })).get();
  expect(found.documents).toMatchObject([{ slug: 'about' }]);
});
