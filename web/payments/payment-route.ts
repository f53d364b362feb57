import { currentLogContext, requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { type OutcomeFor, outcomes } from '#web/contracts/outcomes.ts';
import { type ApiResponse, errorResponse, toResponse } from '#web/http/api-response.ts';
import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';
import { log } from '#web/log.ts';
import { refuse } from '#web/staff/staff-route.ts';
import type { Payments } from './payments.ts';
import { getPayments } from './payments.ts';
import { GatewayError } from './razorpay/client.ts';

/** In bytes. The largest body from a browser is under 1 kB. */
const bodyLimit = 16_384;

/** Returns a POST route with a raw body. Failures are logged under the name `action` and get a 5xx response. */
export function paymentRoute(
  action: string,
  handle: (payments: Payments, body: Uint8Array, headers: Headers) => Promise<ApiResponse | Response>,
  { type = 'json', limit = bodyLimit }: { type?: 'json' | 'form'; limit?: number } = {},
) {
  return async (request: Request): Promise<Response> => {
    const body = await readBody(request, limit, type);
    if (!(body instanceof Uint8Array)) return toResponse(errorResponse(body.status, body.error));
    try {
      // Requests that bypass our edge have no id.
      const work = currentLogContext() ?? { request: requestIdFrom() };
      const response = await withLogContext(work, async () =>
        handle(await getPayments(), body, request.headers),
      );
      return response instanceof Response ? response : toResponse(response);
    } catch (error) {
      return toResponse(failureResponse(error, action));
    }
  };
}

/** Returns a POST route with a JSON body. */
export function jsonRoute(
  action: string,
  handle: (payments: Payments, value: unknown, headers: Headers) => Promise<ApiResponse>,
) {
  return paymentRoute(action, async (payments, body, headers) => {
    const value = parseJson(body);
    if (value === undefined) return errorResponse(400, 'The body is not valid JSON.');
    return handle(payments, value, headers);
  });
}

/** Returns the response to a customer for an outcome. `more` is added to its body. */
export function outcomeResponse(word: OutcomeFor<'customer'>, more?: Record<string, unknown>): ApiResponse {
  const { status, customer } = outcomes[word];
  return errorResponse(status, customer, more);
}

/** Ends a request of staff with an outcome. */
export function refuseWith(word: OutcomeFor<'staff'>): never {
  const { status, staff } = outcomes[word];
  return refuse(status, staff);
}

/** Returns the response to a failure of the gateway or the ledger. Payment routes return no other 5xx. */
export function failureResponse(error: unknown, action: string): ApiResponse {
  if (!GatewayError.is(error)) {
    log('error', `${action} failed`, { reason: error });
    return outcomeResponse('no-ledger');
  }
  const { kind, status, description } = error;
  log(kind === 'refused' ? 'warn' : 'error', `${action} failed at the gateway`, {
    kind,
    ...(status ? { status } : {}),
    ...(description ? { reason: description } : {}),
  });
  if (kind === 'refused') {
    // The agency's own limit at Razorpay can be below ₹10,00,000.
    const isAboveLimit = /exceeds maximum amount/i.test(description ?? '');
    return outcomeResponse(isAboveLimit ? 'above-limit' : kind, { code: kind });
  }
  const code = kind === 'timeout' || kind === 'busy' ? kind : 'unavailable';
  return {
    ...outcomeResponse(kind, { code }),
    ...(kind === 'busy' ? { headers: { 'retry-after': '60' } } : {}),
  };
}

/** Returns the response to staff if the gateway or the ledger fails. A refusal includes the gateway's reason. */
export function staffFailureResponse(error: unknown, action: string): ApiResponse {
  const { body, ...response } = failureResponse(error, action);
  if (!GatewayError.is(error)) return { ...response, body };
  const { kind, description } = error;
  const { staff } = outcomes[kind];
  const reason = description?.replace(/[.\s]+$/, '') ?? 'it gave no reason';
  return { ...response, body: { ...body, error: kind === 'refused' ? `${staff}: ${reason}.` : staff } };
}

/** Returns a `Server-Timing` header that separates the gateway's time from ours. */
export function gatewayTiming(gatewayMs: number | undefined): Record<string, string> {
  return gatewayMs === undefined ? {} : { 'server-timing': `gateway;dur=${gatewayMs.toFixed(1)}` };
}
