import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import type { Settings } from '#settings';
import { requestIdFrom } from '#telemetry/log-context.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import { compressOthers } from './compress-others.ts';
import { observe, requestIdHeader } from './observe.ts';
import type { Step } from './step.ts';

/** The lake's API below `/lake`, and its staff pages at their own path. */
export const ofLake = /^\/lake(?=\/)|^(?=\/staff(?:[/?]|$))/;

/** Proxies to the embedded content lake, so that staff need only one address. Inactive with hosted Sanity. */
export function passToLake({ sanity, trustProxy }: Pick<Settings, 'sanity' | 'trustProxy'>) {
  const addressOf = clientAddressReader(trustProxy);
  const proxy = createProxyServer({
    target: sanity.apiHost ?? '',
    // The library's own agent allows 256 sockets, which streams would exhaust.
    agent: new Agent({ keepAlive: true }),
  });
  const open = new Set<ServerResponse | Socket>();
  const isForLake = ({ url = '' }: IncomingMessage) => sanity.apiHost !== undefined && ofLake.test(url);

  /** Overwrites both headers, which clients must not set. */
  function prepare(request: IncomingMessage, answer: ServerResponse | Socket) {
    open.add(answer);
    answer.once('close', () => open.delete(answer));
    const { headers, socket, url = '' } = request;
    request.url = url.replace(ofLake, '');
    // No browser speaks HTTP/1.0; some proxies do, unmarked.
    if (request.httpVersion === '1.0') headers.via ??= '1.0 unknown';
    headers['x-lake-site-key'] = sanity.siteKey;
    headers['x-client-address'] = addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''));
  }

  const step: Step = (request, response, next) => {
    if (!isForLake(request)) return next();
    const pass = () =>
      proxy.web(request, response).catch(() => {
        if (response.headersSent) return response.destroy();
        response.writeHead(503, {
          'cache-control': 'no-store',
          // A page, such as the sign-in, comes by itself once the lake answers.
          ...(request.headers['sec-fetch-dest'] === 'document' && request.method === 'GET'
            ? { refresh: '5' }
            : {}),
        });
        return response.end('The content lake does not answer. Try again in a few seconds.\n');
      });
    return observe(request, response, () => {
      prepare(request, response);
      compressOthers(request, response, pass);
    });
  };
  function upgrade(request: IncomingMessage, socket: Socket, head: Buffer) {
    prepare(request, socket);
    request.headers[requestIdHeader] = requestIdFrom();
    proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  }
  /** Ends open-ended streams on shutdown. */
  function endStreams() {
    for (const one of open)
      if (!('getHeader' in one) || `${one.getHeader('content-type')}`.startsWith('text/event-stream'))
        one.destroy();
  }
  return { isForLake, step, upgrade, endStreams };
}
