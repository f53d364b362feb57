import { type ApiResponse, errorResponse } from '#web/payments/api-response.ts';
import { paymentRoute } from '#web/payments/payment-route.ts';
import { type Received, receiveWebhook } from '#web/payments/webhook.ts';

/** Bytes; Razorpay's webhooks are under 10 kB. */
const limit = 262_144;

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = paymentRoute(
  'receiving a webhook',
  async (payments, body, headers) => respond(await receiveWebhook(payments, body, headers)),
  { limit },
);

function respond({ outcome }: Received): ApiResponse {
  if (outcome === 'unsigned') return errorResponse(401, 'The X-Razorpay-Signature does not fit the body.');
  return { status: 200, body: { ok: true, ...(outcome === 'recorded' ? {} : { [outcome]: true }) } };
}
