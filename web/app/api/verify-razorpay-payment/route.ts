import { jsonRoute } from '#web/payments/payment-route.ts';
import { verifyPayment } from '#web/payments/verify-payment.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute(
  'verifying a payment',
  verifyPayment,
);
