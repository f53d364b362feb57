import type { SiteSettings } from '#web/env.ts';
import { sign } from '#web/http/signature.ts';
import { pictureWidths } from './picture-widths.ts';

/** Sanity's name of an image file: `<sha1 or id>-<width>x<height>.<format>`. */
const fileName = /^[A-Za-z0-9]{8,64}-\d{1,5}x\d{1,5}\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const widths: ReadonlySet<string> = new Set(pictureWidths.map(String));

/** Signs a crop for one of our pages. Unsigned crops are refused, because rendering many would overload the machine. */
const cropSignature = (file: string, part: string) => sign('picture', `${file} ${part}`).slice(0, 10);

/** Returns the site's URL of a picture, or of a part of it (`left,top,width,height`), at one of `pictureWidths`. */
export function pictureAddress(file: string, part: string | null, width: number): string {
  const cut = part === null ? '' : `rect=${part}&`;
  return `/media/${file}?${cut}w=${width}&s=${cropSignature(file, part ?? '')}`;
}

/** Types of the files that the site sends besides pictures: films and their captions. */
const fileTypes = new Map([
  ['mp4', 'video/mp4'],
  ['vtt', 'text/vtt; charset=utf-8'],
]);

/** Returns the site's URL of an uploaded file from its reference, such as `file-<sha1>-mp4`. */
export function fileAddress(reference: string | null | undefined): string | undefined {
  const [, name, extension] = /^file-([a-f0-9]{40})-([a-z0-9]+)$/.exec(reference ?? '') ?? [];
  return name && extension && fileTypes.has(extension) ? `/media/${name}.${extension}` : undefined;
}

/** Converts the site's URL of a film or its captions to the content API's URL. Returns undefined for other files. */
export function uploadAddress({ apiHost, projectId, dataset }: SiteSettings['sanity'], file: string) {
  const [, extension] = /^[a-f0-9]{40}\.([a-z0-9]+)$/.exec(file) ?? [];
  const type = fileTypes.get(extension ?? '');
  if (!type) return undefined;
  return { type, url: new URL(`/files/${projectId}/${dataset}/${file}`, apiHost ?? 'https://cdn.sanity.io') };
}

/** Converts the site's URL of a picture to the content API's URL. Returns undefined if the signature is wrong. */
export function imageAddress(
  { apiHost, projectId, dataset }: SiteSettings['sanity'],
  file: string,
  query: URLSearchParams,
): string | undefined {
  const width = query.get('w') ?? '';
  const part = query.get('rect');
  if (!fileName.test(file) || !widths.has(width)) return undefined;
  if (query.get('s') !== cropSignature(file, part ?? '')) return undefined;
  const url = new URL(`/images/${projectId}/${dataset}/${file}`, apiHost ?? 'https://cdn.sanity.io');
  // A drawing is sharp at every width. The policy of its response lets no script in it run (`next-config.ts`).
  if (file.endsWith('.svg') && part === null) return url.href;
  url.searchParams.set('w', width);
  if (part !== null) url.searchParams.set('rect', part);
  url.searchParams.set('fit', 'crop');
  if (file.endsWith('.svg')) url.searchParams.set('fm', 'webp');
  else url.searchParams.set('auto', 'format');
  return url.href;
}
