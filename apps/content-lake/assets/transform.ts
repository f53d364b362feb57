import type { ResizeOptions, Sharp } from 'sharp';
import { clipToImage, maxOutputEdge, type Rectangle, type Size } from './geometry.ts';
import { openImage } from './image-source.ts';
import type { OutputFormat, TransformRequest } from './transform-request.ts';

/** A stored picture. `source` is its size after EXIF rotation. */
export type Original = { path: string; extension: string; source: Size };

const defaultQuality = 75;
/** AVIF looks as good as JPEG with a quality setting that is this much lower. */
const avifGain = 15;
/** Encoding effort of AVIF (0 to 9): 2 is five times faster than sharp's default, 4. Files are a few percent larger. */
const avifEffort = 2;
/** At this many dots per inch, an SVG is drawn at its size in CSS pixels. */
const svgDensity = 72;
const maxSvgDensity = 1200;

/** Returns the bytes of a picture in the requested size and format. */
export async function transformImage(file: Original, request: TransformRequest, format: OutputFormat) {
  const { rect } = request;
  const part = rect && clipToImage(file.source, rect);
  const isVector = file.extension === 'svg';
  // sharp draws an SVG at the output size, unless it is cropped first.
  const zoom = isVector && part ? computeZoom(part, request) : 1;
  let image = await openImage(file.path, {
    animated: format === 'gif' || format === 'webp',
    density: svgDensity * zoom,
  });
  image = image.autoOrient();
  if (part) {
    // The renderer may round the size of an SVG.
    const { width, height } = isVector ? await image.metadata() : file.source;
    image = image.extract(scaleRectangle(part, zoom, { width, height }));
  }
  return encode(image.resize(toResizeOptions(request)), format, request.quality).toBuffer();
}

/** Converts `fit` to sharp's options. Only `crop` enlarges. With only one edge, keeps the aspect ratio. */
function toResizeOptions({ width, height, fit = 'max' }: TransformRequest): ResizeOptions {
  const size = { width: width ?? maxOutputEdge, height: height ?? maxOutputEdge };
  const withoutEnlargement = fit !== 'crop';
  if (fit === 'max' || !width || !height) return { ...size, fit: 'inside', withoutEnlargement };
  return { ...size, fit: fit === 'crop' ? 'cover' : 'contain', withoutEnlargement, background: '#0000' };
}

/** Returns the scale at which to draw an SVG so that `part` fills the output. */
function computeZoom(part: Rectangle, { width = 0, height = 0 }: TransformRequest): number {
  return Math.min(maxSvgDensity / svgDensity, Math.max(1, width / part.width, height / part.height));
}

function scaleRectangle(part: Rectangle, factor: number, drawn: Size): Rectangle {
  const left = Math.min(Math.floor(part.left * factor), drawn.width - 1);
  const top = Math.min(Math.floor(part.top * factor), drawn.height - 1);
  const width = Math.min(Math.round(part.width * factor), drawn.width - left);
  const height = Math.min(Math.round(part.height * factor), drawn.height - top);
  return { left, top, width, height };
}

function encode(image: Sharp, format: OutputFormat, requested = defaultQuality): Sharp {
  const quality = Math.max(1, Math.round(requested));
  switch (format) {
    case 'jpg':
      return image.flatten({ background: '#fff' }).jpeg({ quality });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'webp':
      return image.webp({ quality, effort: 3 });
    case 'avif':
      return image.avif({ quality: Math.max(1, quality - avifGain), effort: avifEffort });
    case 'gif':
      return image.gif();
  }
}
