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
/** Standard deviation in pixels. A stronger blur takes longer. */
const maxBlur = 20;

export async function transformImage(file: Original, request: TransformRequest, format: OutputFormat) {
  const { turn = 0, flip = '', pad } = request;
  const isVector = file.extension === 'svg';
  const visible = (request.rect && clipToImage(file.source, request.rect)) ?? {
    left: 0,
    top: 0,
    ...file.source,
  };
  const upright = rotated(visible, file.source, turn);
  const size = outputSize(upright, request);
  const part = cropToFocus(upright, size, request);
  const isWhole = !request.rect && part === upright;
  // sharp draws an SVG at the output size, unless it is cropped first.
  const zoom = isVector && !isWhole ? zoomFor(part, size) : 1;
  let image = await openImage(file.path, {
    // The frames of an animation are stacked in one image, which therefore cannot be rotated.
    animated: (format === 'gif' || format === 'webp') && !turn && !flip && !pad && !request.isStill,
    density: svgDensity * zoom,
  });
  image = image.autoOrient();
  // The renderer may round the size of an SVG.
  const { width, height } = isVector ? await image.metadata() : file.source;
  const drawn = turn % 180 ? { width: height, height: width } : { width, height };
  if (turn) image = image.rotate(turn);
  if (!isWhole) image = image.extract(scaled(part, zoom, drawn));
  image = effects(image.resize(resizeOptions(size, request, part !== upright)), request);
  return encode(image, format, request).toBuffer();
}

/** Returns the rectangle of a part after the whole picture is rotated clockwise. */
function rotated(
  { left, top, width, height }: Rectangle,
  { width: wide, height: high }: Size,
  turn: number,
): Rectangle {
  if (turn === 90) return { left: high - top - height, top: left, width: height, height: width };
  if (turn === 180) return { left: wide - left - width, top: high - top - height, width, height };
  if (turn === 270) return { left: top, top: wide - left - width, width: height, height: width };
  return { left, top, width, height };
}

/** Returns the requested width and height. For `fit=min`, and crops with limits, they depend on the picture. */
function outputSize(part: Size, { width, height, fit, limits }: TransformRequest): Partial<Size> {
  const rounded = (edge: number, least = 1, most = maxOutputEdge) =>
    Math.round(Math.min(Math.max(edge, least), most));
  if (fit === 'min' && width && height) {
    const factor = Math.min(1, part.width / width, part.height / height);
    return { width: rounded(width * factor), height: rounded(height * factor) };
  }
  if (!limits) return { ...(width && { width }), ...(height && { height }) };
  const { least, most } = limits;
  const shape = part.width / part.height;
  const wide = width ?? (height ? height * shape : part.width);
  const high = height ?? (width ? width / shape : part.height);
  return {
    width: rounded(wide, least.width, most.width),
    height: rounded(high, least.height, most.height),
  };
}

/** Returns the largest rectangle of the requested aspect ratio around `focus`. Without `focus`, returns `part`. */
function cropToFocus(
  part: Rectangle,
  { width, height }: Partial<Size>,
  { focus }: TransformRequest,
): Rectangle {
  if (!focus || !width || !height) return part;
  const factor = Math.min(part.width / width, part.height / height);
  const cut = {
    width: Math.min(part.width, Math.max(1, Math.round(width * factor))),
    height: Math.min(part.height, Math.max(1, Math.round(height * factor))),
  };
  const start = (at: number, whole: number, edge: number) =>
    Math.round(Math.min(Math.max(at * whole - edge / 2, 0), whole - edge));
  return {
    left: part.left + start(focus.x, part.width, cut.width),
    top: part.top + start(focus.y, part.height, cut.height),
    ...cut,
  };
}

const enlargingFits: ReadonlySet<unknown> = new Set(['crop', 'clip', 'fill', 'scale']);
const sharpFits = {
  crop: 'cover',
  min: 'cover',
  fill: 'contain',
  fillmax: 'contain',
  scale: 'fill',
} as const;

/** Converts `fit` to sharp's options. Without `fit` nothing is enlarged. With only one edge, keeps the aspect ratio. */
function resizeOptions(
  { width, height }: Partial<Size>,
  { fit = 'max', crop = [], background = '#0000' }: TransformRequest,
  isCut: boolean,
): ResizeOptions {
  const size = { width: width ?? maxOutputEdge, height: height ?? maxOutputEdge };
  const withoutEnlargement = !enlargingFits.has(fit);
  if (fit === 'max' || fit === 'clip' || !width || !height)
    return { ...size, fit: 'inside', withoutEnlargement };
  if (isCut) return { ...size, fit: 'fill' };
  const sides = ['left', 'right', 'top', 'bottom'].filter((side) => crop.some((one) => one === side));
  const position = crop.includes('entropy') ? 'entropy' : sides.join(' ') || 'centre';
  return { ...size, fit: sharpFits[fit], withoutEnlargement, background, position };
}

function effects(image: Sharp, request: TransformRequest): Sharp {
  const { flip = '', background, pad, blur, sharpen, isGrey, isInverted } = request;
  if (flip.includes('h')) image.flop();
  if (flip.includes('v')) image.flip();
  if (blur) image.blur(Math.min(Math.max(0.3, blur / 2), maxBlur));
  if (sharpen) image.sharpen({ sigma: 1, m2: sharpen / 5 });
  if (isGrey) image.grayscale();
  if (isInverted) image.negate({ alpha: false });
  if (pad) image.extend({ top: pad, bottom: pad, left: pad, right: pad, background: background ?? '#0000' });
  return background?.endsWith('ff') ? image.flatten({ background }) : image;
}

/** Returns the scale at which to draw an SVG so that `rect`, a part of it, fills the output. */
function zoomFor(rect: Rectangle, { width = 0, height = 0 }: Partial<Size>): number {
  return Math.min(maxSvgDensity / svgDensity, Math.max(1, width / rect.width, height / rect.height));
}

function scaled(box: Rectangle, factor: number, drawn: Size): Rectangle {
  const left = Math.min(Math.floor(box.left * factor), drawn.width - 1);
  const top = Math.min(Math.floor(box.top * factor), drawn.height - 1);
  const width = Math.min(Math.round(box.width * factor), drawn.width - left);
  const height = Math.min(Math.round(box.height * factor), drawn.height - top);
  return { left, top, width, height };
}

function encode(image: Sharp, format: OutputFormat, { quality: requested }: TransformRequest): Sharp {
  const quality = Math.max(1, Math.round(requested ?? defaultQuality));
  switch (format) {
    case 'jpg':
    case 'pjpg':
      return image.flatten({ background: '#fff' }).jpeg({ quality, progressive: format === 'pjpg' });
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
