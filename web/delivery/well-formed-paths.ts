import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

const malformedPercent = /%(?![0-9a-f]{2})/gi;

/** A path in which every percent sign can be decoded: what cannot be is taken as it is written. */
function wellFormedPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  const rest = query.length > 0 ? `?${query.join('?')}` : '';
  const escaped = path.replace(malformedPercent, '%25');
  try {
    decodeURIComponent(escaped);
    return escaped + rest;
  } catch {
    // Percent signs that are no UTF-8 text, such as %E0%A4: no page has such an address.
    return path.replaceAll('%', '%25') + rest;
  }
}

/** Addresses that the framework keeps for its own pages, which are nobody's business. */
const ofFramework = /^\/(?:_error|_global-error|_not-found|500|index)(?:[/?.]|$)/;

/** Ends of lines: Next's pattern for kept pages matches none, so such an address would be rendered each time, as 200. */
const lineEnd = /^[^?]*%(?:0[ad]|e2%80%a[89])/i;

/** Where a request leads: its address put right, or what answers in its place. */
export function addressFor(method: string | undefined, url: string): string {
  const address = wellFormedPath(url);
  if (ofFramework.test(address) || lineEnd.test(address)) return '/404';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead || /^\/(?:api\/|_next\/|__nextjs)/.test(address) ? address : '/api/not-allowed';
}

/**
 * Next answers 500 to an address that cannot be decoded, and 200 to anything that is sent to a page, before any code of
 * ours is asked. Node tells of each request before its handlers run; there the address is put right.
 */
export function keepPathsWellFormed(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (request instanceof IncomingMessage && request.url)
      request.url = addressFor(request.method, request.url);
  });
}
