import type { Metadata } from 'next';
import { feedPath } from '#schemas/paths.ts';
import type { PictureSource } from '#web/content/image.ts';
import type { ComposedPage, Site } from '#web/content/types.ts';
import { absoluteUrl, describePage } from './page-description.ts';
import { shareImagePath, shareImageSize } from './share-image-address.ts';

/** The editor's share image. `src` is a path on this site or an absolute URL. */
type SharePicture = Pick<PictureSource, 'src' | 'sentWidth' | 'width' | 'height' | 'alt'>;

type MetadataOptions = {
  /** Public origin of the site without a trailing slash. */
  siteUrl: string;
  /** False if the whole site is hidden from search engines, for example on a staging server. */
  allowIndexing: boolean;
  /** Null if the site draws the share image. */
  picture: SharePicture | null;
};

/** Builds a page's `head` metadata for search engines and link previews. */
export function pageMetadata(
  page: ComposedPage,
  site: Site,
  { siteUrl, allowIndexing, picture }: MetadataOptions,
): Metadata {
  const about = describePage(page, site, siteUrl);
  const { headline, description, canonical } = about;
  const isListed = allowIndexing && !about.isHidden;
  const image = picture
    ? {
        url: absoluteUrl(siteUrl, picture.src),
        width: picture.sentWidth,
        height: Math.round((picture.sentWidth * picture.height) / picture.width),
        alt: picture.alt,
      }
    : {
        url: absoluteUrl(siteUrl, shareImagePath(page, site)),
        ...shareImageSize,
        type: 'image/png',
        alt: `${headline}. ${site.agencyName}: ${site.tagline}`,
      };
  return {
    metadataBase: new URL(siteUrl),
    title: { absolute: about.title },
    ...(description ? { description } : {}),
    ...(about.keywords.length > 0 ? { keywords: about.keywords } : {}),
    alternates: { canonical, ...(showsArticles(page) ? { types: feedLink(site, siteUrl) } : {}) },
    robots: { index: isListed, follow: isListed },
    // Phone numbers are links already, so browsers need not detect them.
    formatDetection: { telephone: false },
    openGraph: {
      ...(page.publishedAt
        ? {
            type: 'article',
            publishedTime: page.publishedAt,
            ...(about.modifiedAt ? { modifiedTime: about.modifiedAt } : {}),
          }
        : { type: 'website' }),
      url: canonical,
      siteName: site.agencyName,
      title: headline,
      ...(description ? { description } : {}),
      locale: 'en_IN',
      images: [image],
    },
    // Next copies title and description from above.
    twitter: { card: 'summary_large_image', images: [{ url: image.url, alt: image.alt }] },
  };
}

const showsArticles = ({ content, sections }: ComposedPage) =>
  content._type === 'article' ||
  sections.some((section) => section._type === 'articleList' && section.mode === 'all');

const feedLink = ({ agencyName }: Site, siteUrl: string) => ({
  'application/atom+xml': [{ url: absoluteUrl(siteUrl, feedPath), title: agencyName }],
});
