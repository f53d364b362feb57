/**
 * Paths of documents: the one place that knows where a document is shown. Links, sitemap, canonical addresses,
 * Studio locations and revalidation all ask here.
 */

/** What `hrefFor` needs to know of a document; queries project `"slug": slug.current`. */
export interface AddressableDocument {
  _type: string;
  slug?: string | null;
}

export const homeSlug = 'home';
export const cityPathPrefix = '/seo-services-';
/** Where openings are listed; each opening is an anchor on that page. */
const openingsPath = '/careers';

/** Document types that have an address of their own (an opening's is an anchor on the careers page). */
export const addressableTypes = ['page', 'cityPage', 'policy', 'jobOpening'] as const;
/** Document types that are a whole page: what the sitemap lists and what a link can lead to. */
export const pageTypes = ['page', 'cityPage', 'policy'] as const;

export const isPageType = (type: string): boolean => pageTypes.some((pageType) => pageType === type);

/** First path segments that the site keeps for itself. No document and no redirect may take them. */
const reservedSegments = [
  '_next',
  'api',
  'favicon.ico',
  'media',
  'opengraph-image',
  'robots.txt',
  'sitemap',
  'sitemap.xml',
  'studio',
] as const;

const reserved: ReadonlySet<string> = new Set(reservedSegments);

/** Whether a path belongs to the site itself: `/api/x`, `/studio`. */
export function isReservedPath(path: string): boolean {
  return reserved.has(path.split('/')[1] ?? '');
}

/**
 * The path of a document, beginning with `/`, without a host: `/`, `/about`, `/seo-services-delhi`,
 * `/careers#senior-seo-manager`. Null for a document that has no page of its own or has no slug yet.
 */
export function hrefFor(document: AddressableDocument | null | undefined): string | null {
  const slug = document?.slug;
  if (!document || !slug) return null;
  switch (document._type) {
    case 'page':
      return slug === homeSlug ? '/' : `/${slug}`;
    case 'policy':
      return `/${slug}`;
    case 'cityPage':
      return `${cityPathPrefix}${slug}`;
    case 'jobOpening':
      return `${openingsPath}#${slug}`;
    default:
      return null;
  }
}

/** The slug of a city page for a path, or null: `/seo-services-delhi` → `delhi`. */
export function citySlugOf(path: string): string | null {
  const slug = path.startsWith(cityPathPrefix) ? path.slice(cityPathPrefix.length) : '';
  return slug && !slug.includes('/') ? slug : null;
}
