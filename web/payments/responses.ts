import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { log } from '#web/log.ts';
import { GatewayError } from './gateway.ts';

const later = 'Please try again in a few minutes.';
const gatewayErrors = {
  timeout: { status: 504, error: 'The payment gateway did not respond in time. Please try again.' },
  busy: { status: 503, error: 'The payment gateway is busy. Please try again in a minute.' },
  unavailable: { status: 502, error: `The payment gateway is currently unavailable. ${later}` },
};

/** Returns the response to a failure of the gateway or the ledger. Payment routes return no other 5xx. */
export function failureResponse(error: unknown, action: string): ApiResponse {
  if (!GatewayError.is(error)) {
    log('error', `${action} failed`, { reason: error });
    return errorResponse(503, `The payment service is currently unavailable. ${later}`);
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

// The agency's own limit at Razorpay can be below ₹10,00,000.
function rejectionText(description = ''): string {
  if (/exceeds maximum amount/i.test(description))
    return 'This amount is above the limit for one online payment. Please pay by bank transfer, or contact us.';
  return 'The payment gateway refused this payment. Please check the amount, or contact us.';
}

/** Returns the response to staff if the gateway or the ledger fails. A refusal includes the gateway's reason. */
export function staffFailureResponse(error: unknown, action: string): ApiResponse {
  const { body, ...response } = failureResponse(error, action);
  if (!GatewayError.is(error)) return { ...response, body };
  const { kind, description } = error;
  const text = {
    refused: `Razorpay refused this: ${description?.replace(/[.\s]+$/, '') ?? 'it gave no reason'}.`,
    unauthorised: 'Razorpay does not accept our keys. Ask the administrator to check them.',
    timeout: 'Razorpay did not respond in time. Try again.',
    busy: 'Razorpay limits our requests. Try again in a minute.',
    unavailable: `Razorpay is not available. ${later}`,
    unreadable: 'Razorpay sent a response that we cannot read. Ask the administrator to check the log.',
  } satisfies Record<GatewayError['kind'], string>;
  return { ...response, body: { ...body, error: text[kind] } };
}

/** Returns a `Server-Timing` header that separates the gateway's time from ours. */
export function gatewayTiming(gatewayMs: number | undefined): Record<string, string> {
  return gatewayMs === undefined ? {} : { 'server-timing': `gateway;dur=${gatewayMs.toFixed(1)}` };
}

export function unknownLinkResponse(): ApiResponse {
  return errorResponse(404, 'This payment link is unknown. Check that it is complete, or contact us.', {
    code: 'unknown-link',
  });
}
