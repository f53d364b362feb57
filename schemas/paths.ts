/**
 * Paths of documents: the one place that knows where a document is shown. Links, sitemap, canonical addresses,
 * redirects, Studio locations and the site's own look-ups all ask here.
 */

/** The path before the slug, for each type of document that has one. */
const prefixes = {
  page: '/',
  policy: '/',
  cityPage: '/seo-services-',
  article: '/articles/',
  caseStudy: '/work/',
  jobOpening: '/careers/',
} as const;

/** A type of document that is a whole page: what the sitemap lists and what a link can lead to. */
export type PageType = keyof typeof prefixes;

/** The fields of a document that `hrefFor` reads; queries project `"slug": slug.current`. */
export interface AddressableDocument {
  _type: string;
  slug?: string | null;
}

export const homeSlug = 'home';
export const feedPath = `${prefixes.article}feed.xml`;

/** Whether documents of a type have an address of their own. */
export const isPageType = (type: string): type is PageType => Object.hasOwn(prefixes, type);

export const pageTypes = Object.keys(prefixes).filter(isPageType);

/** First path segments that the site reserves: no document and no redirect may use them. */
const reservedSegments: ReadonlySet<string> = new Set([
  '_next',
  'api',
  'favicon.ico',
  'islands',
  'lake',
  'livez',
  'media',
  'opengraph-image',
  'readyz',
  'robots.txt',
  'sitemap',
  'sitemap.xml',
  'staff',
  'studio',
]);

/** The feed, and the further pages of the list of articles: `/articles/2`. */
const besideArticles = new RegExp(`^${prefixes.article}(?:\\d+|feed\\.xml)$`);

/** Whether a path belongs to the site itself: `/api/x`, `/studio`, `/articles/2`. */
export function isReservedPath(path: string): boolean {
  return reservedSegments.has(path.split('/')[1] ?? '') || besideArticles.test(path);
}

/**
 * The path of a document, beginning with `/`, without a host: `/`, `/about`, `/seo-services-delhi`. Null for a document
 * that has no page of its own or has no slug yet.
 */
export function hrefFor(document: AddressableDocument | null | undefined): string | null {
  const slug = document?.slug;
  if (!slug || !isPageType(document._type)) return null;
  return document._type === 'page' && slug === homeSlug ? '/' : `${prefixes[document._type]}${slug}`;
}

/** Every document that may be at a path: `/seo-services-delhi` is the city `delhi`, or a page with a long slug. */
export function documentsAt(path: string): { _type: PageType; slug: string }[] {
  return pageTypes.flatMap((_type) => {
    const prefix = prefixes[_type];
    const slug = path === '/' ? homeSlug : path.startsWith(prefix) ? path.slice(prefix.length) : '';
    return !slug.includes('/') && hrefFor({ _type, slug }) === path ? [{ _type, slug }] : [];
  });
}
