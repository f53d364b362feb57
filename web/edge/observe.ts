import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { foldersWithoutPages } from '#schemas/paths.ts';
import type { Settings } from '#settings';
import { requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { recordRequest } from '#telemetry/metrics.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import type { Middleware } from './middleware.ts';

export const requestIdHeader = 'x-request-id';

/** Removes the request id from the headers unless a trusted proxy set it. */
export function dropUntrustedRequestId(trustProxy: Settings['trustProxy']): Middleware {
  const readAddress = clientAddressReader(trustProxy);
  // Returns whether a trusted proxy connected: only then does `readAddress` return the address in `x-forwarded-for`.
  const isProxy = (connection?: string) => readAddress(connection, '0.0.0.0') === '0.0.0.0';
  return ({ headers, socket }, _response, next) => {
    if (headers[requestIdHeader] && !isProxy(socket.remoteAddress)) delete headers[requestIdHeader];
    next();
  };
}

/** Routes below `/api`. Unknown routes share the area `api`, because a client can invent any number of them. */
const apiRoutes = readdirSync(new URL('../app/api', import.meta.url));
/** Matches the part of a URL that the log and the metrics call the request's area. */
const areas = new RegExp(
  `^/(${[...apiRoutes.map((name) => `api/${name}`), ...foldersWithoutPages].join('|')})(?=[/?]|$)`,
);

/**
 * Handles a request, puts its id on its log lines and its response, and records its duration. Pages sent from memory
 * skip this: they are counted and not logged.
 */
export function observe(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = request;
  const id = requestIdFrom(request.headers[requestIdHeader]);
  const started = performance.now();
  request.headers[requestIdHeader] = id;
  response.setHeader(requestIdHeader, id);
  response.once('close', () => {
    // nginx uses 499 for a client that disconnected.
    const status = response.writableFinished ? response.statusCode : 499;
    const area = areas.exec(url)?.[1] ?? 'page';
    recordRequest({ request: id, method, area, status, ms: performance.now() - started });
  });
  withLogContext({ request: id }, handle);
}
