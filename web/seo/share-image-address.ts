import { createHash } from 'node:crypto';
import type { Site } from '#web/content/types.ts';
import type { ShownPage } from './page-description.ts';

/** Size in pixels that every network shows uncropped. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** What the picture for sharing shows. */
export type ShareImageTexts = ReturnType<typeof shareImageTexts>;

/** Increment when the drawing changes, so that networks fetch the images again. */
const drawing = 1;

/** The texts of the picture for sharing of a page. */
export function shareImageTexts(page: ShownPage, site: Pick<Site, 'agencyName' | 'tagline'>) {
  return {
    heading: page.opening?.heading ?? page.name,
    /** Over the heading. */
    label: page.path === '/' ? '' : page.name,
    agency: site.agencyName,
    tagline: site.tagline,
  };
}

/** Identifies a picture by what it shows: the same texts are the same picture. */
export function shareImageVersion(texts: ShareImageTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([drawing, texts]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * Path of a page's share image, with its version: networks cache an image for as long as its URL stays the same.
 */
export function shareImagePath(page: ShownPage, site: Pick<Site, 'agencyName' | 'tagline'>): string {
  const version = shareImageVersion(shareImageTexts(page, site));
  return `/opengraph-image${page.path === '/' ? '/home' : page.path}?v=${version}`;
}
