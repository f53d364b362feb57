import { catchUnavailable } from '#web/content/unavailable.ts';
import { alwaysRevalidate } from '#web/http/cache-control.ts';
import { sitemapFile } from '#web/seo/sitemap.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export const GET = catchUnavailable(
  async (_request: Request, { params }: { params: Promise<{ name: string }> }) => {
    const file = sitemapFile(await sitemapPages(), (await params).name);
    return file
      ? new Response(file, {
          headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': alwaysRevalidate },
        })
      : new Response('There is no such sitemap.', { status: 404 });
  },
);
