import { jsonRoute } from '#web/payments/payment-route.ts';
import { confirmationResponse } from '#web/payments/responses.ts';
import { verifyPayment } from '#web/payments/verify-payment.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute(
  'verifying a payment',
  async (payments, request) => confirmationResponse(await verifyPayment(payments, request)),
);
