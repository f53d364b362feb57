import type { Metadata, Sharp } from 'sharp';
import { httpError, LakeError } from '../errors.ts';
import { openImage } from './image-source.ts';
import { type Palette, paletteOf } from './palette.ts';
import { semaphore } from './semaphore.ts';

/** Sanity's `sanity.imageMetadata`. */
export type ImageMetadata = {
  _type: 'sanity.imageMetadata';
  dimensions: { _type: 'sanity.imageDimensions'; width: number; height: number; aspectRatio: number };
  hasAlpha: boolean;
  isOpaque: boolean;
  lqip?: string;
  palette?: Palette;
};

type InspectedImage = { extension: string; mimeType: string; metadata: ImageMetadata };

/** The formats that are taken as images, by what their bytes say. */
const FORMATS: Record<string, { extension: string; mimeType: string }> = {
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
  avif: { extension: 'avif', mimeType: 'image/avif' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
};

/** Width of the blurred placeholder in pixels, as Sanity makes it. */
const PLACEHOLDER_WIDTH = 20;
const PALETTE_SIZE = 64;
/** Longest edge in pixels; sharp's own limit for WebP, and more than any screen shows. */
const MAX_EDGE = 16_383;

const atOnce = semaphore(2);

/**
 * Reads what a picture is from its bytes. Width and height are those of the upright picture (EXIF orientation applied).
 * @param extract which of `lqip` and `palette` to compute
 * @throws LakeError 400 when the bytes are not a whole picture of an accepted format
 */
export function inspectImage(file: string, extract: ReadonlySet<string>): Promise<InspectedImage> {
  return atOnce.run(async () => {
    try {
      return await inspect(file, extract);
    } catch (error) {
      if (error instanceof LakeError) throw error;
      throw httpError(400, `This is not a picture that can be used: ${reason(error)}. ${ACCEPTED}`);
    }
  });
}

const ACCEPTED = 'Accepted are JPEG, PNG, WebP, GIF, SVG, AVIF and TIFF.';

async function inspect(file: string, extract: ReadonlySet<string>): Promise<InspectedImage> {
  const image = await openImage(file);
  const header = await image.metadata();
  const format =
    FORMATS[header.format === 'heif' && header.compression === 'av1' ? 'avif' : (header.format ?? '')];
  if (!format) throw httpError(400, `A picture of the kind "${header.format}" cannot be used. ${ACCEPTED}`);
  const { width, height } = header.autoOrient;
  if (!width || !height)
    throw httpError(400, 'The picture has no size: an SVG needs a width and height, or a viewBox.');
  if (width > MAX_EDGE || height > MAX_EDGE) {
    throw httpError(400, `The picture is ${width} × ${height} pixels; an edge may have at most ${MAX_EDGE}.`);
  }
  const metadata: ImageMetadata = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    hasAlpha: header.hasAlpha,
    isOpaque: await isOpaque(image, header),
  };
  const pixels = await thumbnail(image).raw().toBuffer();
  if (extract.has('lqip')) metadata.lqip = await placeholder(image, metadata.isOpaque);
  const palette = extract.has('palette') ? paletteOf(pixels) : undefined;
  return { ...format, metadata: palette ? { ...metadata, palette } : metadata };
}

/** Small RGBA pixels; making them decodes the whole file, which is also the proof that the file is whole. */
function thumbnail(image: Sharp): Sharp {
  return image
    .clone()
    .autoOrient()
    .resize(PALETTE_SIZE, PALETTE_SIZE, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha();
}

async function isOpaque(image: Sharp, header: Metadata): Promise<boolean> {
  return header.hasAlpha ? (await image.clone().stats()).isOpaque : true;
}

async function placeholder(image: Sharp, opaque: boolean): Promise<string> {
  const small = image.clone().autoOrient().resize(PLACEHOLDER_WIDTH).toColourspace('srgb');
  const bytes = await (opaque ? small.jpeg({ quality: 60 }) : small.png()).toBuffer();
  return `data:image/${opaque ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
}

function reason(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  // libvips names the temporary file, which says nothing to the person who uploads.
  return (
    first
      .replace(/\S*\/\S+/g, 'the file')
      .trim()
      .replace(/\.$/, '') || 'the bytes could not be read'
  );
}
