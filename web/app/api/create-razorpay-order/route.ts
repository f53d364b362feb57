import { createOrder } from '#web/payments/create-order.ts';
import { clientAddress, jsonRoute } from '#web/payments/payment-route.ts';
import { orderResponse } from '#web/payments/responses.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute(
  'creating an order',
  async (payments, request, headers) => {
    const requestKey = headers.get('idempotency-key') ?? undefined;
    const made = await createOrder(payments, request, { requestKey, address: clientAddress(headers) });
    return orderResponse(payments, made);
  },
);
