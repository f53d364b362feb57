import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { httpError, LakeError } from '../errors.ts';
import { openImage } from './image-source.ts';

/** The formats that are taken as images, by what their bytes say. */
const formats: Record<string, { extension: string; mimeType: string }> = {
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
  avif: { extension: 'avif', mimeType: 'image/avif' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
};

/** Width of the blurred placeholder in pixels, as Sanity makes it. */
const placeholderWidth = 20;
const thumbnailSize = 64;
/** Longest edge in pixels; sharp's own limit for WebP, and more than any screen shows. */
const maxEdge = 16_383;

const limit = pLimit(2);

/** Reads from its bytes what an upright picture is; `extract`: which of `lqip` and `palette`. Throws 400. */
export function inspectImage(file: string, extract: ReadonlySet<string>): ReturnType<typeof inspect> {
  return limit(async () => {
    try {
      return await inspect(file, extract);
    } catch (error) {
      if (error instanceof LakeError) throw error;
      throw httpError(400, `This is not a picture that can be used: ${reason(error)}. ${accepted}`);
    }
  });
}

const accepted = 'Accepted are JPEG, PNG, WebP, GIF, SVG, AVIF and TIFF.';

/** Sanity's `sanity.imageMetadata`; of the palette only the colour that stands for a picture until it is there. */
async function inspect(file: string, extract: ReadonlySet<string>) {
  const image = await openImage(file);
  const header = await image.metadata();
  const format =
    formats[header.format === 'heif' && header.compression === 'av1' ? 'avif' : (header.format ?? '')];
  if (!format) throw httpError(400, `A picture of the kind "${header.format}" cannot be used. ${accepted}`);
  const { width, height } = header.autoOrient;
  if (!width || !height)
    throw httpError(400, 'The picture has no size: an SVG needs a width and height, or a viewBox.');
  if (width > maxEdge || height > maxEdge) {
    throw httpError(400, `The picture is ${width} × ${height} pixels; an edge may have at most ${maxEdge}.`);
  }
  const pixels = await thumbnail(image).raw().toBuffer();
  const isOpaque = !header.hasAlpha || (await image.clone().stats()).isOpaque;
  const background = extract.has('palette') ? dominantColour(pixels) : undefined;
  const dominant = { _type: 'sanity.imagePaletteSwatch', background };
  const metadata = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    hasAlpha: header.hasAlpha,
    isOpaque,
    ...(extract.has('lqip') ? { lqip: await placeholder(image, isOpaque) } : {}),
    ...(background ? { palette: { _type: 'sanity.imagePalette', dominant } } : {}),
  };
  return { ...format, metadata };
}

/** Small RGBA pixels; making them decodes the whole file, which is also the proof that the file is whole. */
function thumbnail(image: Sharp): Sharp {
  return image
    .clone()
    .autoOrient()
    .resize(thumbnailSize, thumbnailSize, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha();
}

async function placeholder(image: Sharp, opaque: boolean): Promise<string> {
  const small = image.clone().autoOrient().resize(placeholderWidth).toColourspace('srgb');
  const bytes = await (opaque ? small.jpeg({ quality: 60 }) : small.png()).toBuffer();
  return `data:image/${opaque ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
}

/** The mean of the largest cell when colours are counted in 16 steps of each channel; transparent pixels do not count. */
function dominantColour(pixels: Uint8Array): string | undefined {
  const cells = new Map<number, { sums: [number, number, number]; count: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const { sums, count } = cells.get(key) ?? { sums: [0, 0, 0], count: 0 };
    cells.set(key, { sums: [sums[0] + red, sums[1] + green, sums[2] + blue], count: count + 1 });
  }
  const [largest] = [...cells.values()].sort((a, b) => b.count - a.count);
  const channel = (sum: number) =>
    Math.round(sum / (largest?.count ?? 1))
      .toString(16)
      .padStart(2, '0');
  return largest && `#${largest.sums.map(channel).join('')}`;
}

function reason(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  // libvips names the temporary file, which says nothing to the person who uploads.
  const told = first.replace(/\S*\/\S+/g, 'the file').trim();
  return told.replace(/\.$/, '') || 'the bytes could not be read';
}
