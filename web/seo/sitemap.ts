import { type AddressableDocument, hrefFor } from '#schemas/paths.ts';
import { citiesByState, statePath } from '#web/content/state-page.ts';
import { escapeXml } from '#web/http/escape-markup.ts';
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

/** URLs per file. The protocol allows 50,000, but smaller files are cheaper to fetch again. */
const pagesInSitemap = 5000;

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
export function stateEntries(
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

function filesOf(entries: readonly SitemapEntry[]): SitemapEntry[][] {
  return Array.from({ length: Math.ceil(entries.length / pagesInSitemap) }, (_, index) =>
    entries.slice(index * pagesInSitemap, (index + 1) * pagesInSitemap),
  );
}

const location = ({ url, modifiedAt }: SitemapEntry) =>
  `<loc>${escapeXml(url)}</loc>${modifiedAt ? `<lastmod>${escapeXml(modifiedAt)}</lastmod>` : ''}`;

const xml = (root: 'urlset' | 'sitemapindex', children: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children.map((child) => `${child}\n`).join('')}</${root}>\n`;

function sitemapXml(entries: readonly SitemapEntry[]): string {
  return xml(
    'urlset',
    entries.map((entry) => `<url>${location(entry)}</url>`),
  );
}

/** Builds `/sitemap.xml`: the pages if they fit into one file, otherwise an index of files. */
export function sitemapRoot(entries: readonly SitemapEntry[], siteUrl: string): string {
  const files = filesOf(entries);
  if (files.length <= 1) return sitemapXml(entries);
  return xml(
    'sitemapindex',
    files.map((file, index) => {
      const modifiedAt = latest(file.map((entry) => entry.modifiedAt));
      return `<sitemap>${location({ url: absoluteUrl(siteUrl, `/sitemap/${index + 1}.xml`), modifiedAt })}</sitemap>`;
    }),
  );
}

/** Builds `/sitemap/{name}` for `1.xml`, `2.xml` and so on; null for other names. */
export function sitemapFile(entries: readonly SitemapEntry[], name: string): string | null {
  const number = /^([1-9]\d{0,5})\.xml$/.exec(name)?.[1];
  const file = number ? filesOf(entries)[Number(number) - 1] : undefined;
  return file ? sitemapXml(file) : null;
}
