import { createHash } from 'node:crypto';
import type { ComposedPage, Site } from '#web/content/types.ts';

/** Pixels. All social networks show this size uncropped. */
export const shareImageSize = { width: 1200, height: 630 } as const;

export type ShareImageTexts = Omit<ReturnType<typeof shareImageTexts>, 'paper'> & {
  paper?: { title: string; lines: string[] } | undefined;
};

/** Increment when the drawing changes, so that social networks fetch the images again. */
const drawingVersion = 5;

export function shareImageTexts(page: ComposedPage, site: Pick<Site, 'agencyName' | 'tagline'>) {
  const heading = page.opening?.heading ?? page.name;
  const repeatsName = heading.toLowerCase().includes(page.name.toLowerCase());
  return {
    heading,
    /** Shown above the heading: the page's name, or the parent's if the heading has the name. */
    label: page.path === '/' ? '' : repeatsName ? (page.parents.at(-1)?.name ?? '') : page.name,
    agency: site.agencyName,
    tagline: site.tagline,
    /** The text of the example document or policy, which the image draws. */
    paper: findDocument(page),
  };
}

/** Returns the document that the page shows at its top. */
function findDocument({ content, sections }: ComposedPage) {
  if (content._type === 'policy')
    return { title: content.title, lines: content.sections.map(({ heading }) => heading) };
  const opening = sections[0];
  if (!opening || !('art' in opening) || opening.art !== 'paper' || !opening.paper) return undefined;
  const { title, lines } = opening.paper;
  return { title, lines: lines.map(({ term, text }) => (term ? `${term}: ${text}` : text)) };
}

/** Returns a hash of an image's content. */
export function shareImageVersion(texts: ShareImageTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([drawingVersion, texts]))
    .digest('hex')
    .slice(0, 12);
}

/** Returns the image's path with a version, because social networks cache an image until its URL changes. */
export function shareImagePath(page: ComposedPage, site: Pick<Site, 'agencyName' | 'tagline'>): string {
  const version = shareImageVersion(shareImageTexts(page, site));
  return `/opengraph-image${page.path === '/' ? '/home' : page.path}?v=${version}`;
}
