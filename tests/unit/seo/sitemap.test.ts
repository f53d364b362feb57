import { describe, expect, test } from 'vitest';
import { robotsText } from '#web/seo/robots.ts';
import { sitemapEntries, sitemapFile, sitemapRoot } from '#web/seo/sitemap.ts';

const siteUrl = 'https://www.agency.example';
const cities = Array.from({ length: 10_000 }, (_, index) => ({
  _type: 'cityPage',
  slug: `city-${index}`,
  modifiedAt: `2026-01-01T00:00:00.${String(index % 1000).padStart(3, '0')}Z`,
}));
const locations = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

describe('sitemap', () => {
  test('lists every page once, with the time of the last change of anything that it shows', () => {
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

  test('splits 10,000 cities into files that contain each page exactly once', () => {
    const entries = sitemapEntries(cities, siteUrl);
    const root = sitemapRoot(entries, siteUrl);
    expect(root).toContain('<sitemapindex');
    expect(locations(root)).toEqual([1, 2].map((number) => `${siteUrl}/sitemap/${number}.xml`));
    const files = [1, 2].map((number) => sitemapFile(entries, `${number}.xml`));
    expect(files.map((file) => locations(file).length)).toEqual([5000, 5000]);
    expect(files.flatMap(locations)).toEqual(entries.map(({ url }) => url));
    expect(root).toContain('<lastmod>2026-01-01T00:00:00.999Z</lastmod>');
  });

  test('a small site has exactly one file', () => {
    const entries = sitemapEntries(cities.slice(0, 25), siteUrl);
    expect(sitemapRoot(entries, siteUrl)).toContain('<urlset');
    for (const name of ['2.xml', '0.xml', '01.xml', '1', '1.xml.gz', '-1.xml', '99999999999.xml', '../1.xml'])
      expect(sitemapFile(entries, name)).toBeNull();
    expect(sitemapRoot([], siteUrl)).toContain('<urlset');
  });

  test('escapes URLs', () => {
    const entries = [{ url: 'https://a.example/?a&b<c>"d\'', modifiedAt: '' }];
    expect(sitemapRoot(entries, siteUrl)).toContain(
      '<loc>https://a.example/?a&amp;b&lt;c&gt;&quot;d&apos;</loc></url>',
    );
  });
});

describe('robots', () => {
  test('disallows everything on a site that is not public', () => {
    expect(robotsText({ siteUrl, allowIndexing: false })).toBe('User-agent: *\nDisallow: /\n');
  });

  test('allows a public site except private paths, and names its sitemap', () => {
    const text = robotsText({ siteUrl, allowIndexing: true });
    expect(text).toContain('Allow: /\n');
    expect(text).not.toMatch(/^Disallow: \/$/m);
    expect(text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    expect(text.match(/(?<=^Disallow: ).*/gm)).toEqual([
      '/api/',
      '/studio',
      '/pay-online/receipt/',
      '/pay-online/statement/',
    ]);
  });
});
