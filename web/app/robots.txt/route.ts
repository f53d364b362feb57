import { siteSettings } from '#web/env.ts';
import { robotsText } from '#web/seo/robots.ts';

export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(robotsText(siteSettings()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
