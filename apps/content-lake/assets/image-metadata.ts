import type { Sharp } from 'sharp';
import { openImage } from './image-source.ts';

/** Accepted formats by sharp's names, and the file extensions that differ from these names. */
const formats = 'jpeg png webp gif svg avif tiff'.split(' ');
const shortened: Record<string, string> = { jpeg: 'jpg', tiff: 'tif' };

/** Width of the blurred placeholder in pixels, as in Sanity. */
const placeholderWidth = 20;
const thumbnailSize = 64;
/** Enough frames for almost a minute of animation. */
const maxFrames = 1000;
/** Longest edge in pixels: sharp's limit for WebP. */
const maxEdge = 16_383;

/** Returns a picture's extension and its `sanity.imageMetadata`, whose palette has the dominant colour only. */
export async function inspectImage(file: string, extract: ReadonlySet<string>) {
  const image = await openImage(file);
  const header = await image.metadata();
  const isAvif = header.format === 'heif' && header.compression === 'av1';
  const format = isAvif ? 'avif' : header.format;
  if (!formats.includes(format)) throw new Error(`its kind is "${format}"`);
  const extension = shortened[format] ?? format;
  const { width, height } = header.autoOrient;
  if (!width || !height) throw new Error('it has no size: an SVG needs a width and height, or a viewBox');
  if (width > maxEdge || height > maxEdge)
    throw new Error(`it is ${width} × ${height} pixels, and an edge may have at most ${maxEdge}`);
  const frames = ['gif', 'webp'].includes(extension) ? (header.pages ?? 1) : 1;
  if (frames > maxFrames) throw new Error(`it has ${frames} frames, and may have at most ${maxFrames}`);
  // Decodes all frames, because transforms keep the animation. Each frame must be intact and within the pixel limit.
  if (frames > 1) await (await openImage(file, { animated: true })).resize(thumbnailSize).toBuffer();
  const pixels = await shrunk(image, thumbnailSize).ensureAlpha().raw().toBuffer();
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
  return { extension, metadata };
}

/** Returns a thumbnail. Creating it decodes the whole file, which proves that the file is intact. */
function shrunk(image: Sharp, width: number, height = width): Sharp {
  return image.clone().autoOrient().resize(width, height, { fit: 'inside' }).toColourspace('srgb');
}

async function placeholder(image: Sharp, opaque: boolean): Promise<string> {
  const small = shrunk(image, placeholderWidth, 20 * placeholderWidth);
  const bytes = await (opaque ? small.jpeg({ quality: 60 }) : small.png()).toBuffer();
  return `data:image/${opaque ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
}

/** Groups colours in 16 steps per channel, and returns the mean of the largest group. Ignores transparent pixels. */
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
