import { createOrder } from '#web/payments/create-order.ts';
import { jsonRoute } from '#web/payments/payment-route.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute('creating an order', createOrder);
