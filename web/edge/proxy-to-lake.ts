import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import type { Settings } from '#settings';
import { requestIdFrom } from '#telemetry/log-context.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import { retryAfter } from '#web/http/retry-after.ts';
import { compressUncached } from './compress-uncached.ts';
import type { Middleware } from './middleware.ts';
import { observe, requestIdHeader } from './observe.ts';

/** Matches the prefix to remove from the lake's paths: `/lake` for its API, nothing for its pages below `/staff`. */
export const lakePrefix = /^\/lake(?=\/)|^(?=\/staff(?:[/?]|$))/;

/** Proxies to the embedded content lake, so that staff need only one address. Inactive with hosted Sanity. */
export class LakeProxy {
  readonly #sanity: Settings['sanity'];
  readonly #clientAddress: ReturnType<typeof clientAddressReader>;
  readonly #proxy: ReturnType<typeof createProxyServer>;
  readonly #open = new Set<ServerResponse | Socket>();

  constructor({ sanity, trustProxy }: Pick<Settings, 'sanity' | 'trustProxy'>) {
    this.#sanity = sanity;
    this.#clientAddress = clientAddressReader(trustProxy);
    this.#proxy = createProxyServer({
      target: sanity.apiHost ?? '',
      // The library's own agent allows 256 sockets, which event streams would exhaust.
      agent: new Agent({ keepAlive: true }),
    });
  }

  readonly isForLake = ({ url = '' }: IncomingMessage): boolean =>
    this.#sanity.apiHost !== undefined && lakePrefix.test(url);

  readonly handle: Middleware = (request, response, next) => {
    if (!this.isForLake(request)) return next();
    return observe(request, response, () => {
      this.#prepare(request, response);
      compressUncached(request, response, () => {
        this.#proxy.web(request, response).catch(() => respondUnavailable(request, response));
      });
    });
  };

  readonly upgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    this.#prepare(request, socket);
    request.headers[requestIdHeader] = requestIdFrom();
    this.#proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  };

  /** Ends event streams and web sockets on shutdown. */
  endStreams(): void {
    for (const one of this.#open)
      if (!('getHeader' in one) || `${one.getHeader('content-type')}`.startsWith('text/event-stream'))
        one.destroy();
  }

  /** Sets the headers that make the lake trust the request. Overwrites any such headers that the client sent. */
  #prepare(request: IncomingMessage, response: ServerResponse | Socket) {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    const { headers, socket, url = '' } = request;
    request.url = url.replace(lakePrefix, '');
    // No browser uses HTTP/1.0, but some proxies do, and not all of them add `via`.
    if (request.httpVersion === '1.0') headers.via ??= '1.0 unknown';
    headers['x-lake-site-key'] = this.#sanity.siteKey;
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    headers['x-client-address'] = this.#clientAddress(socket.remoteAddress, forwarded);
  }
}

function respondUnavailable({ headers, method }: IncomingMessage, response: ServerResponse) {
  if (response.headersSent) return response.destroy();
  const isPage = headers['sec-fetch-dest'] === 'document' && method === 'GET';
  // A page, such as the sign-in, reloads until the lake responds.
  response.writeHead(503, { 'cache-control': 'no-store', ...retryAfter, ...(isPage && { refresh: '5' }) });
  return response.end('The content lake does not respond. Try again in a few seconds.\n');
}
