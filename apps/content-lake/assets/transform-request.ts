import { z } from 'zod';
import { httpError } from '../errors.ts';
import { type Box, maxOutputEdge } from './box.ts';

const maxDpr = 3;

const fits = ['max', 'crop', 'fillmax'] as const;
const formats = ['jpg', 'png', 'webp', 'avif'] as const;

/** GIF cannot be requested, but uploaded GIFs stay GIF. */
export type OutputFormat = (typeof formats)[number] | 'gif';

const positive = (expected: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, expected)
    .transform(Number)
    .pipe(z.number().positive('must be above 0'));

const length = positive('must be a number of pixels').optional();

const rect = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){3}$/, 'must be four whole numbers: left,top,width,height')
  .transform((value, context): Box => {
    const [left = 0, top = 0, width = 0, height = 0] = value.split(',').map(Number);
    if (width === 0 || height === 0) context.addIssue('must have a width and a height above 0');
    return { left, top, width, height };
  });

/** The supported ones of Sanity's image parameters. */
const parameters = z.object({
  w: length,
  h: length,
  dpr: positive('must be a number such as 2').default(1),
  fit: z.enum(fits, { error: `must be one of ${fits.join(', ')}` }).optional(),
  rect: rect.optional(),
  fm: z.enum(formats, { error: `must be one of ${formats.join(', ')}` }).optional(),
  auto: z.literal('format', { error: 'can only be format' }).optional(),
});

/** Refused, unlike unknown names, which are ignored and never reach the cache. */
const unsupported =
  'bg blur crop flip fp-x fp-y frame invert max-h max-w min-h min-w or pad q sat sharp'.split(' ');

/** Equal requests give the same bytes, so it is also the cache key. */
export type TransformRequest = NonNullable<ReturnType<typeof parseTransform>>;

/** Parses image parameters; undefined for the original. `accept` decides `auto=format`: AVIF, then WebP. Throws 400. */
export function parseTransform(query: URLSearchParams, accept = '') {
  const unknown = unsupported.find((name) => query.has(name));
  if (unknown)
    throw parameterError(
      unknown,
      `is not supported; supported are ${Object.keys(parameters.shape).join(', ')}`,
    );
  const { data: asked, error } = parameters.safeParse(Object.fromEntries(query));
  if (!asked) throw parameterError(error.issues[0]?.path.join('.'), error.issues[0]?.message);
  const edge = (given: number | undefined) =>
    given &&
    Math.min(maxOutputEdge, Math.max(1, Math.round(Math.round(given) * Math.min(asked.dpr, maxDpr))));
  const format: OutputFormat | undefined = asked.fm ?? (asked.auto && bestFormat(accept));
  const request = {
    width: edge(asked.w),
    height: edge(asked.h),
    fit: asked.w || asked.h ? asked.fit : undefined,
    rect: asked.rect,
    format,
  };
  return Object.values(request).some((value) => value !== undefined) ? request : undefined;
}

function parameterError(name: string | undefined, reason: string | undefined) {
  return httpError(400, `Image parameter "${name}" ${reason}.`);
}

function bestFormat(accept: string): OutputFormat | undefined {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : undefined;
}

/** Whether an SVG can be sent as it is: browsers scale it, so only cropping and padding need pixels. */
export function keepsVector({ width, height, fit, rect }: TransformRequest, hasFormat: boolean): boolean {
  const isReshaped = width && height && (fit === 'crop' || fit === 'fillmax');
  return !hasFormat && !rect && !isReshaped;
}
