import { billsRoute } from '#web/payments/bills/routes.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = billsRoute;
