import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#settings';
import { requestEnded } from '#telemetry/metrics.ts';
import { inWork, requestIdFrom } from '#telemetry/work.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import type { Step } from './edge.ts';

export const requestIdHeader = 'x-request-id';

/** Gives each request an id: the one of a trusted proxy, whose log names it too, or a new one. */
export function withRequestId(trustProxy: Settings['trustProxy']): Step {
  const addressOf = clientAddressReader(trustProxy);
  // Whoever is believed about an address is a proxy.
  const isProxy = (connection?: string) => addressOf(connection, '0.0.0.0') === '0.0.0.0';
  return ({ headers, socket }, _response, next) => {
    const given = headers[requestIdHeader];
    headers[requestIdHeader] = requestIdFrom(given && isProxy(socket.remoteAddress) ? given : undefined);
    next();
  };
}

const areas =
  /^\/(api\/(?:bill-status|create-razorpay-order|draft-mode|enquiry|payment-status|payments|razorpay-callback|razorpay-webhook|revalidate|verify-razorpay-payment)|api|_next|islands|lake|livez|media|opengraph-image|readyz|sitemap|staff|studio)(?=[/?]|$)/;

/** Handles a request that is not answered from memory: what is logged meanwhile carries its id, as the answer does. */
export function observe(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = request;
  const id = requestIdFrom(request.headers[requestIdHeader]);
  const begun = performance.now();
  response.setHeader(requestIdHeader, id);
  response.once('close', () => {
    // As nginx says of a visitor who did not wait.
    const status = response.writableFinished ? response.statusCode : 499;
    const area = areas.exec(url)?.[1] ?? 'page';
    requestEnded({ request: id, method, area, status, ms: performance.now() - begun });
  });
  inWork({ request: id }, handle);
}
