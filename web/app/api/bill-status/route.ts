import { billStatus } from '#web/payments/bills/pay-by-link.ts';
import { tokenRoute } from '#web/payments/checkout/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = tokenRoute('Bills', 'link', billStatus);
