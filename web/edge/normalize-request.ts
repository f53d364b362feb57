import { isStaticFile } from '#schemas/paths.ts';
import { decodeUri } from '#web/http/decode-uri.ts';
import type { Middleware } from './middleware.ts';

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Next's internal pages. */
const internal = /^\/(?:_error|_global-error|_not-found|500|index)(?:[/?.]|$)/;

/** A path with a line end does not match Next's pattern for cached pages. Next would render it each time, as a 200. */
const lineEnd = /^[^?]*%(?:0[ad]|e2%80%a[89])/i;

/** The origin of an absolute request target, as sent to proxies. Next would redirect to it. */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Matches most paths, which need no further checks. */
const plain = /^\/[\w/-]*$/;

const malformedPercent = /%(?![0-9a-f]{2})/gi;

/**
 * Rewrites requests to which Next would respond with 500 or an empty 400 before it runs our code. Undecodable URLs and
 * Next's internal pages become 404. Methods such as TRACE become PATCH, which every route refuses with 405. Methods
 * other than GET and HEAD on a file become 404.
 */
export const normalizeRequest: Middleware = (request, _response, next) => {
  request.url = normalizedUrl(request.url ?? '/');
  if (!methods.has(request.method ?? '')) request.method = 'PATCH';
  const [path = '/'] = request.url.split('?', 1);
  if (request.method !== 'GET' && request.method !== 'HEAD' && isStaticFile(path)) request.url = '/404';
  next();
};

/** Returns the URL with malformed percent signs escaped, or `/404` if it cannot be a page. */
export function normalizedUrl(url: string): string {
  if (plain.test(url) && !internal.test(url)) return url;
  const [path = '', ...query] = url.replace(origin, '').split(/(?=\?)/);
  const escaped = path.replace(malformedPercent, '%25');
  const address = [decodeUri(escaped) === undefined ? path.replaceAll('%', '%25') : escaped, ...query].join(
    '',
  );
  const isPath = address.startsWith('/') && !internal.test(address) && !lineEnd.test(address);
  return isPath ? address : '/404';
}
