import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

/**
 * Makes `x-forwarded-for` trustworthy. Next passes on whatever a client writes there, so anybody could escape a rate
 * limit; without a proxy in front it is replaced by the connection's address before Next sees the request.
 */
export function trustConnectionAddress(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (request instanceof IncomingMessage)
      request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  });
}
