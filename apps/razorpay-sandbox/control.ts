import { Hono } from 'hono';
import { z } from 'zod';
import { accountSchema } from './account.ts';
import { disputePhases, disputeStatuses, randomId } from './entities.ts';
import { faultsSchema } from './faults.ts';
import { outcomes } from './instruments.ts';
import { bodyOf, orderBody, refundBody } from './requests.ts';
import type { Sandbox } from './sandbox.ts';

/** Seconds since 1970; now, unless a test makes up a past. */
const createdAt = z.int().min(946_684_800).optional();

const orderSchema = orderBody
  .pick({ amount: true, currency: true, receipt: true, notes: true })
  .extend({ capture: z.enum(['automatic', 'manual']).default('manual'), created_at: createdAt });
const paySchema = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi', 'netbanking', 'wallet']).default('upi'),
  /**
   * `authorized` leaves it to be captured by the order's own setting; `failed` fails; `started` stops half way, to be
   * finished by `POST /sandbox/payments/:id/authorize` (late authorisation).
   */
  outcome: z.enum(['authorized', 'failed', 'started']).default('authorized'),
  vpa: z.string().optional(),
  created_at: createdAt,
});
const refundSchema = refundBody.extend({
  payment_id: z.string(),
  status: z.enum(['pending', 'processed']).optional(),
  created_at: createdAt,
});
const refundAnswer = z.strictObject({ status: z.enum(['processed', 'failed']) });
const disputeSchema = z.strictObject({
  payment_id: z.string(),
  amount: z.int().positive().optional(),
  phase: z.enum(disputePhases).default('chargeback'),
  reason_code: z.string().default('goods_or_services_not_received_or_partially_received'),
  respond_by: z.int().optional(),
  created_at: createdAt,
});
const disputeDecision = z.strictObject({ status: z.enum(disputeStatuses) });
const registrationSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1),
});

/**
 * What happens at Razorpay without the shop, on request: payments without a browser, banks' decisions, settlements and
 * faults. For tests; needs the same key and secret as the REST API.
 */
export function controlApi(sandbox: Sandbox): Hono {
  const { store, faults, account, operations, refunds, disputes, settlements, webhooks } = sandbox;
  const control = new Hono();

  control.get('/faults', ({ json }) => json(faults.current));
  // Nothing is sent to clear them, and nothing means the defaults.
  control.on(['PUT', 'DELETE'], '/faults', async ({ req, json }) => {
    faults.current = await bodyOf(req, faultsSchema);
    return json(faults.current);
  });
  control.get('/account', ({ json }) => json(account.current));
  control.on(['PUT', 'DELETE'], '/account', async ({ req, json }) => {
    account.current = await bodyOf(req, accountSchema);
    return json(account.current);
  });

  control.post('/orders', async ({ req, json }) => {
    const { capture, ...order } = await bodyOf(req, orderSchema);
    return json(operations.createOrder(order, capture === 'automatic'));
  });
  control.post('/orders/:id', async ({ req, json }) => {
    const { created_at } = await bodyOf(req, z.strictObject({ created_at: createdAt.unwrap() }));
    return json(operations.setOrder({ ...operations.findOrder(req.param('id')), created_at }));
  });

  control.post('/payments', async ({ req, json }) => {
    const { order_id, method, outcome, vpa, created_at } = await bodyOf(req, paySchema);
    const { id } = operations.beginPayment(order_id, { method, vpa }, created_at);
    if (outcome === 'authorized') return json(operations.result(operations.authorize(id)));
    if (outcome === 'failed') operations.fail(id, outcomes.declined);
    return json({ razorpay_payment_id: id });
  });
  control.post('/payments/:id/authorize', ({ req, json }) =>
    json(operations.result(operations.authorize(req.param('id')))),
  );

  control.post('/payments/:id/refund-uncaptured', ({ req, json }) =>
    json(refunds.returnUncaptured(req.param('id'))),
  );

  control.post('/refunds', async ({ req, json }) => {
    const { payment_id, ...wanted } = await bodyOf(req, refundSchema);
    return json(refunds.refundPayment(payment_id, wanted));
  });
  control.post('/refunds/:id', async ({ req, json }) =>
    json(refunds.conclude(req.param('id'), (await bodyOf(req, refundAnswer)).status)),
  );
  control.post('/disputes', async ({ req, json }) => {
    const { payment_id, ...wanted } = await bodyOf(req, disputeSchema);
    return json(disputes.open(payment_id, wanted));
  });
  control.post('/disputes/:id', async ({ req, json }) =>
    json(disputes.decide(req.param('id'), (await bodyOf(req, disputeDecision)).status)),
  );
  control.post('/settlements', async ({ req, json }) =>
    json(settlements.settle((await bodyOf(req, z.strictObject({ created_at: createdAt }))).created_at)),
  );

  control.get('/truth', ({ json }) => {
    const captured = store.payments.all().flatMap(({ entity }) => (entity.captured ? [entity] : []));
    return json({
      captured: captured.map(({ id, order_id, amount, fee, tax }) => ({ id, order_id, amount, fee, tax })),
      refunds: store.refunds.all().map(({ entity }) => entity),
      disputes: store.disputes.all().map(({ entity }) => entity),
      settlements: store.settlements
        .all()
        .map(({ entity }) => ({ ...entity, items: settlements.itemsOf(entity.id) })),
    });
  });

  control.get('/registrations', ({ json }) => json(webhooks.registrations()));
  control.post('/registrations', async ({ req, json }) => {
    const registration = { id: randomId(), ...(await bodyOf(req, registrationSchema)) };
    store.registrations.set(registration.id, registration);
    return json(registration);
  });
  control.get('/webhooks', ({ req, json }) => {
    const { state, registration, limit = 100 } = req.query();
    const deliveries = store.deliveries
      .all()
      .filter((one) => state === undefined || one.state === state)
      .filter((one) => registration === undefined || one.registration === registration);
    return json({ count: deliveries.length, items: deliveries.slice(-Number(limit)) });
  });
  control.post('/webhooks/:id/send', async ({ req, json }) =>
    json({ status: await webhooks.deliver(req.param('id')) }),
  );
  return control;
}
