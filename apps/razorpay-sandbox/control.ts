import { Hono } from 'hono';
import { z } from 'zod';
import { decideDispute, openDispute } from './disputes.ts';
import {
  disputeEntity,
  orderEntity,
  paymentEntity,
  randomId,
  refundEntity,
  settlementEntity,
} from './entities.ts';
import { faultsSchema } from './faults.ts';
import { failures } from './instruments.ts';
import { authorize, beginPayment, checkoutResult, createOrder, fail, orderBody } from './operations.ts';
import { concludeRefund, refundBody, refundPayment, refundUncaptured } from './refunds.ts';
import { emptyBody, route } from './requests.ts';
import { accountSchema, type Sandbox } from './sandbox.ts';
import { settle, settlementOptions } from './settlements.ts';
import { emit } from './webhooks.ts';

// With `created_at`, tests can create entities in the past.
const orderSchema = orderBody.omit({ payment: true }).extend({
  capture: z.enum(['automatic', 'manual']).default('manual'),
  created_at: orderEntity.shape.created_at,
});
const paySchema = paymentEntity.pick({ order_id: true, method: true, vpa: true, created_at: true }).extend({
  /** A `started` payment waits for `POST /sandbox/payments/:id/authorize` (late authorisation). */
  outcome: z.enum(['authorized', 'failed', 'started']).default('authorized'),
});
const { payment_id, status, created_at } = refundEntity.shape;
const refundSchema = refundBody.extend({ payment_id, status: status.optional(), created_at });
const refundResult = z.object({ status: status.exclude(['pending']) });
const disputeSchema = disputeEntity
  .omit({ id: true, entity: true, status: true, evidence: true })
  .partial({ amount: true });
// Has no defaults, so that missing fields stay unchanged.
const { phase, respond_by } = disputeEntity.shape;
const disputeDecision = disputeEntity
  .pick({ status: true })
  .extend({ phase: phase.unwrap().optional(), respond_by: respond_by.unwrap().optional() });
const settlementSchema = settlementEntity
  .pick({ created_at: true, status: true })
  .extend(settlementOptions.shape);
const settlementResult = settlementEntity.pick({ status: true });
const registrationSchema = z.object({ url: z.url({ protocol: /^https?$/ }), secret: z.string().min(1) });

/** Returns the API by which tests simulate events at Razorpay: payments, banks' decisions, settlements and faults. */
export function controlApi(sandbox: Sandbox): Hono {
  const control = new Hono();
  // DELETE restores the defaults.
  for (const [name, schema] of Object.entries({ faults: faultsSchema, account: accountSchema }))
    for (const method of ['PUT', 'DELETE'])
      route<object>(control, method, `/${name}`, schema, (given) => {
        Object.assign(sandbox, { [name]: given });
        return given;
      });
  addEventRoutes(control, sandbox);
  addReadRoutes(control, sandbox);
  return control;
}

/** Adds the routes that make something happen at Razorpay or a bank. */
function addEventRoutes(control: Hono, sandbox: Sandbox) {
  const { store } = sandbox;
  const post = <Body>(path: string, schema: z.ZodType<Body>, action: (body: Body, id: string) => object) =>
    route(control, 'POST', path, schema, action);
  post('/orders', orderSchema, ({ capture, ...order }) =>
    createOrder(sandbox, order, capture === 'automatic'),
  );
  post('/payments', paySchema, ({ order_id, outcome, ...instrument }) => {
    const { id } = beginPayment(sandbox, order_id, instrument);
    if (outcome === 'authorized') return checkoutResult(sandbox, authorize(sandbox, id));
    if (outcome === 'failed') fail(sandbox, id, failures.declined);
    return { razorpay_payment_id: id };
  });
  post('/payments/:id/authorize', emptyBody, (_, id) => checkoutResult(sandbox, authorize(sandbox, id)));
  post('/payments/:id/refund-uncaptured', emptyBody, (_, id) => refundUncaptured(sandbox, id));
  post('/refunds', refundSchema, ({ payment_id, ...body }) => refundPayment(sandbox, payment_id, body));
  post('/refunds/:id', refundResult, ({ status }, id) => concludeRefund(sandbox, id, status));
  post('/disputes', disputeSchema, (body) => openDispute(sandbox, body));
  post('/disputes/:id', disputeDecision, (decision, id) => decideDispute(sandbox, id, decision));
  post('/settlements', settlementSchema, ({ created_at, ...options }) =>
    settle(sandbox, created_at, options),
  );
  post('/settlements/:id', settlementResult, (result, id) => {
    const settlement = store.settlements.put({ ...store.settlements.find(id), ...result });
    if (result.status === 'processed') emit(sandbox, 'settlement.processed', { settlement });
    return settlement;
  });
  post('/registrations', registrationSchema, (given) => {
    const registration = { id: randomId(), ...given };
    store.registrations.set(registration.id, registration);
    return registration;
  });
}

/** Adds the routes that return the sandbox's records, for tests to compare. */
function addReadRoutes(control: Hono, { store }: Sandbox) {
  control.get('/truth', ({ json }) => {
    const lines = store.settlementLines.all();
    return json({
      captured: store.payments
        .all()
        .filter(({ captured }) => captured)
        .map(({ id, order_id, amount, fee, tax }) => ({ id, order_id, amount, fee, tax })),
      refunds: store.refunds.all(),
      disputes: store.disputes.all(),
      settlements: store.settlements
        .all()
        .map((one) => ({ ...one, items: lines.filter((line) => line.settlement_id === one.id) })),
    });
  });
  control.get('/webhooks', ({ req, json }) => {
    const { state, limit = 100 } = req.query();
    const found = store.deliveries.all().filter((one) => state === undefined || one.state === state);
    return json({ count: found.length, items: found.slice(-Number(limit)) });
  });
}
