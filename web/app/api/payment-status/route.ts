import { paymentStatus, tokenRoute } from '#web/payments/checkout/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = tokenRoute(
  'Payments',
  'receipt',
  paymentStatus,
);
