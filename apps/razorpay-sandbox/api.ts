import { Hono, type HonoRequest } from 'hono';
import { acceptDispute, contestBody, contestDispute } from './disputes.ts';
import { orderEntity } from './entities.ts';
import { badRequest } from './errors.ts';
import { capture, captureBody, createOrder, orderBody } from './operations.ts';
import { refundBody, refundIdempotently, refundPayment } from './refunds.ts';
import { collection, emptyBody, listQuery, parse, route } from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import { reconQuery, reconReport } from './settlements.ts';
import type { Entities } from './store.ts';

/** The smallest and largest order at Razorpay, in paise (₹1 and ₹10 crore). */
const minAmount = 100;
const maxAmount = 100_000_000_00;

const notesBody = orderEntity.pick({ notes: true }).strict();

type Entity = { id: string; created_at: number };

/** Returns Razorpay's REST API for one-off payments. The caller authenticates requests. */
export function restApi(sandbox: Sandbox): Hono {
  const api = new Hono();
  addReadRoutes(api, sandbox);
  addWriteRoutes(api, sandbox);
  return api;
}

function addReadRoutes(api: Hono, sandbox: Sandbox) {
  const { store } = sandbox;
  const { orders, payments, refunds } = store;

  function list<T extends Entity, New>(
    path: string,
    entities: Entities<T, New>,
    parseFilter: (req: HonoRequest) => (entity: T) => boolean = () => () => true,
  ) {
    api.get(path, ({ req, json }) =>
      json(collection(entities.page(parse(listQuery, req.query()), parseFilter(req)))),
    );
  }

  api.get('/settlements/recon/combined', ({ req, json }) =>
    json(collection(reconReport(sandbox, parse(reconQuery, req.query())))),
  );
  for (const kind of ['orders', 'payments', 'refunds', 'disputes', 'settlements'] as const)
    api.get(`/${kind}/:id`, ({ req, json }) => json(store[kind].find(req.param('id'))));
  api.get('/payments/:payment/refunds/:id', ({ req, json }) => json(refunds.find(req.param('id'))));
  list('/payments', payments);
  list('/refunds', refunds);
  list('/disputes', store.disputes);
  list('/settlements', store.settlements);
  list('/orders', orders, (req) => {
    const receipt = req.query('receipt');
    return (order) => receipt === undefined || order.receipt === receipt;
  });
  list('/payments/:id/refunds', refunds, (req) => {
    const { id } = payments.find(req.param('id') ?? '');
    return ({ payment_id }) => payment_id === id;
  });
  api.get('/orders/:id/payments', ({ req, json }) => {
    const { id } = orders.find(req.param('id'));
    return json(collection(payments.all().filter(({ order_id }) => order_id === id)));
  });
}

function addWriteRoutes(api: Hono, sandbox: Sandbox) {
  const { orders, payments, refunds } = sandbox.store;
  route(api, 'PATCH', '/payments/:id', notesBody, (change, id) =>
    payments.put({ ...payments.find(id), ...change }),
  );
  route(api, 'PATCH', '/orders/:id', notesBody, (change, id) =>
    orders.put({ ...orders.find(id), ...change }),
  );
  route(api, 'PATCH', '/refunds/:id', notesBody, (change, id) =>
    refunds.put({ ...refunds.find(id), ...change }),
  );

  route(api, 'POST', '/orders', orderBody, ({ payment, ...order }) => {
    if (order.amount < minAmount)
      throw badRequest('Order amount less than minimum amount allowed', {
        field: 'amount',
        reason: 'amount_less_than_minimum_amount',
      });
    if (order.amount > Math.min(maxAmount, sandbox.faults.ceiling ?? maxAmount))
      throw badRequest('Amount exceeds maximum amount allowed.', { field: 'amount' });
    return createOrder(sandbox, order, payment?.capture === 'automatic');
  });
  route(api, 'POST', '/payments/:id/capture', captureBody, ({ amount, currency }, id) =>
    capture(sandbox, id, amount, currency),
  );
  route(api, 'POST', '/payments/:id/refund', refundBody, (body, id, request) => {
    const key = request.header('x-refund-idempotency');
    return key === undefined ? refundPayment(sandbox, id, body) : refundIdempotently(sandbox, key, id, body);
  });
  route(api, 'POST', '/disputes/:id/accept', emptyBody, (_, id) => acceptDispute(sandbox, id));
  route(api, 'PATCH', '/disputes/:id/contest', contestBody, (given, id) =>
    contestDispute(sandbox, id, given),
  );
}
