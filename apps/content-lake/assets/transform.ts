import type { ResizeOptions, Sharp } from 'sharp';
import { type Box, maxOutputEdge, type Size, visibleRect } from './box.ts';
import { openImage } from './image-source.ts';
import type { OutputFormat, TransformRequest } from './transform-request.ts';

/** A stored picture; `source` is the size of the upright original. */
export type Original = { path: string; extension: string; source: Size };

const quality = 75;
/** AVIF looks the same at about 15 less. */
const avifQuality = quality - 15;
/** Encoding effort of AVIF (0 to 9): 2 is five times faster than sharp's 4 and a few percent larger. */
const avifEffort = 2;
/** Dots per inch at which an SVG has its nominal size in CSS pixels. */
const svgDensity = 72;
const maxSvgDensity = 1200;

export async function transformImage(file: Original, request: TransformRequest, format: OutputFormat) {
  const rect = request.rect && visibleRect(file.source, request.rect);
  // sharp rasterises an SVG at the output size, except when it is cropped first.
  const zoom = file.extension === 'svg' && rect ? zoomFor(rect, request) : 1;
  let image = await openImage(file.path, {
    animated: format === 'gif' || format === 'webp',
    density: svgDensity * zoom,
  });
  image = image.autoOrient();
  // The renderer decides the size of a drawing.
  const drawn = file.extension === 'svg' ? await image.metadata() : file.source;
  if (rect) image = image.extract(magnified(rect, zoom, drawn));
  return encode(image.resize(resizing(request)), format).toBuffer();
}

/** Sanity's `fit` in sharp's terms. Only `crop` enlarges; where one edge is given, the other follows. */
function resizing({ width, height, fit = 'max' }: TransformRequest): ResizeOptions {
  const size = { width: width ?? maxOutputEdge, height: height ?? maxOutputEdge };
  const withoutEnlargement = fit !== 'crop';
  if (fit === 'max' || !width || !height) return { ...size, fit: 'inside', withoutEnlargement };
  return { ...size, fit: fit === 'crop' ? 'cover' : 'contain', withoutEnlargement, background: '#0000' };
}

/** Scale at which an SVG is drawn so that its part fills the output. */
function zoomFor(rect: Box, { width = 0, height = 0 }: TransformRequest): number {
  return Math.min(maxSvgDensity / svgDensity, Math.max(1, width / rect.width, height / rect.height));
}

function magnified(box: Box, factor: number, drawn: Size): Box {
  const left = Math.min(Math.floor(box.left * factor), drawn.width - 1);
  const top = Math.min(Math.floor(box.top * factor), drawn.height - 1);
  const width = Math.min(Math.round(box.width * factor), drawn.width - left);
  const height = Math.min(Math.round(box.height * factor), drawn.height - top);
  return { left, top, width, height };
}

function encode(image: Sharp, format: OutputFormat): Sharp {
  switch (format) {
    case 'jpg':
      return image.flatten({ background: '#fff' }).jpeg({ quality });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'webp':
      return image.webp({ quality, effort: 3 });
    case 'avif':
      return image.avif({ quality: avifQuality, effort: avifEffort });
    case 'gif':
      return image.gif();
  }
}
