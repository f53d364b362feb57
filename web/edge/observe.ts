import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#settings';
import { requestEnded } from '#telemetry/metrics.ts';
import { inWork, requestIdFrom } from '#telemetry/work.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import type { Step } from './step.ts';

export const requestIdHeader = 'x-request-id';

/** Forgets the id that a request came with, unless a trusted proxy gave it, whose log names it too. */
export function withoutForeignId(trustProxy: Settings['trustProxy']): Step {
  const addressOf = clientAddressReader(trustProxy);
  // Whoever is believed about an address is a proxy.
  const isProxy = (connection?: string) => addressOf(connection, '0.0.0.0') === '0.0.0.0';
  return ({ headers, socket }, _response, next) => {
    if (headers[requestIdHeader] && !isProxy(socket.remoteAddress)) delete headers[requestIdHeader];
    next();
  };
}

const areas =
  /^\/(api\/(?:bill-status|create-razorpay-order|draft-mode|enquiries|enquiry|payment-status|payments|razorpay-callback|razorpay-webhook|revalidate|verify-razorpay-payment)|api|_next|islands|lake|livez|media|opengraph-image|readyz|sitemap|staff|studio)(?=[/?]|$)/;

/**
 * Handles a request that is not answered from memory, by its id: what is logged meanwhile carries it, and so does the
 * answer. Of answers from memory nothing is logged, and they cost no more than counting them.
 */
export function observe(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = request;
  const id = requestIdFrom(request.headers[requestIdHeader]);
  const begun = performance.now();
  request.headers[requestIdHeader] = id;
  response.setHeader(requestIdHeader, id);
  response.once('close', () => {
    // As nginx says of a visitor who did not wait.
    const status = response.writableFinished ? response.statusCode : 499;
    const area = areas.exec(url)?.[1] ?? 'page';
    requestEnded({ request: id, method, area, status, ms: performance.now() - begun });
  });
  inWork({ request: id }, handle);
}
