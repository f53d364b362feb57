import { unstable_cache } from 'next/cache';
import { pageTypes } from '#schemas/paths.ts';
import { ask, unlessAway } from '#web/content/client.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import { siteSettings } from '#web/env.ts';
import { anyChangeTag, contentTag } from '#web/freshness/content-tag.ts';
import { type SitemapEntry, sitemapEntries, stateEntries } from './sitemap.ts';

/** Milliseconds; the list may be long. */
const timeout = 60_000;

const readPages = unstable_cache(
  async () => (await unlessAway(ask(sitemapQuery, { types: pageTypes }, { drafts: false, timeout }))).result,
  ['sitemap'],
  { tags: [contentTag, anyChangeTag], revalidate: 3600 },
);

/** All indexable pages; none where the whole site is hidden. */
export async function sitemapPages(): Promise<SitemapEntry[]> {
  const { siteUrl } = siteSettings();
  const { documents, templateChange } = await readPages();
  const isThereWork = documents.some(({ _type }) => _type === 'caseStudy');
  const shown = documents.filter(({ listsWork }) => !listsWork || isThereWork);
  const dated = shown.map((document) => ({
    ...document,
    changes: document._type === 'cityPage' ? [templateChange] : document.changes,
  }));
  return [...sitemapEntries(dated, siteUrl), ...stateEntries(dated, siteUrl)];
}
