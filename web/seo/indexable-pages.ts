import type { ClientReturn } from '@sanity/client';
import { pageTypes } from '#schemas/paths.ts';
import { runQuery } from '#web/content/client.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import { minute } from '#web/contracts/durations.ts';
import { type SitemapEntry, sitemapEntries, stateEntries } from './sitemap.ts';

/** Milliseconds. The list may be long. */
const timeout = minute;

export const readSitemapDocuments = () =>
  runQuery(sitemapQuery, { types: pageTypes }, { drafts: false, timeout });

/** Returns the sitemap entries of all indexable pages. */
export function indexablePages(
  { documents, templateChange }: ClientReturn<typeof sitemapQuery>,
  siteUrl: string,
): SitemapEntry[] {
  const dated = documents.map((document) => ({
    ...document,
    changes: document._type === 'cityPage' ? [templateChange] : document.changes,
  }));
  return [...sitemapEntries(dated, siteUrl), ...stateEntries(dated, siteUrl)];
}
