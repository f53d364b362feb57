import type { SiteSettings } from '#web/env.ts';
import { signatureOf } from '#web/http/signature.ts';
import { pictureWidths } from './picture-widths.ts';

/** `<sha1 or id>-<width>x<height>.<format>`, as Sanity names image files. */
const fileName = /^[A-Za-z0-9]{8,64}-\d{1,5}x\d{1,5}\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const widths: ReadonlySet<string> = new Set(pictureWidths.map(String));

/** Signature of a crop that one of our pages shows: rendering arbitrary crops would keep the machine busy. */
const shownBy = (file: string, part: string) => signatureOf('picture', `${file} ${part}`).slice(0, 10);

/** The site's URL of a picture or a crop of it (`left,top,width,height`), at one of `pictureWidths`. */
export function pictureAddress(file: string, part: string | null, width: number): string {
  const cut = part === null ? '' : `rect=${part}&`;
  return `/media/${file}?${cut}w=${width}&s=${shownBy(file, part ?? '')}`;
}

/** The content API's URL for one of ours; undefined unless a page shows it. */
export function imageAddress(
  { apiHost, projectId, dataset }: SiteSettings['sanity'],
  file: string,
  asked: URLSearchParams,
): string | undefined {
  const width = asked.get('w') ?? '';
  const part = asked.get('rect');
  if (!fileName.test(file) || !widths.has(width)) return undefined;
  if (asked.get('s') !== shownBy(file, part ?? '')) return undefined;
  const url = new URL(`/images/${projectId}/${dataset}/${file}`, apiHost ?? 'https://cdn.sanity.io');
  url.searchParams.set('w', width);
  if (part !== null) url.searchParams.set('rect', part);
  url.searchParams.set('fit', 'crop');
  // Rasterized by the content API, so that no SVG runs on our origin.
  if (file.endsWith('.svg')) url.searchParams.set('fm', 'webp');
  else url.searchParams.set('auto', 'format');
  return url.href;
}
