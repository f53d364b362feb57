import { currentLogContext, requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { type ApiResponse, errorResponse, toResponse } from '#web/http/api-response.ts';
import { readBody } from '#web/http/body.ts';
import { hasDuplicateKeys, parseJson } from '#web/http/json.ts';
import { onlyMethods } from '#web/http/methods.ts';
import type { Payments } from './payments.ts';
import { failureResponse } from './responses.ts';
import { getPayments } from './runtime.ts';

/** In bytes. The largest body from a browser is under 1 kB. */
const bodyLimit = 16_384;

/** Returns a POST route with a raw body. Failures are logged under the name `action` and get a 5xx response. */
export function paymentRoute(
  action: string,
  handle: (payments: Payments, body: Uint8Array, headers: Headers) => Promise<ApiResponse | Response>,
  { type = 'json', limit = bodyLimit }: { type?: 'json' | 'form'; limit?: number } = {},
) {
  return onlyMethods({
    async POST(request) {
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
    },
  });
}

/** Returns a POST route with a JSON body. */
export function jsonRoute(
  action: string,
  handle: (payments: Payments, value: unknown, headers: Headers) => Promise<ApiResponse>,
) {
  return paymentRoute(action, async (payments, body, headers) => {
    const value = parseJson(body);
    if (value === undefined) return errorResponse(400, 'The body is not valid JSON.');
    if (hasDuplicateKeys(body)) return errorResponse(400, 'The body names a field twice.');
    return handle(payments, value, headers);
  });
}
