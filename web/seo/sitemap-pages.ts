import { unstable_cache } from 'next/cache';
import { unlessUnavailable } from '#web/content/client.ts';
import { siteSettings } from '#web/env.ts';
import { anyChangeTag, contentTag } from '#web/freshness/content-tag.ts';
import { indexablePages, readSitemapDocuments } from './indexable-pages.ts';
import type { SitemapEntry } from './sitemap.ts';

const readPages = unstable_cache(
  async () => (await unlessUnavailable(readSitemapDocuments())).result,
  ['sitemap'],
  {
    tags: [contentTag, anyChangeTag],
    revalidate: 3600,
  },
);

/** Returns the sitemap entries of all indexable pages, cached until content changes. */
export async function sitemapPages(): Promise<SitemapEntry[]> {
  return indexablePages(await readPages(), siteSettings().siteUrl);
}
