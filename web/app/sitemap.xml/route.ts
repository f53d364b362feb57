import { catchUnavailable } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { alwaysRevalidate } from '#web/http/cache-control.ts';
import { sitemapRoot } from '#web/seo/sitemap.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export const GET = catchUnavailable(
  async () =>
    new Response(sitemapRoot(await sitemapPages(), siteSettings().siteUrl), {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': alwaysRevalidate },
    }),
);
