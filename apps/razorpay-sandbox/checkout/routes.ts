import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { RazorpayError } from '../errors.ts';
import { failingCards, isCardNumber, networkOf, outcomes } from '../instruments.ts';
import type { Failure, Instrument, Operations } from '../operations.ts';
import { parseJson } from '../requests.ts';
import type { Settings } from '../settings.ts';
import * as pages from './pages.ts';
import { checkoutOptions, type Session } from './sessions.ts';

const browserFile = (name: string) => readFileSync(path.join(import.meta.dirname, 'browser', name), 'utf8');
/** In a block, so that its names do not leak into the shop's page. */
const browserScript = (name: string) => `{\n${browserFile('send-form.js')}${browserFile(name)}}\n`;

const text = z.string('Please fill in all fields.').trim();
const cardForm = z.object({
  number: text
    .transform((number) => number.replace(/[\s-]/g, ''))
    .refine(isCardNumber, 'This card number is not valid.'),
  expiry: text.refine(isLaterExpiry, 'Enter an expiry such as 12/30 that is not past.'),
  cvv: text.regex(/^\d{3,4}$/, 'The CVV has 3 or 4 digits.'),
});
const upiForm = z.object({
  vpa: text.regex(/^[\w.-]{2,}@[a-z][a-z0-9]+$/i, 'Enter a UPI ID such as name@bank.'),
});

/** The checkout in the browser: its script, and the dialog as pages of plain forms in a frame. */
export function checkoutPages(settings: Settings, operations: Operations): Hono {
  const app = new Hono();
  /** The dialogs that are open, in memory: they end with the sandbox. */
  const sessions = new LRUCache<string, Session>({ max: 2000 });

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

  app.get('/checkout/public', ({ html }) => html(pages.waitingPage()));

  app.post('/checkout/session', async ({ req, html, redirect }) => {
    const form = await req.parseBody();
    const parsed = checkoutOptions.safeParse(parseJson(String(form.options)));
    const origin = URL.parse(String(form.origin))?.origin;
    if (!parsed.success || !origin) return html(pages.errorPage('The options are not valid.'), 400);
    const options = parsed.data;
    if (options.key !== settings.keyId) return html(pages.errorPage('The api key provided is invalid'), 401);
    try {
      const order = operations.findOrder(options.order_id);
      const token = randomBytes(16).toString('base64url');
      const callback = options.redirect ? options.callback_url : undefined;
      sessions.set(token, { token, options, order, origin, callback, paymentId: '' });
      return redirect(`/v1/checkout/session/${token}/methods`, 303);
    } catch (error) {
      if (error instanceof RazorpayError) return html(pages.errorPage(error.message), 400);
      throw error;
    }
  });

  /** A page of an open dialog. What goes wrong there is a page too. */
  const inSession =
    (show: (session: Session, context: Context) => Promise<Response> | Response) =>
    async (context: Context) => {
      const session = sessions.get(context.req.param('token') ?? '');
      if (!session) return context.html(pages.errorPage('This checkout has ended. Please close it.'), 410);
      try {
        return await show(session, context);
      } catch (error) {
        if (error instanceof RazorpayError) return context.html(pages.errorPage(error.message, session));
        throw error;
      }
    };
  const get = (step: string, page: (session: Session) => pages.Markup) =>
    app.get(
      `/checkout/session/:token/${step}`,
      inSession((session, { html }) => html(page(session))),
    );
  /** Takes the form of a page; one that does not parse shows the page again. */
  const post = <Form>(
    step: string,
    schema: z.ZodType<Form>,
    page: (session: Session, error?: string) => pages.Markup,
    next: (session: Session, form: Form) => pages.Markup,
  ) =>
    app.post(
      `/checkout/session/:token/${step}`,
      inSession(async (session, { req, html }) => {
        const form = schema.safeParse(await req.parseBody());
        if (!form.success) return html(page(session, form.error.issues[0]?.message), 400);
        return html(next(session, form.data));
      }),
    );

  function begin(session: Session, instrument: Instrument) {
    const { prefill, description } = session.options;
    const contact = contactOf(prefill.contact);
    const { id } = operations.beginPayment(session.order.id, { ...instrument, contact, description });
    session.paymentId = id;
  }
  function succeed(session: Session) {
    const result = operations.result(operations.authorize(session.paymentId));
    return pages.donePage(session, { type: 'success', result });
  }
  function fail(session: Session, failure: Failure) {
    const payment = operations.fail(session.paymentId, failure);
    const error = {
      code: payment.error_code,
      description: payment.error_description,
      source: payment.error_source,
      step: payment.error_step,
      reason: payment.error_reason,
      metadata: { order_id: payment.order_id, payment_id: payment.id },
    };
    const message = { type: 'failed', error } as const;
    return session.callback || !session.options.retry.enabled
      ? pages.errorPage(failure.description, session, message)
      : pages.methodsPage(session, { text: failure.description, message });
  }

  get('methods', (session) =>
    operations.findOrder(session.order.id).status === 'paid'
      ? pages.errorPage('This order is already paid. Nothing is charged again.', session)
      : pages.methodsPage(session),
  );
  get('card', pages.cardPage);
  post('card', cardForm, pages.cardPage, (session, { number }) => {
    begin(session, { method: 'card', card: { network: networkOf(number), last4: number.slice(-4) } });
    session.failure = failingCards[number];
    return pages.otpPage(session);
  });
  post('otp', z.object({ otp: text }), pages.otpPage, (session, { otp }) => {
    if (session.failure) return fail(session, session.failure);
    return /^\d{4,10}$/.test(otp) ? succeed(session) : fail(session, outcomes.authentication);
  });
  get('upi', pages.upiPage);
  post('upi', upiForm, pages.upiPage, (session, { vpa }) => {
    begin(session, { method: 'upi', vpa });
    session.bank = 'UPI app';
    if (vpa === 'success@razorpay') return succeed(session);
    return vpa === 'failure@razorpay' ? fail(session, outcomes.declined) : pages.bankPage(session);
  });
  for (const method of ['netbanking', 'wallet'] as const) {
    const { choices, field } = pages.listed[method];
    const choiceForm = z.object({ code: z.enum(Object.keys(choices), 'Choose one of the list.') });
    const page = (session: Session, error?: string) => pages.choicePage(session, method, error);
    get(method, page);
    post(method, choiceForm, page, (session, { code }) => {
      begin(session, { method, [field]: code });
      session.bank = choices[code];
      return pages.bankPage(session);
    });
  }
  post('bank', z.object({ outcome: text }), pages.bankPage, (session, { outcome }) =>
    outcome === 'success' ? succeed(session) : fail(session, outcomes.declined),
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
