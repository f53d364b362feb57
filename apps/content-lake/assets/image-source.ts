import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Above any common camera; refuses decompression bombs. */
const maxPixels = 100_000_000;
/** Bytes. An SVG is read whole, and larger ones are exports gone wrong. */
const maxSvgBytes = 5 * 1024 * 1024;

// Stored files never change, so libvips' cache only costs memory. One thread each, as a queue limits the total.
sharp.cache(false);
sharp.concurrency(1);

/** Opens a picture; an SVG as bytes, since by path the renderer would follow its references to files. */
export async function openImage(
  file: string,
  options: Pick<SharpOptions, 'animated' | 'density'> = {},
): Promise<Sharp> {
  const settings: SharpOptions = { ...options, failOn: 'error', limitInputPixels: maxPixels };
  return sharp((await isSvg(file)) ? await readFile(file) : file, settings);
}

/** By the first bytes, never a name or header. */
async function isSvg(file: string): Promise<boolean> {
  const start = await buffer(createReadStream(file, { end: 63 }));
  if (!/^\uFEFF?\s*</.test(start.toString('utf8'))) return false;
  if ((await stat(file)).size > maxSvgBytes) throw new Error('an SVG may have at most 5 MB');
  return true;
}
