import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

const known = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Next answers 500 to TRACE and an empty 400 to other methods that it has no handler for, before any code of ours is
 * asked. Node tells of each request before its handlers run; there such a method becomes PATCH, which every route
 * refuses in its own words with 405, as nothing here is patched.
 */
export function refuseUnknownMethods(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (request instanceof IncomingMessage && !known.has(request.method ?? '')) request.method = 'PATCH';
  });
}
