import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

const malformedPercent = /%(?![0-9a-f]{2})/gi;

/** A path in which every percent sign can be decoded: what cannot be is taken as it is written. */
export function wellFormedPath(url: string): string {
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

/**
 * Next answers 500 to an address that cannot be decoded, before any code of ours is asked. Node tells of each request
 * before its handlers run; there the address is put right, so that it leads to the page for unknown addresses.
 */
export function keepPathsWellFormed(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (request instanceof IncomingMessage && request.url) request.url = wellFormedPath(request.url);
  });
}
