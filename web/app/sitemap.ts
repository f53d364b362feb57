import type { MetadataRoute } from 'next';
import { escapeXml } from '#web/http/escape-markup.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const entries = await sitemapPages();
  return entries.map(({ url, modifiedAt }) => ({
    // Next does not escape URLs.
    url: escapeXml(url),
    ...(modifiedAt ? { lastModified: modifiedAt } : {}),
  }));
}
