import { jsonRoute } from '#web/payments/payment-route.ts';
import { paymentStatus } from '#web/payments/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute('reading a payment', paymentStatus);
