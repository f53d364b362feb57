import { paymentStatus, tokenRoute } from '#web/payments/checkout/receipt.ts';

export const POST = tokenRoute('Payments', 'receipt', paymentStatus);
