import { queryPublished } from '#web/content/client.ts';
import { siteQuery } from '#web/content/queries.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { day } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';

export const dynamic = 'force-dynamic';

/** Milliseconds. RFC 9116 recommends less than a year. */
const validity = 180 * day;

/** Says where to report a weakness of the site (RFC 9116): to the e-mail address of the site settings. */
export const GET = catchUnavailable(async () => {
  const { siteUrl } = siteSettings();
  const email = (await queryPublished(siteQuery))?.email;
  const lines = [
    `Contact: ${email ? `mailto:${email}` : `${siteUrl}/contact`}`,
    `Expires: ${new Date(Date.now() + validity).toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
});
