import { GatewayError } from './gateway/errors.ts';
import { log } from './log.ts';

/** What an API route answers, before it becomes an HTTP response. */
export type Answer = {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** An error that the customer may read: `error` says what happened and what to do. */
export function refusal(status: number, error: string, more: Record<string, unknown> = {}): Answer {
  return { status, body: { error, ...more } };
}

/** `Server-Timing` of a call to Razorpay that began at `asked` (`performance.now()`), to tell its time from ours. */
export function gatewayTiming(asked: number): Record<string, string> {
  return { 'server-timing': `gateway;dur=${(performance.now() - asked).toFixed(1)}` };
}

/**
 * The answer to a failed call to Razorpay, or to a ledger that cannot be reached. Neither is the client's doing, so
 * these are the only 5xx of the payment routes.
 */
export function answerTo(error: unknown, doing: string): Answer {
  if (!GatewayError.is(error)) {
    log('error', `${doing} failed`, { reason: error instanceof Error ? error.message : 'unknown' });
    return refusal(503, 'The payment service is not available just now. Please try again in a few minutes.');
  }
  log(error.kind === 'refused' ? 'warn' : 'error', `${doing} failed at the gateway`, {
    kind: error.kind,
    ...(error.status ? { status: error.status } : {}),
    ...(error.description ? { reason: error.description } : {}),
  });
  switch (error.kind) {
    case 'refused':
      return refusal(422, refusedWords(error), { code: 'refused' });
    case 'timeout':
      return refusal(504, 'The payment gateway did not answer in time. Please try again.', {
        code: 'timeout',
      });
    case 'busy':
      return {
        ...refusal(503, 'The payment gateway is busy. Please try again in a minute.', { code: 'busy' }),
        headers: { 'retry-after': '60' },
      };
    case 'unauthorised':
    case 'unavailable':
    case 'unreadable':
      return refusal(
        502,
        'The payment gateway is not available just now. Please try again in a few minutes.',
        {
          code: 'unavailable',
        },
      );
  }
}

// The ceiling of the agency's own Razorpay account can be below ₹10,00,000.
function refusedWords(error: GatewayError): string {
  if (/exceeds maximum amount/i.test(error.description ?? ''))
    return 'This amount is above what can be paid online at once. Please pay it by bank transfer, or contact us.';
  return 'The payment gateway refused this payment. Please check the amount, or contact us.';
}
