import type { ApiResponse } from './api-response.ts';
import { errorResponse } from './api-response.ts';
import { reportedBefore } from './bill.ts';
import { wordsOf } from './bills/words.ts';
import type { MadeOrder } from './create-order.ts';
import type { Payments } from './payments.ts';
import type { Confirmation } from './verify-payment.ts';
import type { Received } from './webhook.ts';

/** What the API answers to what became of a request: the only place where the two meet. */

export function orderResponse({ settings }: Payments, made: MadeOrder): ApiResponse {
  switch (made.outcome) {
    case 'made': {
      const { order, isOwner, paidBefore, underWay } = made;
      const { id: orderId, amount, currency, receipt_token } = order;
      return {
        status: 200,
        body: {
          keyId: settings.keyId,
          amount,
          currency,
          orderId,
          ...(isOwner ? { receipt: receipt_token } : {}),
          ...(paidBefore ? { paidBefore } : {}),
          ...(underWay ? { underWay } : {}),
        },
        headers: timing(made.gatewayMs),
      };
    }
    case 'invalid':
      return errorResponse(400, 'Some details of the bill are not right.', { fieldErrors: made.fieldErrors });
    case 'invalid-key':
      return errorResponse(400, 'The Idempotency-Key must be 8 to 64 letters, digits, _ or -.');
    case 'other-bill':
      return errorResponse(422, 'This request was sent before with other details. Please start again.');
    case 'limited':
      return limitedResponse('Too many payments were started from here.', made.seconds);
    case 'unknown-link':
      return unknownLinkResponse();
    case 'not-payable': {
      const { title, text } = wordsOf(made.status);
      return errorResponse(409, `${title}. ${text}`, { code: 'not-payable', state: made.status.state });
    }
    case 'wrong-answer':
      return errorResponse(502, 'The payment gateway gave a wrong answer. Please try again.');
  }
}

export function confirmationResponse(confirmed: Confirmation): ApiResponse {
  switch (confirmed.outcome) {
    case 'paid': {
      const { id: orderId, amount, currency, receipt_token: receipt } = confirmed.order;
      return {
        status: 200,
        body: { state: 'paid', orderId, paymentId: confirmed.paymentId, amount, currency, receipt },
        headers: timing(confirmed.gatewayMs),
      };
    }
    case 'invalid':
      return errorResponse(400, 'This is not a complete report of a payment.', {
        fieldErrors: confirmed.fieldErrors,
      });
    case 'unverified':
      return errorResponse(400, 'This payment could not be verified.');
    case 'replayed':
      return errorResponse(409, 'This payment was reported before.', { code: reportedBefore });
    case 'order-paid':
      return errorResponse(409, 'This order was paid by another payment. This one is not taken.', {
        code: 'order-paid',
      });
    case 'incomplete':
      return errorResponse(409, 'This payment is not complete.', { state: confirmed.state });
  }
}

export function webhookResponse({ outcome }: Received): ApiResponse {
  if (outcome === 'unsigned') return errorResponse(401, 'The X-Razorpay-Signature does not fit the body.');
  return { status: 200, body: { ok: true, ...(outcome === 'recorded' ? {} : { [outcome]: true }) } };
}

/** The response to somebody who is over a limit: `what` happened, and to try again after `seconds`. */
export function limitedResponse(what: string, seconds: number): ApiResponse {
  return {
    ...errorResponse(429, `${what} Please try again in ${durationText(seconds)}.`),
    headers: { 'retry-after': String(seconds) },
  };
}

/** `Server-Timing` of a call to the gateway, to tell its time from ours. */
function timing(gatewayMs: number | undefined): Record<string, string> {
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
