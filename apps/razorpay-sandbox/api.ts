import { type Context, Hono } from 'hono';
import { badRequest } from './errors.ts';
import {
  bodyOf,
  captureBody,
  collection,
  contestBody,
  orderBody,
  orderChange,
  pageOf,
  reconOf,
  refundBody,
  refundChange,
} from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import type { Page } from './store.ts';

/** Razorpay's own minimum and maximum of an order, in paise. */
const smallest = 100;
const largest = 100_000_000_00;

/** The part of Razorpay's REST API that integrations of one-off payments use. Authentication is done before. */
export function restApi({ operations, refunds, disputes, settlements, store, faults }: Sandbox): Hono {
  const api = new Hono();
  const list =
    (items: { page(page: Page): unknown[] }, groupOf?: (context: Context) => string | undefined) =>
    (context: Context) => {
      const { req, json } = context;
      return json(collection(items.page({ ...pageOf(req.path, req.query()), group: groupOf?.(context) })));
    };

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
  api.get(
    '/orders',
    list(store.orders, ({ req }) => req.query('receipt')),
  );
  api.get('/orders/:id', ({ req, json }) => json(operations.findOrder(req.param('id'))));
  api.patch('/orders/:id', async ({ req, json }) => {
    const order = operations.findOrder(req.param('id'));
    return json(operations.setOrder({ ...order, ...(await bodyOf(req, orderChange)) }));
  });
  api.get('/orders/:id/payments', ({ req, json }) =>
    json(collection(store.payments.of(operations.findOrder(req.param('id')).id))),
  );

  api.get('/payments', list(store.payments));
  api.get('/payments/:id', ({ req, json }) => json(operations.findPayment(req.param('id'))));
  api.post('/payments/:id/capture', async ({ req, json }) => {
    const { amount, currency } = await bodyOf(req, captureBody);
    return json(operations.capture(req.param('id'), amount, currency));
  });
  api.post('/payments/:id/refund', async ({ req, json }) => {
    const wanted = await bodyOf(req, refundBody);
    const key = req.header('x-refund-idempotency');
    const id = req.param('id');
    return json(key === undefined ? refunds.refundPayment(id, wanted) : refunds.refundOnce(key, id, wanted));
  });
  api.get(
    '/payments/:id/refunds',
    list(store.refunds, ({ req }) => operations.findPayment(req.param('id') ?? '').id),
  );
  for (const path of ['/refunds/:id', '/payments/:payment/refunds/:id'] as const)
    api.get(path, ({ req, json }) => json(store.refunds.find(req.param('id')).entity));

  api.get('/refunds', list(store.refunds));
  api.patch('/refunds/:id', async ({ req, json }) => {
    const refund = store.refunds.find(req.param('id')).entity;
    return json(refunds.setRefund({ ...refund, ...(await bodyOf(req, refundChange)) }));
  });

  api.get('/disputes', list(store.disputes));
  api.get('/disputes/:id', ({ req, json }) => json(store.disputes.find(req.param('id')).entity));
  api.post('/disputes/:id/accept', ({ req, json }) => json(disputes.accept(req.param('id'))));
  api.patch('/disputes/:id/contest', async ({ req, json }) =>
    json(disputes.contest(req.param('id'), await bodyOf(req, contestBody))),
  );

  api.get('/settlements', list(store.settlements));
  api.get('/settlements/recon/combined', ({ req, json }) =>
    json(collection(settlements.report(reconOf(req.query())))),
  );
  api.get('/settlements/:id', ({ req, json }) => json(store.settlements.find(req.param('id')).entity));
  return api;
}
