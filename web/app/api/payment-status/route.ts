import { lookRoute, paymentStatus } from '#web/payments/checkout/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = lookRoute(
  'Payments',
  'receipt',
  paymentStatus,
);
