import type { SiteSettings } from '#web/env.ts';
import { pictureWidths } from './picture-widths.ts';

/** `<sha1 or id>-<width>x<height>.<format>`, as Sanity names image files. */
const fileName = /^[A-Za-z0-9]{8,64}-\d{1,5}x\d{1,5}\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const widths: ReadonlySet<string> = new Set(pictureWidths.map(String));

/**
 * Where the content API has a picture in the asked size, or undefined for what the site's own pages never ask. Only
 * the widths of `pictureWidths` are made, so that nobody can keep the machine busy with sizes.
 */
export function imageAddress(
  { apiHost, projectId, dataset }: SiteSettings['sanity'],
  file: string,
  asked: URLSearchParams,
): string | undefined {
  const width = asked.get('w') ?? '';
  if (!fileName.test(file) || !widths.has(width)) return undefined;
  const url = new URL(`/images/${projectId}/${dataset}/${file}`, apiHost ?? 'https://cdn.sanity.io');
  url.searchParams.set('w', width);
  const height = asked.get('h');
  if (height !== null) {
    if (!/^\d{1,4}$/.test(height) || Number(height) > 3000) return undefined;
    url.searchParams.set('h', height);
  }
  const rectangle = asked.get('rect');
  if (rectangle !== null) {
    if (!/^\d{1,5}(?:,\d{1,5}){3}$/.test(rectangle)) return undefined;
    url.searchParams.set('rect', rectangle);
  }
  url.searchParams.set('fit', 'crop');
  // Asked for in a format of pixels, a vector picture is drawn by the content API; nothing in it runs on our address.
  if (file.endsWith('.svg')) url.searchParams.set('fm', 'webp');
  else url.searchParams.set('auto', 'format');
  return url.href;
}
