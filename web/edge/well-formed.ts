import type { Step } from './step.ts';

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Addresses that Next keeps for pages of its own. */
const internal = /^\/(?:_error|_global-error|_not-found|500|index)(?:[/?.]|$)/;

/** Next has no answer to anything but reading a file. */
const file = /^\/(?:(?:_next|islands|studio\/static)\/|[\w-]+\.(?:svg|ico|png)(?:\?|$))/;

/** Next's pattern for cached pages does not match the end of a line: such a path would be rendered each time, as 200. */
const lineEnd = /^[^?]*%(?:0[ad]|e2%80%a[89])/i;

/** A request line may name a host, as those to proxies do; Next would redirect to it. */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

const malformedPercent = /%(?![0-9a-f]{2})/gi;

/**
 * Next answers some requests with 500 or an empty 400 before it asks any code of ours: addresses that cannot be decoded,
 * its internal pages, and methods such as TRACE. They become 404, and 405 since nothing takes PATCH.
 */
export const wellFormed: Step = (request, _response, next) => {
  request.url = wellFormedAddress(request.url ?? '/');
  if (!methods.has(request.method ?? '')) request.method = 'PATCH';
  if (request.method !== 'GET' && request.method !== 'HEAD' && file.test(request.url)) request.url = '/404';
  next();
};

/** The address with percent signs that start no UTF-8 text taken as they are written; `/404` for what is no page. */
export function wellFormedAddress(url: string): string {
  const [path = '', ...query] = url.replace(origin, '').split(/(?=\?)/);
  const escaped = path.replace(malformedPercent, '%25');
  const address = [isDecodable(escaped) ? escaped : path.replaceAll('%', '%25'), ...query].join('');
  const isPath = address.startsWith('/') && !internal.test(address) && !lineEnd.test(address);
  return isPath ? address : '/404';
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
