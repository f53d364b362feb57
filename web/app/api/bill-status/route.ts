import { billStatus } from '#web/payments/bills/pay-by-link.ts';
import { lookRoute } from '#web/payments/checkout/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = lookRoute('Bills', 'link', billStatus);
