import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { LakeConfig } from '../config.ts';
import { httpError, type LakeError } from '../errors.ts';
import type { LakeEnv } from './request.ts';

export const isLoopback = (host: string) =>
  /^(localhost|[a-z0-9-]+\.localhost|127(\.\d+){3}|\[?::1\]?)(:\d+)?$/i.test(host);

/** Returns the client's address if the request came through the site, which the shared key proves. */
export function proxiedClientAddress(headers: Headers, { siteKey }: LakeConfig): string | undefined {
  const [given, key] = [headers.get('x-lake-site-key') ?? '', siteKey].map((text) => Buffer.from(text));
  const isSite = siteKey !== '' && key && given?.length === key.length && timingSafeEqual(given, key);
  return isSite ? (headers.get('x-client-address') ?? undefined) : undefined;
}

/** Returns the error for a foreign host name (DNS rebinding) or a page from another origin. */
export function originError(headers: Headers, config: LakeConfig): LakeError | undefined {
  const host = headers.get('host') ?? '';
  const isKnown =
    proxiedClientAddress(headers, config) === undefined
      ? isLoopback(host) && host.endsWith(`:${config.port}`)
      : config.origins.some((one) => host.replace(`${config.projectId}.`, '') === new URL(one).host);
  if (!isKnown)
    return httpError(
      421,
      `Unknown host name. The content lake is at ${config.url} and, on this machine, at its port.`,
    );
  const origin = headers.get('origin');
  if (origin === null || config.origins.includes(origin)) return undefined;
  return httpError(
    403,
    `Pages of ${origin.slice(0, 200)} may not use this content lake. Add the origin to CONTENT_LAKE_ORIGINS.`,
  );
}

/** Returns the error for cross-site requests without an `Origin`, such as links and embedded resources. */
export function crossSiteError(headers: Headers): LakeError | undefined {
  const isOther = /^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? '');
  if (!isOther || headers.has('origin')) return undefined;
  return httpError(403, 'Other sites may link to and embed images and files only.');
}

/** Refuses cross-site requests except for assets, which may be embedded. */
export const refuseCrossSite: MiddlewareHandler<LakeEnv> = (c, next) => {
  const error = /^\/(images|files)\//.test(c.req.path) ? undefined : crossSiteError(c.req.raw.headers);
  if (error) throw error;
  return next();
};

/** Refuses foreign hosts and origins. Adds a Content-Security-Policy and, for allowed origins, CORS headers. */
export function checkOrigins(config: LakeConfig): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const error = originError(headers, config);
    const isPreflight = c.req.method === 'OPTIONS' && headers.has('access-control-request-method');
    if (error) c.res = Response.json(error.body, { status: error.status });
    else if (isPreflight) c.res = preflight(headers);
    else await next();
    c.header('X-Content-Type-Options', 'nosniff');
    if (!c.res.headers.has('Content-Security-Policy'))
      c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
    // Requests through the site are same-origin and need no CORS headers.
    if (proxiedClientAddress(headers, config) !== undefined) return;
    c.header('Vary', 'Origin', { append: true });
    const origin = headers.get('origin');
    if (error || origin === null) return;
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Allow-Credentials', 'true');
  };
}

function preflight(headers: Headers): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '',
      'Access-Control-Max-Age': '600',
    },
  });
}
