import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** More pixels than any camera that people carry takes; a bomb of a few kilobytes that unpacks to gigabytes is refused. */
const maxPixels = 100_000_000;
/** Bytes of an SVG. It is read whole, and a drawing is small: larger ones are exports gone wrong. */
const maxSvgBytes = 5 * 1024 * 1024;

// Files are written once under the hash of their bytes, so libvips' cache of open files only costs memory. Each operation
// runs on one thread: the limit on simultaneous operations then limits the processor time that pictures can take.
sharp.cache(false);
sharp.concurrency(1);

/** Opens a picture for sharp; an SVG as bytes: by name the renderer would follow its references to files. */
export async function openImage(
  file: string,
  options: Pick<SharpOptions, 'animated' | 'density'> = {},
): Promise<Sharp> {
  const settings: SharpOptions = { ...options, failOn: 'error', limitInputPixels: maxPixels };
  return sharp((await isSvg(file)) ? await readFile(file) : file, settings);
}

/** Looks at the first bytes, never at a name or a header: only markup starts with a less-than sign. */
async function isSvg(file: string): Promise<boolean> {
  const start = await buffer(createReadStream(file, { end: 63 }));
  if (!/^\uFEFF?\s*</.test(start.toString('utf8'))) return false;
  if ((await stat(file)).size > maxSvgBytes) throw new Error('an SVG may have at most 5 MB');
  return true;
}
