import type { HttpBindings } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { HTTPException } from 'hono/http-exception';
import { restApi } from './api.ts';
import { checkoutPages } from './checkout/routes.ts';
import { controlApi } from './control.ts';
import { authenticationFailed, badRequest, RazorpayError } from './errors.ts';
import { applyFault, takeFault } from './faults.ts';
import { createSandbox } from './sandbox.ts';
import { resumeWebhooks } from './webhooks.ts';

const sandbox = createSandbox();
const { settings } = sandbox;
resumeWebhooks(sandbox);
const app = new Hono<{ Bindings: HttpBindings }>();
const authenticate = basicAuth({
  username: settings.keyId,
  password: settings.keySecret,
  invalidUserMessage: authenticationFailed().body,
});

app.onError((error, context) => {
  if (error instanceof RazorpayError) return Response.json(error.body, { status: error.status });
  if (error instanceof HTTPException) return error.getResponse();
  console.error(error);
  return context.json(
    { error: { code: 'SERVER_ERROR', description: 'The sandbox failed. See its output.' } },
    500,
  );
});
app.notFound(() => {
  throw badRequest('The requested URL was not found on the server.');
});

app.get('/', ({ text }) =>
  text(
    'Razorpay sandbox in test mode: no money moves. The API is under /v1, the control API for tests under /sandbox.',
  ),
);
app.route('/v1', checkoutPages(sandbox));
app.use('/sandbox/*', authenticate);
app.route('/sandbox', controlApi(sandbox));

app.use('/v1/*', authenticate, async (context, next) => {
  const fault = takeFault(sandbox.faults, context.req.method, context.req.path);
  if (!fault) return next();
  if (fault.html) return context.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
  await applyFault(fault);
  await next();
  if (fault.dropResponse) context.env.outgoing.destroy();
  if (fault.alter) context.res = Response.json({ ...(await context.res.json()), ...fault.alter });
});
app.route('/v1', restApi(sandbox));

// Listens on loopback only: the checkout signs a payment for anyone who presses "Success".
serve({ fetch: app.fetch, port: settings.port, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Razorpay sandbox ready on http://localhost:${port} (test mode: no money moves)`);
});
