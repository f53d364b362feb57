import type { Sharp } from 'sharp';
import { openImage } from './image-source.ts';
import { MAX_OUTPUT_EDGE, type OutputFormat, type TransformRequest } from './transform-request.ts';

type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** How to get from the upright, cut original to the picture that was asked for. All lengths in pixels. */
type Geometry = {
  /** Part of the source that is kept; undefined keeps all, `entropy` lets sharp find the busiest part. */
  cut?: Box | 'entropy';
  resize?: Size;
  /** The picture is put on a canvas of this size, centred. */
  canvas?: Size;
};

const DEFAULT_QUALITY = 75;
/** Encoding effort of AVIF (0 to 9): 2 is five times faster than sharp's 4 and a few percent larger. */
const AVIF_EFFORT = 2;
/** Dots per inch at which an SVG has its nominal size in CSS pixels. */
const SVG_DENSITY = 72;
const MAX_SVG_DENSITY = 1200;

/**
 * Sanity's `fit` rules as geometry. Without `fit` a picture is never enlarged; `clip`, `crop`, `fill` and `scale` are asked
 * for by name and do what they say.
 */
export function geometryOf(source: Size, request: TransformRequest): Geometry {
  const { width, height } = request;
  if (!width && !height) return {};
  const fit = request.fit ?? 'max';
  if (!width || !height) {
    const factor = width ? width / source.width : (height ?? 0) / source.height;
    const grows = fit === 'clip' || fit === 'crop' || fit === 'fill' || fit === 'scale';
    return { resize: scaled(source, grows ? factor : Math.min(1, factor)) };
  }
  const inside = Math.min(width / source.width, height / source.height);
  const target = { width, height };
  switch (fit) {
    case 'scale':
      return { resize: target };
    case 'crop':
      return { cut: request.crop === 'entropy' ? 'entropy' : cutTo(source, target, request), resize: target };
    case 'min': {
      const shrink = Math.min(1, source.width / width, source.height / height);
      const reachable = { width: atLeastOne(width * shrink), height: atLeastOne(height * shrink) };
      return {
        cut: request.crop === 'entropy' ? 'entropy' : cutTo(source, reachable, request),
        resize: reachable,
      };
    }
    case 'fill':
      return { resize: scaled(source, inside), canvas: target };
    case 'fillmax':
      return { resize: scaled(source, Math.min(1, inside)), canvas: target };
    case 'clip':
      return { resize: scaled(source, inside) };
    case 'max':
      return { resize: scaled(source, Math.min(1, inside)) };
  }
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.round(value));
}

function scaled(source: Size, factor: number): Size {
  const limited = Math.min(factor, MAX_OUTPUT_EDGE / source.width, MAX_OUTPUT_EDGE / source.height);
  return { width: atLeastOne(source.width * limited), height: atLeastOne(source.height * limited) };
}

/** The largest part of `source` with the shape of `target`, placed by crop mode. */
function cutTo(source: Size, target: Size, request: TransformRequest): Box {
  const factor = Math.min(source.width / target.width, source.height / target.height);
  const width = Math.min(source.width, atLeastOne(target.width * factor));
  const height = Math.min(source.height, atLeastOne(target.height * factor));
  const [x, y] = anchor(request);
  const place = (room: number, size: number, centre: number) =>
    Math.round(Math.min(Math.max(centre * room - size / 2, 0), room - size));
  return { width, height, left: place(source.width, width, x), top: place(source.height, height, y) };
}

function anchor({ crop, focalPoint }: TransformRequest): [number, number] {
  if (crop === 'focalpoint') return [focalPoint?.x ?? 0.5, focalPoint?.y ?? 0.5];
  if (!Array.isArray(crop)) return [0.5, 0.5];
  const x = crop.includes('left') ? 0 : crop.includes('right') ? 1 : 0.5;
  const y = crop.includes('top') ? 0 : crop.includes('bottom') ? 1 : 0.5;
  return [x, y];
}

/** The part of `rect` that lies in the picture, or undefined when none does. */
export function visibleRect(source: Size, rect: Box): Box | undefined {
  const width = Math.min(rect.width, source.width - rect.left);
  const height = Math.min(rect.height, source.height - rect.top);
  return width > 0 && height > 0 ? { left: rect.left, top: rect.top, width, height } : undefined;
}

/**
 * Makes the picture that was asked for and writes it to `output`. Metadata (EXIF with its location, comments) stays behind.
 * @param source size of the upright original
 */
export async function transformImage(
  file: { path: string; extension: string; source: Size },
  request: TransformRequest,
  format: OutputFormat,
  output: string,
): Promise<void> {
  const vector = file.extension === 'svg';
  const rect = request.rect ? visibleRect(file.source, request.rect) : undefined;
  const geometry = geometryOf(rect ?? file.source, request);
  const cut = within(rect, geometry.cut === 'entropy' ? undefined : geometry.cut);
  // sharp cuts and pads single pictures only.
  const animated = (format === 'gif' || format === 'webp') && !cut && !geometry.cut && !geometry.canvas;
  // An SVG is drawn at the size that is needed, not enlarged from its nominal one.
  const zoom =
    vector && geometry.resize ? Math.max(1, geometry.resize.width / (cut ?? file.source).width) : 1;
  const density = Math.min(MAX_SVG_DENSITY, SVG_DENSITY * zoom);
  let image = (await openImage(file.path, vector ? { density } : { animated })).autoOrient();
  if (cut) image = image.extract(vector ? magnified(cut, density / SVG_DENSITY, file.source) : cut);
  if (geometry.resize) {
    const fit =
      geometry.cut === 'entropy' ? { fit: 'cover' as const, position: 'entropy' } : { fit: 'fill' as const };
    image = image.resize({ ...geometry.resize, ...fit });
  }
  image = adjust(image, request);
  if (geometry.canvas && geometry.resize) {
    image = onCanvas(image, geometry.resize, geometry.canvas, request.background ?? canvasColour(format));
  }
  if (request.background || format === 'jpg')
    image = image.flatten({ background: request.background ?? '#fff' });
  await encode(image, format, request).toFile(output);
}

/** `inner`, whose position counts from the corner of `outer`, as a position in the picture. */
function within(outer: Box | undefined, inner: Box | undefined): Box | undefined {
  if (!outer || !inner) return inner ?? outer;
  return { ...inner, left: inner.left + outer.left, top: inner.top + outer.top };
}

/** The box in the pixels of an SVG that is drawn `factor` times its nominal size. */
function magnified(box: Box, factor: number, source: Size): Box {
  if (factor === 1) return box;
  const left = Math.floor(box.left * factor);
  const top = Math.floor(box.top * factor);
  const width = Math.min(Math.round(box.width * factor), Math.floor(source.width * factor) - left);
  const height = Math.min(Math.round(box.height * factor), Math.floor(source.height * factor) - top);
  return { left, top, width: Math.max(1, width), height: Math.max(1, height) };
}

function adjust(image: Sharp, request: TransformRequest): Sharp {
  let result = image;
  if (request.flip?.includes('v')) result = result.flip();
  if (request.flip?.includes('h')) result = result.flop();
  // Sanity's scale ends at 2000; sharp's is the deviation in pixels. A tenth looks alike.
  if (request.blur) result = result.blur(0.3 + request.blur / 10);
  if (request.sharpen) result = result.sharpen({ sigma: 0.5 + request.sharpen / 50 });
  if (request.greyscale) result = result.greyscale();
  if (request.invert) result = result.negate({ alpha: false });
  return result;
}

function canvasColour(format: OutputFormat): string {
  return format === 'jpg' ? '#fff' : '#0000';
}

function onCanvas(image: Sharp, size: Size, canvas: Size, background: string): Sharp {
  const left = Math.max(0, Math.floor((canvas.width - size.width) / 2));
  const top = Math.max(0, Math.floor((canvas.height - size.height) / 2));
  return image.extend({
    left,
    top,
    right: Math.max(0, canvas.width - size.width - left),
    bottom: Math.max(0, canvas.height - size.height - top),
    background,
  });
}

function encode(
  image: Sharp,
  format: OutputFormat,
  { quality = DEFAULT_QUALITY, progressive }: TransformRequest,
): Sharp {
  switch (format) {
    case 'jpg':
      return image.jpeg({ quality: Math.max(1, quality), progressive: progressive ?? false, mozjpeg: false });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'webp':
      return image.webp({ quality: Math.max(1, quality), effort: 3 });
    case 'avif':
      // AVIF's scale is finer than JPEG's: about 15 less looks the same.
      return image.avif({ quality: Math.max(1, quality - 15), effort: AVIF_EFFORT });
    case 'gif':
      return image.gif();
  }
}
