import { unstable_cache } from 'next/cache';
import { pageTypes } from '#schemas/paths.ts';
import { publishedClient } from '#web/content/client.ts';
import { typeTag } from '#web/content/dependencies.ts';
import { healAfterSeconds } from '#web/content/load.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import { fromContent } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { type SitemapEntry, sitemapEntries, stateEntries } from './sitemap.ts';

/** Longest wait for the list of all pages, in milliseconds. */
const patienceMs = 60_000;

const readPages = unstable_cache(
  () =>
    fromContent(() =>
      publishedClient().fetch(
        sitemapQuery,
        {},
        { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) },
      ),
    ),
  ['sitemap'],
  {
    tags: [...pageTypes, 'service', 'testimonial', 'jobOpening', 'cityPageTemplate'].map(typeTag),
    revalidate: healAfterSeconds,
  },
);

/** Every page that search engines may list; empty where the whole site is hidden from them. */
export async function sitemapPages(): Promise<SitemapEntry[]> {
  const { siteUrl } = siteSettings();
  const { documents, templateChange, openingChange } = await readPages();
  const dated = documents.map((document) => ({
    ...document,
    changes: [
      ...(document.changes ?? []),
      document._type === 'cityPage' ? templateChange : null,
      document.listsOpenings ? openingChange : null,
    ],
  }));
  return [...sitemapEntries(dated, siteUrl), ...stateEntries(dated, siteUrl)];
}
