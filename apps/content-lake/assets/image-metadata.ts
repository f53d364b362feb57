import sharp, { type Sharp } from 'sharp';
import { openImage } from './image-source.ts';

/** Accepted formats by sharp's names, and the file extensions that differ from these names. */
const formats = 'jpeg png webp gif svg avif tiff'.split(' ');
const shortened: Record<string, string> = { jpeg: 'jpg', tiff: 'tif' };

const thumbnailSize = 64;
/** Enough frames for almost a minute of animation. */
const maxFrames = 1000;
/** Longest edge in pixels: sharp's limit for WebP. */
const maxEdge = 16_383;

/** Returns a picture's extension and its `sanity.imageMetadata`, whose palette has the dominant colour only. */
export async function inspectImage(file: string) {
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
  const background = await findDominantColour(image);
  const dominant = { _type: 'sanity.imagePaletteSwatch', background };
  const metadata = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    ...(background ? { palette: { _type: 'sanity.imagePalette', dominant } } : {}),
  };
  return { extension, metadata };
}

/** Returns a colour such as `#08a0f8`, or undefined if the picture has transparent parts, which would show the colour. */
async function findDominantColour(image: Sharp): Promise<string | undefined> {
  // Creating a thumbnail decodes the whole file, which proves that the file is intact.
  const { data, info } = await image
    .autoOrient()
    .resize(thumbnailSize, thumbnailSize, { fit: 'inside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { dominant, isOpaque } = await sharp(data, { raw: info }).stats();
  const { r, g, b } = dominant;
  const digits = [r, g, b].map((channel) => channel.toString(16).padStart(2, '0'));
  return isOpaque ? `#${digits.join('')}` : undefined;
}
