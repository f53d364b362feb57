import { Hono } from 'hono';
import { z } from 'zod';
import { type Faults, faultsSchema } from './faults.ts';
import { outcomes } from './instruments.ts';
import type { Operations } from './operations.ts';
import { bodyOf } from './requests.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const paySchema = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi', 'netbanking', 'wallet']).default('upi'),
  /**
   * `authorized` leaves it to be captured by the order's own setting; `failed` fails; `started` stops half way, to be
   * finished by `POST /sandbox/payments/:id/authorize` (late authorisation).
   */
  outcome: z.enum(['authorized', 'failed', 'started']).default('authorized'),
});

/** Faults on request and payments without a browser, for tests. Needs the same key and secret as the REST API. */
export function controlApi(operations: Operations, store: Store, faults: Faults, webhooks: Webhooks): Hono {
  const control = new Hono();

  control.get('/faults', ({ json }) => json(faults.current));
  // Nothing is sent to clear them, and nothing means the defaults.
  control.on(['PUT', 'DELETE'], '/faults', async ({ req, json }) => {
    faults.current = await bodyOf(req, faultsSchema);
    return json(faults.current);
  });

  control.post('/payments', async ({ req, json }) => {
    const { order_id, method, outcome } = await bodyOf(req, paySchema);
    const { id } = operations.beginPayment(order_id, { method });
    if (outcome === 'authorized') return json(operations.result(operations.authorize(id)));
    if (outcome === 'failed') operations.fail(id, outcomes.declined);
    return json({ razorpay_payment_id: id });
  });
  control.post('/payments/:id/authorize', ({ req, json }) =>
    json(operations.result(operations.authorize(req.param('id')))),
  );

  control.get('/webhooks', ({ req, json }) => {
    const { state, limit = 100 } = req.query();
    const deliveries = store.deliveries.all().filter((one) => state === undefined || one.state === state);
    return json({ count: deliveries.length, items: deliveries.slice(-Number(limit)) });
  });
  control.post('/webhooks/:id/send', async ({ req, json }) =>
    json({ status: await webhooks.deliver(req.param('id')) }),
  );
  return control;
}
