import { homeSlug } from '#schemas/paths.ts';
import { findExistingPage } from '#web/content/find-page.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { shareImage } from '#web/seo/share-image.ts';
import { shareImageTexts } from '#web/seo/share-image-address.ts';

export const dynamic = 'force-dynamic';

/**
 * Returns a page's share image, drawn from its current texts. Social networks fetch it again when the version in the
 * URL changes. The response is the same for every version, because shared caches may ignore the query string.
 */
export const GET = catchUnavailable(
  async (_request: Request, { params }: { params: Promise<{ path: string[] }> }) => {
    const segments = (await params).path;
    const pagePath = segments.length === 1 && segments[0] === homeSlug ? '/' : `/${segments.join('/')}`;
    const found = await findExistingPage(pagePath);
    if (!found) return new Response('There is no such page.', { status: 404 });
    const texts = shareImageTexts(found.page, found.site);
    const picture = await shareImage(texts);
    return new Response(new Uint8Array(picture), {
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=300',
      },
    });
  },
);
