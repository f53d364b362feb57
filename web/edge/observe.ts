import type { IncomingMessage, ServerResponse } from 'node:http';
import { foldersWithoutPages } from '#schemas/paths.ts';
import type { Settings } from '#settings';
import { requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { recordRequest } from '#telemetry/metrics.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import type { Step } from './step.ts';

export const requestIdHeader = 'x-request-id';

/** Drops a request's id unless a trusted proxy set it, whose log has it too. */
export function withoutForeignId(trustProxy: Settings['trustProxy']): Step {
  const addressOf = clientAddressReader(trustProxy);
  // A trusted proxy's `x-forwarded-for` is believed.
  const isProxy = (connection?: string) => addressOf(connection, '0.0.0.0') === '0.0.0.0';
  return ({ headers, socket }, _response, next) => {
    if (headers[requestIdHeader] && !isProxy(socket.remoteAddress)) delete headers[requestIdHeader];
    next();
  };
}

/** Routes below `/api`. Unknown ones share the area `api`, since anybody can invent them. */
const apis = [
  'bill-status',
  'create-razorpay-order',
  'draft-mode',
  'enquiries',
  'enquiry',
  'payment-status',
  'payments',
  'policy-reports',
  'razorpay-callback',
  'razorpay-webhook',
  'refund-terms',
  'revalidate',
  'stop-reminders',
  'tender-dates',
  'verify-razorpay-payment',
  'visit',
  'visits',
];
/** Names for log and metrics. */
const areas = new RegExp(
  `^/(${[...apis.map((name) => `api/${name}`), ...foldersWithoutPages].join('|')})(?=[/?]|$)`,
);

/**
 * Handles a request under an id, carried by its log lines and its response. Answers from memory skip this: they log
 * nothing and are only counted.
 */
export function observe(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = request;
  const id = requestIdFrom(request.headers[requestIdHeader]);
  const begun = performance.now();
  request.headers[requestIdHeader] = id;
  response.setHeader(requestIdHeader, id);
  response.once('close', () => {
    // nginx's status for a client that disconnected.
    const status = response.writableFinished ? response.statusCode : 499;
    const area = areas.exec(url)?.[1] ?? 'page';
    recordRequest({ request: id, method, area, status, ms: performance.now() - begun });
  });
  withLogContext({ request: id }, handle);
}
