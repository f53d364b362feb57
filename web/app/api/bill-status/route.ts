import { billStatus } from '#web/payments/bills/pay-by-link.ts';
import { tokenRoute } from '#web/payments/checkout/receipt.ts';

export const POST = tokenRoute('Bills', 'link', billStatus);
