import { billStatus } from '#web/payments/bills/bill-status.ts';
import { jsonRoute } from '#web/payments/payment-route.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute('reading a bill', billStatus);
