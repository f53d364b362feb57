import { GatewayError } from './gateway.ts';
import { log } from './log.ts';

/** What an API route answers, before it becomes an HTTP response. */
export type ApiResponse = {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** An error that the customer may read: `error` says what happened and what to do. */
export function errorResponse(
  status: number,
  error: string,
  more: Record<string, unknown> = {},
): ApiResponse {
  return { status, body: { error, ...more } };
}

const later = 'Please try again in a few minutes.';
const gatewayErrors = {
  timeout: { status: 504, error: 'The payment gateway did not answer in time. Please try again.' },
  busy: { status: 503, error: 'The payment gateway is busy. Please try again in a minute.' },
  unavailable: { status: 502, error: `The payment gateway is not available just now. ${later}` },
};

/** The response to a gateway or ledger that failed: not the client's fault, so the only 5xx of the payment routes. */
export function failureResponse(error: unknown, action: string): ApiResponse {
  if (!GatewayError.is(error)) {
    log('error', `${action} failed`, { reason: error });
    return errorResponse(503, `The payment service is not available just now. ${later}`);
  }
  const { kind, status, description } = error;
  log(kind === 'refused' ? 'warn' : 'error', `${action} failed at the gateway`, {
    kind,
    ...(status ? { status } : {}),
    ...(description ? { reason: description } : {}),
  });
  if (kind === 'refused') return errorResponse(422, rejectionText(description), { code: kind });
  const code = kind === 'timeout' || kind === 'busy' ? kind : 'unavailable';
  return {
    ...errorResponse(gatewayErrors[code].status, gatewayErrors[code].error, { code }),
    ...(code === 'busy' ? { headers: { 'retry-after': '60' } } : {}),
  };
}

// The ceiling of the agency's own account there can be below ₹10,00,000.
function rejectionText(description = ''): string {
  if (/exceeds maximum amount/i.test(description))
    return 'This amount is above what can be paid online at once. Please pay it by bank transfer, or contact us.';
  return 'The payment gateway refused this payment. Please check the amount, or contact us.';
}

/** An HTTP response that no cache may keep. */
export function toResponse({ status, body, headers }: ApiResponse): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** The response to somebody who is over a limit: `what` happened, and to try again after `seconds`. */
export function limitedResponse(what: string, seconds: number): ApiResponse {
  return {
    ...errorResponse(429, `${what} Please try again in ${durationText(seconds)}.`),
    headers: { 'retry-after': String(seconds) },
  };
}

/** `Server-Timing` of a call to the gateway, to tell its time from ours. */
export function gatewayTiming(gatewayMs: number | undefined): Record<string, string> {
  return gatewayMs === undefined ? {} : { 'server-timing': `gateway;dur=${gatewayMs.toFixed(1)}` };
}

function durationText(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

export function unknownLinkResponse(): ApiResponse {
  return errorResponse(404, 'This pay link is not known. Check that it is complete, or contact us.', {
    code: 'unknown-link',
  });
}
