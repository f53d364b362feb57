import { type Context, Hono } from 'hono';
import type { ListedEntity } from './entities.ts';
import { badRequest } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Operations } from './operations.ts';
import { bodyOf, captureBody, collection, orderBody, orderChange, pageOf, refundBody } from './requests.ts';
import { type Collection, entitiesOf, type Store } from './store.ts';

/** Razorpay's own minimum and maximum of an order, in paise. */
const smallest = 100;
const largest = 100_000_000_00;

/** The part of Razorpay's REST API that integrations of one-off payments use. Authentication is done before. */
export function restApi(operations: Operations, store: Store, faults: Faults): Hono {
  const api = new Hono();
  const list =
    <T extends ListedEntity>(items: Collection<{ entity: T }>) =>
    ({ req, json }: Context) =>
      json(pageOf(entitiesOf(items), req.query()));

  api.post('/orders', async ({ req, json }) => {
    const { payment, payment_capture, ...order } = await bodyOf(req, orderBody);
    if (order.amount < smallest)
      throw badRequest('Order amount less than minimum amount allowed', {
        field: 'amount',
        reason: 'amount_less_than_minimum_amount',
      });
    if (order.amount > Math.min(largest, faults.current.ceiling ?? largest))
      throw badRequest('Amount exceeds maximum amount allowed.', { field: 'amount' });
    const automaticCapture = payment
      ? payment.capture === 'automatic'
      : payment_capture === true || payment_capture === 1;
    return json(operations.createOrder(order, automaticCapture));
  });
  api.get('/orders', list(store.orders));
  api.get('/orders/:id', ({ req, json }) => json(operations.findOrder(req.param('id'))));
  api.patch('/orders/:id', async ({ req, json }) => {
    const order = operations.findOrder(req.param('id'));
    return json(operations.setOrder({ ...order, ...(await bodyOf(req, orderChange)) }));
  });
  api.get('/orders/:id/payments', ({ req, json }) =>
    json(collection(operations.paymentsOf(operations.findOrder(req.param('id'))))),
  );

  api.get('/payments', list(store.payments));
  api.get('/payments/:id', ({ req, json }) => json(operations.findPayment(req.param('id'))));
  api.post('/payments/:id/capture', async ({ req, json }) => {
    const { amount, currency } = await bodyOf(req, captureBody);
    return json(operations.capture(req.param('id'), amount, currency));
  });
  api.post('/payments/:id/refund', async ({ req, json }) =>
    json(operations.refundPayment(req.param('id'), await bodyOf(req, refundBody))),
  );
  api.get('/payments/:id/refunds', ({ req, json }) =>
    json(collection(operations.refundsOf(operations.findPayment(req.param('id'))))),
  );

  api.get('/refunds', list(store.refunds));
  api.get('/refunds/:id', ({ req, json }) => json(operations.findRefund(req.param('id'))));
  return api;
}
