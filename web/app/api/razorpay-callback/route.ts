import { receiveCallback } from '#web/payments/checkout/callback.ts';
import { paymentRoute } from '#web/payments/payment-route.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = paymentRoute(
  'receiving a callback',
  async (payments, body) => {
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
    const location = await receiveCallback(payments, form);
    // With 303 the browser continues with GET.
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  },
  { type: 'form' },
);
