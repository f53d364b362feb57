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

/** First segments of addresses without pages: routes, files of the build, and what the content lake answers. */
export const foldersWithoutPages = [
  '_next',
  'api',
  'islands',
  'lake',
  'livez',
  'media',
  'opengraph-image',
  'readyz',
  'sitemap',
  'staff',
  'studio',
];
/** Files of `web/public`. */
export const publicFiles = ['apple-touch-icon.png', 'favicon.ico', 'icon.svg'];
/** Files that routes make. */
const generatedFiles = ['indexnow.txt', 'llms.txt', 'robots.txt', 'sitemap.xml', feedPath.slice(1)];

const files = [...publicFiles, ...generatedFiles].map((file) => file.replaceAll('.', '\\.'));

/** Matches the rest of a path after its first slash, for the matcher of `web/proxy.ts`, which has to be a literal. */
export const nonPagePattern = `(?:${foldersWithoutPages.join('|')})(?:/|$)|(?:${files.join('|')})$`;

const nonPage = new RegExp(`^/(?:${nonPagePattern})`);

/** Whether the site has something else than a page at a path: `/api/x`, `/studio`, `/robots.txt`. */
export const isNonPagePath = (path: string): boolean => nonPage.test(path);

/** Files, which only GET and HEAD reach. */
const staticFile = new RegExp(`^/(?:(?:_next|islands|studio/static)/|(?:${publicFiles.join('|')})$)`);

export const isStaticFile = (path: string): boolean => staticFile.test(path);

/** Lists of pages in XML, which are made of content and cached as pages are. */
const sitemapOrFeed = new RegExp(`^/(?:sitemap/|sitemap\\.xml$)|^${feedPath}$`);

export const isSitemapOrFeed = (path: string): boolean => sitemapOrFeed.test(path);

const articlesPage = new RegExp(`^${prefixes.article}\\d+$`);

/** Whether a path belongs to the site itself, so that no document or redirect may have it: also `/articles/2`. */
export const isReservedPath = (path: string): boolean => isNonPagePath(path) || articlesPage.test(path);

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
