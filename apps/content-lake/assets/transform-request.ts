import { z } from 'zod';
import { check } from '../json.ts';
import { maxOutputEdge, type Rectangle } from './geometry.ts';

const maxDpr = 3;

/** `gif` cannot be requested, but an uploaded GIF stays a GIF. */
export type OutputFormat = 'jpg' | 'png' | 'webp' | 'avif' | 'gif';

const positive = z.coerce.number('must be a number').positive('must be above 0');

const rect = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){3}$/, 'must be four whole numbers: left,top,width,height')
  .transform((value, context): Rectangle => {
    const [left = 0, top = 0, width = 0, height = 0] = value.split(',').map(Number);
    if (width === 0 || height === 0) context.addIssue('must have a width and a height above 0');
    return { left, top, width, height };
  });

/** The parameters of Sanity's image URLs that Studio and site send. Others are refused, as they would have no effect. */
const parameters = z.strictObject({
  w: positive.optional(),
  h: positive.optional(),
  dpr: positive.default(1),
  fit: z.enum(['max', 'crop', 'fillmax']).optional(),
  rect: rect.optional(),
  fm: z.enum(['jpg', 'png', 'webp', 'avif']).optional(),
  auto: z.literal('format').optional(),
  q: z.coerce.number().min(0).max(100).optional(),
  /** File name of a download, which does not change the picture. */
  dl: z.string().optional(),
});

/** The parsed parameters. They are also the cache key, because equal requests give the same bytes. */
export type TransformRequest = NonNullable<ReturnType<typeof parseTransform>>;

/** Parses image parameters or throws 400. Returns undefined for the original. `auto=format` prefers AVIF, then WebP. */
export function parseTransform(query: Record<string, string>, accept = '') {
  const given = check(parameters, query, 'Invalid image parameter');
  const edge = (pixels: number | undefined) =>
    pixels &&
    Math.min(maxOutputEdge, Math.max(1, Math.round(Math.round(pixels) * Math.min(given.dpr, maxDpr))));
  const format: OutputFormat | undefined = given.fm ?? (given.auto && findBestFormat(accept));
  const request = {
    width: edge(given.w),
    height: edge(given.h),
    fit: given.w || given.h ? given.fit : undefined,
    rect: given.rect,
    format,
    quality: given.q,
  };
  return Object.values(request).some((value) => value !== undefined) ? request : undefined;
}

function findBestFormat(accept: string): OutputFormat | undefined {
  if (accept.includes('image/avif')) return 'avif';
  return accept.includes('image/webp') ? 'webp' : undefined;
}

/** Returns whether an SVG can be sent as it is. Browsers scale a drawing; a part, another shape or a format needs pixels. */
export function keepsVector({ width, height, fit, rect }: TransformRequest, hasFormat: boolean): boolean {
  const isReshaped = fit !== undefined && fit !== 'max' && width && height;
  return !hasFormat && !isReshaped && !rect;
}
