import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { megabyte } from '../units.ts';

/** More than common cameras produce, but low enough to refuse decompression bombs. */
const maxPixels = 100_000_000;
const maxSvgBytes = 5 * megabyte;

// sharp's cache would only cost memory. Each picture gets one thread, because several pictures are processed at once.
sharp.cache(false);
sharp.concurrency(1);

// libvips may use these loaders only. SVGs load from memory: an SVG that is opened by path can read files next to it.
const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile', 'TiffFile', 'SvgBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

/** Opens a picture. Rejects an SVG that is compressed, too large or not in UTF-8. sharp checks other files itself. */
export async function openImage(
  file: string,
  options: Pick<SharpOptions, 'animated' | 'density'> = {},
): Promise<Sharp> {
  const settings: SharpOptions = { ...options, failOn: 'error', limitInputPixels: maxPixels };
  return sharp((await readSvg(file)) ?? file, settings);
}

/** First bytes of the accepted formats other than SVG, one character per byte. */
const rasterStart = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp|II[*+]\0|MM\0[*+])/s;

/** Reads a file unless it is a raster image. Its type comes from its first bytes, never from its name. */
async function readSvg(file: string): Promise<Buffer | undefined> {
  const start = (await buffer(createReadStream(file, { end: 15 }))).toString('latin1');
  if (rasterStart.test(start)) return undefined;
  if (start.startsWith('\x1f\x8b')) throw new Error('it is compressed: save the SVG without compression');
  if (/^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(start)) throw new Error('an SVG has to be in UTF-8');
  if ((await stat(file)).size > maxSvgBytes) throw new Error('an SVG may have at most 5 MB');
  // Removes leading comments, as libvips searches only the first 1000 bytes for the `<svg` tag.
  const beforeDrawing = /^(\xef\xbb\xbf)?(<\?xml[^>]*\?>)?(?:\s+|<!--.*?-->)+/s;
  return Buffer.from((await readFile(file, 'latin1')).replace(beforeDrawing, '$1$2\n'), 'latin1');
}
