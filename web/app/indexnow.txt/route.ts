import { siteSettings } from '#web/env.ts';

export const dynamic = 'force-dynamic';

/** Proves to search engines that what is announced in the site's name comes from it (indexnow.org). */
export function GET(): Response {
  const { indexNow } = siteSettings();
  return new Response(indexNow?.key ?? 'Nothing is announced here.\n', {
    status: indexNow ? 200 : 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
