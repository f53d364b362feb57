import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { RazorpayError } from '../errors.ts';
import { banks, failureOfCard, isCardNumber, networkOf, outcomes, wallets } from '../instruments.ts';
import type { Failure, Instrument, Operations } from '../operations.ts';
import { parseJson } from '../requests.ts';
import type { Settings } from '../settings.ts';
import * as pages from './pages.ts';
import { checkoutOptions, type Session, Sessions } from './sessions.ts';

const browserFile = (name: string) => readFileSync(path.join(import.meta.dirname, 'browser', name), 'utf8');
/** In a block, so that its names do not leak into the shop's page. */
const browserScript = (name: string) => `{\n${browserFile('send-form.js')}${browserFile(name)}}\n`;

type Handler = (
  context: Context,
  session: Session,
  /** A field of the form that was sent, trimmed. */
  field: (name: string) => string,
) => Response | Promise<Response>;

/** The checkout in the browser: its script, and the dialog as pages of plain forms in a frame. */
export function checkoutPages(settings: Settings, operations: Operations): Hono {
  const app = new Hono();
  const sessions = new Sessions();

  const files = [
    ['/checkout.js', () => browserScript('checkout.js'), 'text/javascript'],
    ['/checkout/frame.js', () => browserScript('frame.js'), 'text/javascript'],
    ['/checkout/frame.css', () => browserFile('frame.css'), 'text/css'],
  ] as const;
  for (const [address, read, type] of files)
    app.get(address, (context) =>
      context.body(read(), 200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    );

  app.use('/checkout/*', async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    const session = sessions.get(/\/session\/([\w-]+)/.exec(context.req.path)?.[1] ?? '');
    const forms = session?.callback ? new URL(session.callback).origin : "'none'";
    context.header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; form-action ${forms}; base-uri 'none'`,
    );
  });

  app.get('/checkout/public', (context) => context.html(pages.waitingPage()));

  app.post('/checkout/session', async (context) => {
    const form = await context.req.parseBody();
    const options = checkoutOptions.safeParse(parseJson(String(form.options)));
    const origin = typeof form.origin === 'string' ? URL.parse(form.origin)?.origin : undefined;
    if (!options.success || !origin) return context.html(pages.errorPage('The options are not valid.'), 400);
    if (options.data.key !== settings.keyId)
      return context.html(pages.errorPage('The api key provided is invalid'), 401);
    try {
      const order = operations.order(options.data.order_id);
      const session = sessions.open(options.data, order, origin);
      return context.redirect(`/v1/checkout/session/${session.token}/methods`, 303);
    } catch (error) {
      if (error instanceof RazorpayError) return context.html(pages.errorPage(error.message), 400);
      throw error;
    }
  });

  const withSession = (handle: Handler) => async (context: Context) => {
    const session = sessions.get(context.req.param('token') ?? '');
    if (!session) return context.html(pages.errorPage('This checkout has ended. Please close it.'), 410);
    const form = context.req.method === 'POST' ? await context.req.parseBody() : {};
    const field = (name: string) => {
      const value = form[name];
      return typeof value === 'string' ? value.trim() : '';
    };
    try {
      return await handle(context, session, field);
    } catch (error) {
      if (error instanceof RazorpayError) return context.html(pages.errorPage(error.message, session));
      throw error;
    }
  };
  const begin = (session: Session, instrument: Instrument, more: Partial<Session> = {}): Session => {
    const payment = operations.beginPayment(session.order.id, {
      ...instrument,
      contact: contactOf(session.options.prefill.contact),
      description: session.options.description,
    });
    return sessions.update(session, { paymentId: payment.id, ...more });
  };
  const succeed = (context: Context, session: Session) => {
    const result = operations.result(operations.authorize(session.paymentId ?? ''));
    return context.html(pages.donePage(session, { type: 'success', result }));
  };
  const fail = (context: Context, session: Session, failure: Failure) => {
    const payment = operations.fail(session.paymentId ?? '', failure);
    const error = {
      code: payment.error_code,
      description: payment.error_description,
      source: payment.error_source,
      step: payment.error_step,
      reason: payment.error_reason,
      metadata: { order_id: payment.order_id, payment_id: payment.id },
    };
    const again = sessions.update(session, { paymentId: undefined, failingCard: undefined });
    const message = { type: 'failed', error } as const;
    return context.html(
      session.callback || !session.options.retry.enabled
        ? pages.errorPage(failure.description, again, message)
        : pages.methodsPage(again, { text: failure.description, message }),
    );
  };

  const get = (step: string, page: (session: Session) => pages.Markup) =>
    app.get(
      `/checkout/session/:token/${step}`,
      withSession((context, session) => context.html(page(session))),
    );
  const post = (step: string, handle: Handler) =>
    app.post(`/checkout/session/:token/${step}`, withSession(handle));

  get('methods', (session) =>
    operations.order(session.order.id).status === 'paid'
      ? pages.errorPage('This order is already paid. Nothing is charged again.', session)
      : pages.methodsPage(session),
  );
  get('card', pages.cardPage);
  get('upi', pages.upiPage);
  for (const method of ['netbanking', 'wallet'] as const) {
    get(method, (session) => pages.choicePage(session, method));
    post(method, (context, session, field) => {
      const code = field('code');
      const name = (method === 'netbanking' ? banks : wallets)[code];
      if (!name) return context.html(pages.choicePage(session, method, 'Choose one of the list.'), 400);
      const instrument = method === 'netbanking' ? { method, bank: code } : { method, wallet: code };
      return context.html(pages.bankPage(begin(session, instrument, { bank: name })));
    });
  }

  post('card', (context, session, field) => {
    const number = field('number').replace(/[\s-]/g, '');
    if (!isCardNumber(number))
      return context.html(pages.cardPage(session, 'This card number is not valid.'), 400);
    if (!isLaterExpiry(field('expiry')))
      return context.html(pages.cardPage(session, 'Enter an expiry such as 12/30 that is not past.'), 400);
    if (!/^\d{3,4}$/.test(field('cvv')))
      return context.html(pages.cardPage(session, 'The CVV has 3 or 4 digits.'), 400);
    const card = { network: networkOf(number), last4: number.slice(-4) };
    const failingCard = failureOfCard(number) ? number : undefined;
    return context.html(pages.otpPage(begin(session, { method: 'card', card }, { failingCard })));
  });
  post('otp', (context, session, field) => {
    const failure = failureOfCard(session.failingCard ?? '');
    if (failure) return fail(context, session, failure);
    if (!/^\d{4,10}$/.test(field('otp'))) return fail(context, session, outcomes.authentication);
    return succeed(context, session);
  });
  post('upi', (context, session, field) => {
    const vpa = field('vpa');
    if (!/^[\w.-]{2,}@[a-z][a-z0-9]+$/i.test(vpa))
      return context.html(pages.upiPage(session, 'Enter a UPI ID such as name@bank.'), 400);
    const started = begin(session, { method: 'upi', vpa }, { bank: 'UPI app' });
    if (vpa === 'success@razorpay') return succeed(context, started);
    if (vpa === 'failure@razorpay') return fail(context, started, outcomes.declined);
    return context.html(pages.bankPage(started));
  });
  post('bank', (context, session, field) =>
    field('outcome') === 'success' ? succeed(context, session) : fail(context, session, outcomes.declined),
  );
  return app;
}

/** A number without a country code is taken to be Indian. */
function contactOf(contact: string): string | null {
  if (contact === '') return null;
  return contact.startsWith('+') ? contact : `+91${contact}`;
}

function isLaterExpiry(text: string): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})$/.exec(text);
  if (!match) return false;
  const year = Number(match[2]) % 100;
  // The card is good until its month ends.
  return new Date(2000 + year, Number(match[1]), 1).getTime() > Date.now();
}
