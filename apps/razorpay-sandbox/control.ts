import { Hono } from 'hono';
import { z } from 'zod';
import { badRequest } from './errors.ts';
import { type Faults, faultsSchema } from './faults.ts';
import { outcomes } from './instruments.ts';
import type { Operations } from './operations.ts';
import { parseBody } from './requests.ts';
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
  const check = <T>(schema: z.ZodType<T>, text: string): T => {
    const parsed = schema.safeParse(parseBody(text));
    if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
    return parsed.data;
  };

  control.get('/faults', (context) => context.json(faults.current));
  control.put('/faults', async (context) => {
    faults.set(check(faultsSchema, await context.req.text()));
    return context.json(faults.current);
  });
  control.delete('/faults', (context) => {
    faults.set(faultsSchema.parse({}));
    return context.json(faults.current);
  });

  control.post('/payments', async (context) => {
    const { order_id, method, outcome } = check(paySchema, await context.req.text());
    const payment = operations.beginPayment(order_id, { method });
    if (outcome === 'started') return context.json({ razorpay_payment_id: payment.id });
    if (outcome === 'failed') {
      operations.fail(payment.id, outcomes.declined);
      return context.json({ razorpay_payment_id: payment.id });
    }
    return context.json(operations.result(operations.authorize(payment.id)));
  });
  control.post('/payments/:id/authorize', (context) =>
    context.json(operations.result(operations.authorize(context.req.param('id')))),
  );

  control.get('/webhooks', (context) => {
    const state = context.req.query('state');
    const limit = Number(context.req.query('limit') ?? 100);
    const deliveries = store.deliveries.all().filter((one) => state === undefined || one.state === state);
    return context.json({ count: deliveries.length, items: deliveries.slice(-limit) });
  });
  control.post('/webhooks/:id/send', async (context) =>
    context.json({ status: await webhooks.deliver(context.req.param('id')) }),
  );
  return control;
}
