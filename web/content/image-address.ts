import type { SiteSettings } from '#web/env.ts';
import { signatureOf } from '#web/http/signature.ts';
import { pictureWidths } from './picture-widths.ts';

/** `<sha1 or id>-<width>x<height>.<format>`, as Sanity names image files. */
const fileName = /^[A-Za-z0-9]{8,64}-\d{1,5}x\d{1,5}\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const widths: ReadonlySet<string> = new Set(pictureWidths.map(String));

/** Says that a page of ours shows this part of the file: making any part of any picture would keep the machine busy. */
const shownBy = (file: string, part: string) => signatureOf('picture', `${file} ${part}`).slice(0, 10);

/** The site's own address of a picture, or of a part of it (`left,top,width,height`), in one of `pictureWidths`. */
export function pictureAddress(file: string, part: string | null, width: number): string {
  const cut = part === null ? '' : `rect=${part}&`;
  return `/media/${file}?${cut}w=${width}&s=${shownBy(file, part ?? '')}`;
}

/** Where the content API has the picture at an address of ours, or undefined for what no page asks for. */
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
  // Asked for in a format of pixels, a vector picture is drawn by the content API; nothing in it runs on our address.
  if (file.endsWith('.svg')) url.searchParams.set('fm', 'webp');
  else url.searchParams.set('auto', 'format');
  return url.href;
}
