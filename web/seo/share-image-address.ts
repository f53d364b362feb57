import { createHash } from 'node:crypto';
import type { ExampleDocumentContent } from '#web/components/drawings/example-document.tsx';
import { placesOf } from '#web/components/drawings/india.ts';
import type { ComposedPage, Site } from '#web/content/types.ts';

/** Pixels. All social networks show this size uncropped. */
export const shareImageSize = { width: 1200, height: 630 } as const;

export type ShareImageTexts = ReturnType<typeof shareImageTexts>;

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
    ...illustrationOf(page),
  };
}

/** An example document, places on a map, or the values of a line chart. */
type Illustration = {
  paper?: { title: string; lines: string[] };
  places?: { lat: number; lng: number }[];
  line?: number[];
};

function documentOf({ title, lines }: ExampleDocumentContent) {
  return { title, lines: lines.map(({ term, text }) => (term ? `${term}: ${text}` : text)) };
}

function illustrationOf({ content, sections }: ComposedPage): Illustration {
  const opening = sections[0];
  if (content._type === 'policy')
    return { paper: { title: content.title, lines: content.sections.map(({ heading }) => heading) } };
  if (!opening || !('art' in opening)) return {};
  switch (opening.art) {
    case 'paper':
      return opening.paper ? { paper: documentOf(opening.paper) } : {};
    case 'map': {
      const listed = sections.flatMap((one) => (one._type === 'cityLinks' ? (one.cities ?? []) : []));
      const places = content._type === 'cityPage' ? placesOf([content]) : placesOf(listed);
      return { places: places.map(({ lat, lng }) => ({ lat, lng })) };
    }
    case 'plot':
      return { line: opening.series?.points.map(({ value }) => value) ?? [] };
    default:
      return {};
  }
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
