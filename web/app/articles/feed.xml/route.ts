import { unstable_cache } from 'next/cache';
import { hrefFor } from '#schemas/paths.ts';
import { placeholderValues } from '#schemas/placeholders.ts';
import { queryPublished } from '#web/content/client.ts';
import { fillAllPlaceholders } from '#web/content/placeholders.ts';
import { feedQuery, siteQuery } from '#web/content/queries.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { anyChangeTag, contentTag } from '#web/freshness/content-tag.ts';
import { alwaysRevalidate } from '#web/http/cache-control.ts';
import { articleFeed } from '#web/seo/feed.ts';

export const dynamic = 'force-dynamic';

const readFeed = unstable_cache(
  () => Promise.all([queryPublished(siteQuery), queryPublished(feedQuery)]),
  ['feed'],
  { tags: [contentTag, anyChangeTag], revalidate: 3600 },
);

export const GET = catchUnavailable(async () => {
  const [site, feed] = await readFeed();
  if (!site) return new Response('There is no content yet.', { status: 404 });
  const { articles, list } = fillAllPlaceholders(feed, placeholderValues(site));
  const title = list ? `${site.agencyName}: ${list.title}` : site.agencyName;
  const text = articleFeed(
    { title, listPath: hrefFor(list) ?? '/', articles, updatedAt: site._updatedAt },
    siteSettings().siteUrl,
  );
  return new Response(text, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': alwaysRevalidate },
  });
});
