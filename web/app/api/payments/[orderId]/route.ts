import { orderRoute } from '#web/payments/staff/routes.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = orderRoute;
