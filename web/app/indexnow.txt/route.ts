import { siteSettings } from '#web/env.ts';

export const dynamic = 'force-dynamic';

/** Returns the key that proves to search engines that this site submitted its URLs (indexnow.org). */
export function GET(): Response {
  const { indexNow } = siteSettings();
  return new Response(indexNow?.key ?? 'IndexNow is not configured.\n', {
    status: indexNow ? 200 : 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
