import { unstable_cache } from 'next/cache';
import { type AddressableDocument, hrefFor, pageTypes } from '#schemas/paths.ts';
import { runQuery, unlessUnavailable } from '#web/content/client.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import { citiesByState, statePath } from '#web/content/state-page.ts';
import { minute } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { anyChangeTag, contentTag } from '#web/freshness/content-tag.ts';
import { absoluteUrl, latest } from './page-description.ts';

/** `changes`: dates of other content that the page shows. Without any date, the entry has no `lastmod`. */
type SitemapDocument = AddressableDocument & {
  modifiedAt: string | null;
  changes?: readonly (string | null)[] | null;
  title?: string | null;
  description?: string | null;
};

export type SitemapEntry = Pick<SitemapDocument, 'title' | 'description'> & {
  url: string;
  modifiedAt: string;
};

const readDocuments = unstable_cache(
  async () => {
    // The list may be long.
    const query = runQuery(sitemapQuery, { types: pageTypes }, { drafts: false, timeout: minute });
    return (await unlessUnavailable(query)).result;
  },
  ['sitemap'],
  { tags: [contentTag, anyChangeTag], revalidate: 3600 },
);

/** Returns the sitemap entries of all indexable pages, cached until content changes. */
export async function sitemapPages(): Promise<SitemapEntry[]> {
  const { siteUrl } = siteSettings();
  const { documents, templateChange } = await readDocuments();
  const dated = documents.map((document) => ({
    ...document,
    changes: document._type === 'cityPage' ? [templateChange] : document.changes,
  }));
  return [...sitemapEntries(dated, siteUrl), ...stateEntries(dated, siteUrl)];
}

/** Returns the entries in the given order, each URL once. */
export function sitemapEntries(documents: readonly SitemapDocument[], siteUrl: string): SitemapEntry[] {
  const entries = new Map<string, SitemapEntry>();
  for (const document of documents) {
    const path = hrefFor(document);
    if (!path) continue;
    const url = absoluteUrl(siteUrl, path);
    if (entries.has(url)) continue;
    const { title, description } = document;
    const modifiedAt = latest([document.modifiedAt, ...(document.changes ?? [])]);
    entries.set(url, { url, modifiedAt, title, description });
  }
  return [...entries.values()];
}

/** Returns the entries of state pages. Each page that lists all cities has one state page per large state. */
function stateEntries(
  documents: readonly (SitemapDocument & { listsCities: boolean; state: string | null })[],
  siteUrl: string,
): SitemapEntry[] {
  const cities = documents.flatMap(({ state, modifiedAt }) => (state ? [{ state, modifiedAt }] : []));
  const states = citiesByState(cities).filter(({ hasPage }) => hasPage);
  return documents.flatMap((document) => {
    const listPath = document.listsCities && hrefFor(document);
    if (!listPath) return [];
    return states.map(({ state, cities: ofState }) => ({
      url: absoluteUrl(siteUrl, statePath(listPath, state)),
      modifiedAt: latest([document.modifiedAt, ...ofState.map((city) => city.modifiedAt)]),
    }));
  });
}
