import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Failure, NewPayment } from '../entities.ts';
import { badRequest, RazorpayError } from '../errors.ts';
import { choiceMethods, failingCards, failures, networks, upiApps } from '../instruments.ts';
import { authorize, beginPayment, checkoutResult, fail } from '../operations.ts';
import { parse, parseJson } from '../requests.ts';
import type { Sandbox } from '../sandbox.ts';
import * as pages from './pages.ts';
import { checkoutOptions, hidesUpi, type Session } from './sessions.ts';

const browserFile = (name: string) => readFileSync(path.join(import.meta.dirname, 'browser', name), 'utf8');
/** Wraps a script in a block, so that its names do not leak into the shop's page. */
const browserScript = (name: string) => `{\n${browserFile('send-form.js')}${browserFile(name)}}\n`;
const files = [
  ['/checkout.js', browserScript('checkout.js'), 'text/javascript'],
  ['/checkout/frame.js', browserScript('frame.js'), 'text/javascript'],
  ['/checkout/frame.css', browserFile('frame.css'), 'text/css'],
] as const;

type App = Hono<{ Variables: { session: Session } }>;

/** Returns the routes of the checkout script, and of the checkout as plain forms in a frame. */
export function checkoutPages(sandbox: Sandbox): App {
  const app: App = new Hono();
  for (const [address, text, type] of files)
    app.get(address, (context) =>
      context.body(text, 200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    );

  // In the checkout, errors are pages too.
  app.onError((error, { html, var: { session } }) => {
    if (error instanceof RazorpayError) return html(pages.errorPage(error.message, session), 400);
    throw error;
  });
  app.use('/checkout/*', async (context, next) => {
    await next();
    const { session } = context.var;
    const forms = session?.callback ? new URL(session.callback).origin : "'none'";
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    context.header(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; form-action ${forms}; base-uri 'none'`,
    );
  });
  addSessionRoutes(app, sandbox);
  addStepRoutes(app, sandbox);
  return app;
}

/** Adds the routes that open a checkout and find its session, which is stored in memory. */
function addSessionRoutes(app: App, sandbox: Sandbox) {
  const sessions = new LRUCache<string, Session>({ max: 2000 });
  app.get('/checkout/public', ({ html }) => html(pages.waitingPage));
  app.post('/checkout/session', async ({ req, redirect }) => {
    const form = await req.parseBody();
    const options = parse(checkoutOptions, parseJson(String(form.options)));
    const origin = URL.parse(String(form.origin))?.origin;
    if (!origin) throw badRequest('The options are not valid.');
    if (options.key !== sandbox.settings.keyId) throw badRequest('The api key provided is invalid');
    const order = sandbox.store.orders.find(options.order_id);
    const token = randomBytes(16).toString('base64url');
    const callback = options.redirect ? options.callback_url : undefined;
    const isPhone = /Android|iPhone|iPad|iPod/.test(req.header('user-agent') ?? '');
    sessions.set(token, { token, options, order, origin, callback, isPhone, paymentId: '' });
    return redirect(`/v1/checkout/session/${token}/methods`, 303);
  });

  app.use('/checkout/session/:token/*', async (context, next) => {
    const session = sessions.get(context.req.param('token'));
    if (!session) throw badRequest('This checkout has ended. Please close it.');
    context.set('session', session);
    await next();
  });
}

/** Starts a payment attempt with a card, bank, wallet or UPI id. */
function begin(sandbox: Sandbox, session: Session, instrument: Partial<NewPayment>) {
  const { prefill, description } = session.options;
  // A number without a country code counts as Indian.
  const contact = prefill.contact.replace(/^(?=\d)/, '+91') || null;
  session.paymentId = beginPayment(sandbox, session.order.id, { ...instrument, contact, description }).id;
}

function succeed(sandbox: Sandbox, session: Session) {
  const payment = authorize(sandbox, session.paymentId);
  return pages.donePage(session, { type: 'success', result: checkoutResult(sandbox, payment) });
}

function failWith(sandbox: Sandbox, session: Session, failure: Failure) {
  const payment = fail(sandbox, session.paymentId, failure);
  const text = String(payment.error_description);
  const error = {
    code: payment.error_code,
    description: text,
    source: payment.error_source,
    step: payment.error_step,
    reason: payment.error_reason,
    metadata: { order_id: payment.order_id, payment_id: payment.id },
  };
  const message = { type: 'failed', error } as const;
  return session.callback
    ? pages.errorPage(text, session, message)
    : pages.methodsPage(session, { text, message });
}

/** Adds the page of each step of the checkout, and the route that handles its form. */
function addStepRoutes(app: App, sandbox: Sandbox) {
  const get = (step: string, page: (session: Session) => pages.Markup) =>
    app.get(`/checkout/session/:token/${step}`, ({ html, var: { session } }) => html(page(session)));
  const post = (step: string, next: (session: Session, form: Record<string, string>) => pages.Markup) =>
    app.post(`/checkout/session/:token/${step}`, async ({ req, html, var: { session } }) =>
      html(next(session, Object.fromEntries(new URLSearchParams(await req.text())))),
    );

  get('methods', (session) => {
    if (sandbox.store.orders.find(session.order.id).status === 'paid')
      throw badRequest('This order is already paid. Nothing is charged again.');
    return pages.methodsPage(session);
  });
  get('card', pages.cardPage);
  post('card', (session, form) => {
    const number = (form.number ?? '').replaceAll(' ', '');
    const network = networks[number.charAt(0)] ?? 'Unknown';
    begin(sandbox, session, { method: 'card', card: { network, last4: number.slice(-4) } });
    session.failure = failingCards[number];
    return pages.otpPage(session);
  });
  post('otp', (session, { otp = '' }) => {
    const isRight = /^\d{4,10}$/.test(otp);
    const failure = session.failure ?? (isRight ? undefined : failures.authentication);
    return failure ? failWith(sandbox, session, failure) : succeed(sandbox, session);
  });
  get('upi', (session) => {
    // As at Razorpay, showing the QR code starts a payment attempt that waits for a scan.
    if (!session.isPhone && !hidesUpi(session.options, 'qr')) begin(sandbox, session, { method: 'upi' });
    return pages.upiPage(session);
  });
  post('upi', (session, { vpa, app }) => {
    if (vpa !== undefined && hidesUpi(session.options, 'collect'))
      throw badRequest('UPI ID is not enabled for this checkout');
    begin(sandbox, session, { method: 'upi', vpa: vpa ?? `customer@${app}` });
    session.bank = new Map(Object.entries(upiApps)).get(app ?? '') ?? 'UPI app';
    if (vpa === 'success@razorpay') return succeed(sandbox, session);
    const isDeclined = vpa === 'failure@razorpay';
    return isDeclined ? failWith(sandbox, session, failures.declined) : pages.bankPage(session);
  });
  for (const method of ['netbanking', 'wallet'] as const) {
    get(method, (session) => pages.choicePage(session, method));
    post(method, (session, { code = '' }) => {
      begin(sandbox, session, { method, [choiceMethods[method].field]: code });
      session.bank = new Map(Object.entries(choiceMethods[method].choices)).get(code);
      return pages.bankPage(session);
    });
  }
  post('bank', (session, { outcome }) =>
    outcome === 'success' ? succeed(sandbox, session) : failWith(sandbox, session, failures.declined),
  );
}
