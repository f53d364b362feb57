import { isStaticFile } from '#schemas/paths.ts';
import { decoded } from '#web/http/decoded.ts';
import type { Step } from './step.ts';

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Next's internal pages. */
const internal = /^\/(?:_error|_global-error|_not-found|500|index)(?:[/?.]|$)/;

/** Next's pattern for cached pages does not match line ends: such paths would be rendered each time, with 200. */
const lineEnd = /^[^?]*%(?:0[ad]|e2%80%a[89])/i;

/** Absolute request targets, as for proxies; Next would redirect to their host. */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Most addresses, which need no closer look. */
const plain = /^\/[\w/-]*$/;

const malformedPercent = /%(?![0-9a-f]{2})/gi;

/**
 * Requests that Next answers with 500 or an empty 400 before our code: undecodable addresses and internal pages become
 * 404, methods such as TRACE become 405, since nothing takes PATCH. Next serves files for GET and HEAD only.
 */
export const wellFormed: Step = (request, _response, next) => {
  request.url = wellFormedAddress(request.url ?? '/');
  if (!methods.has(request.method ?? '')) request.method = 'PATCH';
  const [path = '/'] = request.url.split('?', 1);
  if (request.method !== 'GET' && request.method !== 'HEAD' && isStaticFile(path)) request.url = '/404';
  next();
};

/** The address with malformed percent signs escaped; `/404` for anything that cannot be a page. */
export function wellFormedAddress(url: string): string {
  if (plain.test(url) && !internal.test(url)) return url;
  const [path = '', ...query] = url.replace(origin, '').split(/(?=\?)/);
  const escaped = path.replace(malformedPercent, '%25');
  const address = [decoded(escaped) === undefined ? path.replaceAll('%', '%25') : escaped, ...query].join('');
  const isPath = address.startsWith('/') && !internal.test(address) && !lineEnd.test(address);
  return isPath ? address : '/404';
}
