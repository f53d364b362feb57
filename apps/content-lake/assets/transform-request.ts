import { z } from 'zod';
import { httpError } from '../errors.ts';

/** Longest edge of a picture that is made, in pixels. Larger requests are answered with this size. */
export const MAX_OUTPUT_EDGE = 4096;
const MAX_DPR = 3;

const OUTPUT_FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const;
const EDGES = ['top', 'bottom', 'left', 'right'] as const;

const number = (rule: z.ZodNumber, expected: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, expected)
    .transform(Number)
    .pipe(rule);

const length = number(
  z.number({ error: 'must be a number' }).positive('must be above 0'),
  'must be a number of pixels',
).transform((value) => Math.max(1, Math.round(value)));
const share = number(
  z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1'),
  'must be from 0 to 1',
);

const crop = z.string().transform((value, context): CropMode => {
  if (value === 'center' || value === 'focalpoint' || value === 'entropy') return value;
  const edges = value.split(',').map((edge) => EDGES.find((known) => known === edge));
  if (edges.every((edge) => edge !== undefined)) return edges;
  context.addIssue('must be center, focalpoint, entropy, or edges such as top,left');
  return z.NEVER;
});

const rect = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){3}$/, 'must be four whole numbers: left,top,width,height')
  .transform((value, context) => {
    const [left = 0, top = 0, width = 0, height = 0] = value.split(',').map(Number);
    if (width === 0 || height === 0) context.addIssue('must have a width and a height above 0');
    return { left, top, width, height };
  });

const colour = z
  .string()
  .regex(/^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'must be a hexadecimal colour such as fff or ff8800')
  .transform((value) => {
    const digits = value.replace('#', '');
    // Sanity, like imgix, writes the alpha first: ARGB. CSS, and sharp, have it last.
    if (digits.length === 4) return `#${digits.slice(1)}${digits.slice(0, 1)}`;
    return digits.length === 8 ? `#${digits.slice(2)}${digits.slice(0, 2)}` : `#${digits}`;
  });

const wholeNumber = (min: number, max: number) => {
  const expected = `must be a whole number from ${min} to ${max}`;
  return number(z.number().int(expected).min(min, expected).max(max, expected), expected);
};

/** Sanity's image parameters. Names that are not listed are ignored, as hosted Sanity does; they never reach the cache. */
const parameters = z.object({
  w: length.optional(),
  h: length.optional(),
  fit: z.enum(FITS, { error: `must be one of ${FITS.join(', ')}` }).optional(),
  crop: crop.optional(),
  'fp-x': share.optional(),
  'fp-y': share.optional(),
  rect: rect.optional(),
  q: wholeNumber(0, 100).optional(),
  fm: z
    .enum([...OUTPUT_FORMATS, 'pjpg'], { error: `must be one of ${OUTPUT_FORMATS.join(', ')}, pjpg` })
    .optional(),
  auto: z.literal('format', { error: 'can only be format' }).optional(),
  dpr: number(z.number().positive('must be above 0'), 'must be a number such as 2').optional(),
  blur: wholeNumber(0, 2000).optional(),
  sharp: wholeNumber(0, 100).optional(),
  flip: z.enum(['h', 'v', 'hv'], { error: 'must be h, v or hv' }).optional(),
  sat: z.literal('-100', { error: 'can only be -100' }).optional(),
  invert: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
  bg: colour.optional(),
});

type CropMode = 'center' | 'focalpoint' | 'entropy' | (typeof EDGES)[number][];

/** What is asked of a picture. Two requests with equal values give the same bytes, so it is also the key of the cache. */
export type TransformRequest = {
  width?: number;
  height?: number;
  fit?: (typeof FITS)[number];
  crop?: CropMode;
  focalPoint?: { x: number; y: number };
  rect?: { left: number; top: number; width: number; height: number };
  quality?: number;
  format?: OutputFormat;
  progressive?: boolean;
  blur?: number;
  sharpen?: number;
  flip?: 'h' | 'v' | 'hv';
  greyscale?: boolean;
  invert?: boolean;
  /** #rrggbb or #rrggbbaa */
  background?: string;
};

/**
 * Reads the parameters of an image address.
 * @param accept the Accept header, which decides the format with `auto=format`; AVIF before WebP before the original's own
 * @returns undefined when the picture is wanted as it was uploaded
 * @throws LakeError 400 that names the parameter
 */
export function parseTransform(
  query: URLSearchParams,
  accept: string | undefined,
): TransformRequest | undefined {
  const result = parameters.safeParse(Object.fromEntries(query));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw httpError(400, `Image parameter "${issue?.path.join('.')}" ${issue?.message}.`);
  }
  const asked = result.data;
  const request: TransformRequest = {};
  const dpr = Math.min(asked.dpr ?? 1, MAX_DPR);
  if (asked.w) request.width = Math.min(MAX_OUTPUT_EDGE, Math.round(asked.w * dpr));
  if (asked.h) request.height = Math.min(MAX_OUTPUT_EDGE, Math.round(asked.h * dpr));
  if (asked.w || asked.h) {
    request.fit = asked.fit;
    request.crop = asked.crop;
  }
  if (asked['fp-x'] !== undefined || asked['fp-y'] !== undefined) {
    request.focalPoint = { x: asked['fp-x'] ?? 0.5, y: asked['fp-y'] ?? 0.5 };
  }
  request.rect = asked.rect;
  request.quality = asked.q;
  request.format = asked.fm === 'pjpg' ? 'jpg' : (asked.fm ?? (asked.auto ? bestFormat(accept) : undefined));
  request.progressive = asked.fm === 'pjpg' ? true : undefined;
  request.blur = asked.blur || undefined;
  request.sharpen = asked.sharp || undefined;
  request.flip = asked.flip;
  request.greyscale = asked.sat ? true : undefined;
  request.invert = asked.invert === 'true' ? true : undefined;
  request.background = asked.bg;
  return Object.values(request).some((value) => value !== undefined) ? request : undefined;
}

function bestFormat(accept = ''): OutputFormat | undefined {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : undefined;
}

/** Whether an SVG can be sent as it is: browsers scale it themselves, so only what cuts or recolours it needs pixels. */
export function keepsVector(request: TransformRequest, explicitFormat: boolean): boolean {
  const {
    width,
    height,
    fit,
    crop: _crop,
    focalPoint: _focalPoint,
    format: _format,
    quality: _quality,
    ...changes
  } = request;
  const cuts = fit === 'crop' || fit === 'min' || fit === 'scale' || fit === 'fill' || fit === 'fillmax';
  const touched = Object.values(changes).some((value) => value !== undefined);
  return !explicitFormat && !touched && !(cuts && width && height);
}
