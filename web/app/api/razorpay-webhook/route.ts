import { paymentRoute } from '#web/payments/payment-route.ts';
import { webhookResponse } from '#web/payments/responses.ts';
import { receiveWebhook } from '#web/payments/webhook.ts';

/** Bytes; Razorpay's webhooks are under 10 kB. */
const limit = 262_144;

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = paymentRoute(
  'receiving a webhook',
  async (payments, body, headers) => webhookResponse(await receiveWebhook(payments, body, headers)),
  { limit },
);
