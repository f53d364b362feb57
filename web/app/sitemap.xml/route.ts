import { withContent } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { askAgain } from '#web/http/ask-again.ts';
import { sitemapRoot } from '#web/seo/sitemap.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export const GET = withContent(
  async () =>
    new Response(sitemapRoot(await sitemapPages(), siteSettings().siteUrl), {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': askAgain },
    }),
);
