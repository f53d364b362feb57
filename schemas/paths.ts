/** Maps documents to paths. Links, sitemap, canonical URLs, redirects, the Studio and routing all use this file. */

const prefixes = {
  page: '/',
  policy: '/',
  cityPage: '/seo-services-',
  article: '/articles/',
  caseStudy: '/work/',
  jobOpening: '/careers/',
} as const;

/** A document type whose documents are pages: the sitemap lists them and links can point to them. */
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

/** First path segments that are never pages: routes, build files and paths of the content lake. */
export const foldersWithoutPages = [
  '_next',
  'api',
  'islands',
  'lake',
  'livez',
  'media',
  'opengraph-image',
  'readyz',
  'staff',
  'studio',
];
/** Files in `web/public`. */
export const publicFiles = ['apple-touch-icon.png', 'favicon.ico', 'icon.svg'];
/** Files that routes generate. */
const generatedFiles = [
  '.well-known/security.txt',
  'llms.txt',
  'robots.txt',
  'security.txt',
  'sitemap.xml',
  feedPath.slice(1),
];

const files = [...publicFiles, ...generatedFiles].map((file) => file.replaceAll('.', '\\.'));

/** Matches a path after its first slash. The matcher of `web/proxy.ts` repeats it, because Next requires a literal there. */
export const nonPagePattern = `(?:${foldersWithoutPages.join('|')})(?:/|$)|(?:${files.join('|')})$`;

const nonPage = new RegExp(`^/(?:${nonPagePattern})`);

/** Whether a path leads to a route or a file instead of a page: `/api/x`, `/studio`, `/robots.txt`. No document may use it. */
export const isNonPagePath = (path: string): boolean => nonPage.test(path);

/** Matches static files, which allow only GET and HEAD. */
const staticFile = new RegExp(`^/(?:(?:_next|islands|studio/static)/|(?:${publicFiles.join('|')})$)`);

export const isStaticFile = (path: string): boolean => staticFile.test(path);

/** Whether a path is the sitemap or the feed. They are built from content and cached like pages. */
export const isSitemapOrFeed = (path: string): boolean => path === '/sitemap.xml' || path === feedPath;

/** Returns a document's path, such as `/` or `/seo-services-delhi`. Returns null without a slug or for a type without pages. */
export function hrefFor(document: AddressableDocument | null | undefined): string | null {
  const slug = document?.slug;
  if (!slug || !isPageType(document._type)) return null;
  return document._type === 'page' && slug === homeSlug ? '/' : `${prefixes[document._type]}${slug}`;
}

/** Returns the path, below the Studio's base path, that opens a document's form, at a field if there is one. */
export function editPath(id: string, type: string, field?: string): string {
  const parameters = Object.entries({ id, type, ...(field && { path: field }) });
  return `/intent/edit/${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join(';')}/`;
}

/** Returns the documents that a path can mean: `/seo-services-delhi` is the city `delhi`, or a page with that slug. */
export function documentsAt(path: string): { _type: PageType; slug: string }[] {
  return pageTypes.flatMap((_type) => {
    const prefix = prefixes[_type];
    const slug = path === '/' ? homeSlug : path.startsWith(prefix) ? path.slice(prefix.length) : '';
    return !slug.includes('/') && hrefFor({ _type, slug }) === path ? [{ _type, slug }] : [];
  });
}
