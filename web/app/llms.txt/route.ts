import { queryPublished } from '#web/content/client.ts';
import { siteQuery } from '#web/content/queries.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { alwaysRevalidate } from '#web/http/cache-control.ts';
import { llmsText } from '#web/seo/llms.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export const GET = catchUnavailable(async () => {
  const { siteUrl, allowIndexing } = siteSettings();
  const site = await queryPublished(siteQuery);
  if (!site || !allowIndexing) return new Response('Nothing is listed here.\n', { status: 404 });
  return new Response(llmsText(await sitemapPages(), site, siteUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': alwaysRevalidate },
  });
});
