/** The only place that maps documents to paths, for links, sitemap, canonical URLs, redirects, Studio and routing. */

const prefixes = {
  page: '/',
  policy: '/',
  cityPage: '/seo-services-',
  article: '/articles/',
  caseStudy: '/work/',
  jobOpening: '/careers/',
} as const;

/** A document type with pages of its own, listed in the sitemap and linkable. */
export type PageType = keyof typeof prefixes;

/** The fields of a document that `hrefFor` reads; queries project `"slug": slug.current`. */
export interface AddressableDocument {
  _type: string;
  slug?: string | null;
}

export const homeSlug = 'home';
export const feedPath = `${prefixes.article}feed.xml`;

export const isPageType = (type: string): type is PageType => Object.hasOwn(prefixes, type);

export const pageTypes = Object.keys(prefixes).filter(isPageType);

/** First path segments that documents and redirects may not use. */
const reservedSegments: ReadonlySet<string> = new Set([
  '_next',
  'api',
  'favicon.ico',
  'indexnow.txt',
  'islands',
  'lake',
  'livez',
  'llms.txt',
  'media',
  'opengraph-image',
  'readyz',
  'robots.txt',
  'sitemap',
  'sitemap.xml',
  'staff',
  'studio',
]);

/** The feed and the pagination of articles: `/articles/2`. */
const besideArticles = new RegExp(`^${prefixes.article}(?:\\d+|feed\\.xml)$`);

/** Whether a path belongs to the site itself: `/api/x`, `/studio`, `/articles/2`. */
export function isReservedPath(path: string): boolean {
  return reservedSegments.has(path.split('/')[1] ?? '') || besideArticles.test(path);
}

/** A document's path: `/`, `/about`, `/seo-services-delhi`. Null without a page of its own or a slug. */
export function hrefFor(document: AddressableDocument | null | undefined): string | null {
  const slug = document?.slug;
  if (!slug || !isPageType(document._type)) return null;
  return document._type === 'page' && slug === homeSlug ? '/' : `${prefixes[document._type]}${slug}`;
}

/** Documents that may be at a path: `/seo-services-delhi` is the city `delhi`, or a page with a long slug. */
export function documentsAt(path: string): { _type: PageType; slug: string }[] {
  return pageTypes.flatMap((_type) => {
    const prefix = prefixes[_type];
    const slug = path === '/' ? homeSlug : path.startsWith(prefix) ? path.slice(prefix.length) : '';
    return !slug.includes('/') && hrefFor({ _type, slug }) === path ? [{ _type, slug }] : [];
  });
}
