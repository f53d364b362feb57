import { receiveCallback } from '#web/payments/checkout/verify-payment.ts';
import { paymentRoute } from '#web/payments/payment-route.ts';

export const POST = paymentRoute(
  'receiving a callback',
  async (payments, body) => {
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
    const location = await receiveCallback(payments, form);
    // With 303 the browser continues with GET.
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  },
  { type: 'form' },
);
