import { siteSettings } from '#web/env.ts';
import { sitemapRoot } from '#web/seo/sitemap.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return new Response(sitemapRoot(await sitemapPages(), siteSettings().siteUrl), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}
