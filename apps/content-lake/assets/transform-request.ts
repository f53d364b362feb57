import { z } from 'zod';
import { httpError } from '../errors.ts';
import { maxOutputEdge, type Rectangle } from './geometry.ts';

const maxDpr = 3;
const maxPad = 512;

const fits = ['max', 'clip', 'min', 'crop', 'fill', 'fillmax', 'scale'] as const;
const formats = ['jpg', 'pjpg', 'png', 'webp', 'avif'] as const;
const sides = ['top', 'bottom', 'left', 'right', 'center', 'focalpoint', 'entropy'] as const;

/** `gif` cannot be requested, but an uploaded GIF stays a GIF. `pjpg` is a progressive JPEG. */
export type OutputFormat = (typeof formats)[number] | 'gif';

const oneOf = <T extends string>(names: readonly T[]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });
const number = (expected: string) =>
  z
    .string()
    .regex(/^\d*\.?\d+$/, expected)
    .transform(Number);
const positive = (expected: string) => number(expected).pipe(z.number().positive('must be above 0'));
const within = (least: number, most: number) => {
  const expected = `must be a number from ${least} to ${most}`;
  return number(expected).pipe(z.number().min(least, expected).max(most, expected)).optional();
};

const length = positive('must be a number of pixels').optional();

const rect = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){3}$/, 'must be four whole numbers: left,top,width,height')
  .transform((value, context): Rectangle => {
    const [left = 0, top = 0, width = 0, height = 0] = value.split(',').map(Number);
    if (width === 0 || height === 0) context.addIssue('must have a width and a height above 0');
    return { left, top, width, height };
  });

/** Converts Sanity's `RGB`, `ARGB`, `RRGGBB` or `AARRGGBB` to CSS: `#RRGGBBAA`. */
const colour = z
  .string()
  .regex(/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i, 'must be a colour: RGB, ARGB, RRGGBB or AARRGGBB')
  .transform((hex) => {
    const digits = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    return `#${digits.slice(-6)}${digits.slice(0, -6) || 'ff'}`.toLowerCase();
  });

/** The supported parameters of Sanity's image URLs. */
const parameters = z.object({
  w: length,
  h: length,
  dpr: positive('must be a number such as 2').default(1),
  fit: oneOf(fits).optional(),
  rect: rect.optional(),
  fm: oneOf(formats).optional(),
  auto: z.literal('format', { error: 'can only be format' }).optional(),
  q: within(0, 100),
  crop: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(oneOf(sides)))
    .optional(),
  'fp-x': within(0, 1),
  'fp-y': within(0, 1),
  'min-w': length,
  'max-w': length,
  'min-h': length,
  'max-h': length,
  or: oneOf(['0', '90', '180', '270']).transform(Number).optional(),
  flip: oneOf(['h', 'v', 'hv', 'vh']).optional(),
  bg: colour.optional(),
  pad: within(0, maxPad),
  blur: within(1, 2000),
  sharp: within(0, 100),
  sat: z.literal('-100', { error: 'can only be -100' }).optional(),
  invert: oneOf(['true', 'false', '']).optional(),
  frame: z.literal('1', { error: 'can only be 1' }).optional(),
});

/** Parameters of hosted Sanity that are refused. Unknown parameters are ignored and not part of the cache key. */
const unsupported = ['cs', 'dlRaw'];

/** The parsed parameters. They are also the cache key, because equal requests give the same bytes. */
export type TransformRequest = NonNullable<ReturnType<typeof parseTransform>>;

/** Parses image parameters or throws 400. Returns undefined for the original. `auto=format` prefers AVIF, then WebP. */
export function parseTransform(query: URLSearchParams, accept = '') {
  const unknown = unsupported.find((name) => query.has(name));
  if (unknown)
    throw parameterError(
      unknown,
      `is not supported; supported are ${Object.keys(parameters.shape).join(', ')}`,
    );
  const { data: given, error } = parameters.safeParse(Object.fromEntries(query));
  if (!given) throw parameterError(error.issues[0]?.path[0]?.toString(), error.issues[0]?.message);
  const edge = (pixels: number | undefined) =>
    pixels &&
    Math.min(maxOutputEdge, Math.max(1, Math.round(Math.round(pixels) * Math.min(given.dpr, maxDpr))));
  const format: OutputFormat | undefined = given.fm ?? (given.auto && bestFormat(accept));
  const { fit } = given;
  const isCropped = fit === 'crop' || fit === 'min';
  const limits = {
    least: { width: edge(given['min-w']), height: edge(given['min-h']) },
    most: { width: edge(given['max-w']), height: edge(given['max-h']) },
  };
  // Minimum and maximum sizes let a crop follow the picture's aspect ratio. They have no effect without a crop.
  const hasLimits = fit === 'crop' && ['min-w', 'min-h', 'max-w', 'max-h'].some((name) => query.has(name));
  const request = {
    width: edge(given.w),
    height: edge(given.h),
    limits: hasLimits ? limits : undefined,
    fit: given.w || given.h || hasLimits ? fit : undefined,
    crop: isCropped ? given.crop : undefined,
    focus: isCropped ? focusOf(given) : undefined,
    rect: given.rect,
    format,
    quality: given.q,
    turn: given.or || undefined,
    flip: given.flip,
    background: given.bg,
    pad: given.pad && Math.round(given.pad),
    blur: given.blur,
    sharpen: given.sharp || undefined,
    isGrey: given.sat && true,
    isInverted: (given.invert ?? 'false') !== 'false' || undefined,
    isStill: given.frame && true,
  };
  return Object.values(request).some((value) => value !== undefined) ? request : undefined;
}

/** Returns the focal point if `crop` requests it, or if it is given without `crop`. */
function focusOf({ crop, 'fp-x': x, 'fp-y': y }: z.infer<typeof parameters>) {
  const isRequested = crop ? crop.includes('focalpoint') : x !== undefined || y !== undefined;
  return isRequested ? { x: x ?? 0.5, y: y ?? 0.5 } : undefined;
}

function parameterError(name: string | undefined, reason: string | undefined) {
  return httpError(400, `Image parameter "${name}" ${reason}.`);
}

function bestFormat(accept: string): OutputFormat | undefined {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : undefined;
}

const scaled: ReadonlySet<unknown> = new Set([undefined, 'max', 'clip']);

/** Returns whether an SVG can be sent as it is. Browsers scale it; cropping and effects need pixels. */
export function keepsVector(request: TransformRequest, hasFormat: boolean): boolean {
  const { width, height, fit, format, quality, crop, focus, isStill, ...others } = request;
  const isReshaped = !scaled.has(fit) && width && height;
  return !hasFormat && !isReshaped && Object.values(others).every((value) => value === undefined);
}
