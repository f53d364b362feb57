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

// A loader that is not named here is never used, whatever the bytes look like. There is none for an SVG by path,
// since the renderer would follow its references to neighbouring files.
const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile', 'TiffFile', 'SvgBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

/** Opens a picture of an accepted format. Rejects with the reason if it is none. */
export async function openImage(
  file: string,
  options: Pick<SharpOptions, 'animated' | 'density'> = {},
): Promise<Sharp> {
  const settings: SharpOptions = { ...options, failOn: 'error', limitInputPixels: maxPixels };
  return sharp((await readSvg(file)) ?? file, settings);
}

/** First bytes of the accepted formats other than SVG, one character a byte. */
const rasterStart = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp|II[*+]\0|MM\0[*+])/s;

/** The bytes of a file that is no raster image. The first bytes decide, never a name or header. */
async function readSvg(file: string): Promise<Buffer | undefined> {
  const start = (await buffer(createReadStream(file, { end: 15 }))).toString('latin1');
  if (rasterStart.test(start)) return undefined;
  if (start.startsWith('\x1f\x8b')) throw new Error('it is compressed: save the SVG without compression');
  if (/^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(start)) throw new Error('an SVG has to be in UTF-8');
  if ((await stat(file)).size > maxSvgBytes) throw new Error('an SVG may have at most 5 MB');
  // libvips looks for the drawing in the first 1000 bytes, which a long comment can fill.
  const beforeDrawing = /^(\xef\xbb\xbf)?(<\?xml[^>]*\?>)?(?:\s+|<!--.*?-->)+/s;
  return Buffer.from((await readFile(file, 'latin1')).replace(beforeDrawing, '$1$2\n'), 'latin1');
}
