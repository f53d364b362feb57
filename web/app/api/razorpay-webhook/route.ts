import { errorResponse } from '#web/http/api-response.ts';
import { paymentRoute } from '#web/payments/payment-route.ts';
import { receiveWebhook } from '#web/payments/sync/webhook.ts';

/** Bytes. Razorpay's webhooks are under 10 kB. */
const limit = 262_144;

export const POST = paymentRoute(
  'receiving a webhook',
  async (payments, body, headers) => {
    const received = await receiveWebhook(payments, body, headers);
    if (received === 'unsigned')
      return errorResponse(401, 'The X-Razorpay-Signature does not match the body.');
    return { status: 200, body: { ok: true, ...(received === 'recorded' ? {} : { [received]: true }) } };
  },
  { limit },
);
