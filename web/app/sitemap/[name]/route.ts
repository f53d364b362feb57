import { withContent } from '#web/content/unavailable.ts';
import { askAgain } from '#web/http/ask-again.ts';
import { sitemapFile } from '#web/seo/sitemap.ts';
import { sitemapPages } from '#web/seo/sitemap-pages.ts';

export const dynamic = 'force-dynamic';

export const GET = withContent(
  async (_request: Request, { params }: { params: Promise<{ name: string }> }) => {
    const file = sitemapFile(await sitemapPages(), (await params).name);
    return file
      ? new Response(file, {
          headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': askAgain },
        })
      : new Response('There is no such sitemap.', { status: 404 });
  },
);
