import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import encodeQr from 'qr';
import { choiceMethods, upiApps } from '../instruments.ts';
import { hidesUpi, type Session } from './sessions.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A message to the page that opened the checkout. */
export type Message = { type: 'success'; result: object } | { type: 'failed'; error: object };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const formatPrice = ({ order }: Session) => rupees.format(order.amount / 100);

function frame(session: Session | undefined, title: string, body: Markup, message?: Message): Markup {
  const { name, description, theme } = session?.options ?? {};
  const data = { origin: session?.origin ?? '*', callback: session?.callback, message };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v1/checkout/frame.css" />
        <script src="/v1/checkout/frame.js" defer data-frame="${JSON.stringify(data)}"></script>
      </head>
      <body style="--accent: ${theme?.color ?? '#10292b'}">
        <main>
          <header>
            <div>
              <p><b>${name || 'Checkout'}</b></p>
              <p>${description ?? ''}</p>
            </div>
            ${session ? html`<b>${formatPrice(session)}</b>` : ''}
            <button type="button" data-close aria-label="Close checkout">✕</button>
          </header>
          <p class="ribbon">Test mode: no money moves</p>
          ${body}
          <footer>Razorpay sandbox on this machine</footer>
        </main>
      </body>
    </html>`;
}

const path = (session: Session, step: string) => `/v1/checkout/session/${session.token}/${step}`;
const problem = (text: string) => html`<p class="problem" role="alert">${text}</p>`;

const methods = {
  card: ['Card', 'Visa, MasterCard, RuPay'],
  upi: ['UPI', 'Any UPI app'],
  netbanking: ['Netbanking', 'All Indian banks'],
  wallet: ['Wallet', 'PhonePe, MobiKwik and others'],
};

export function methodsPage(session: Session, failure?: { text: string; message: Message }): Markup {
  const { prefill } = session.options;
  return frame(
    session,
    'Payment methods',
    html`${failure ? problem(failure.text) : ''}
      <h1>${failure ? 'Try again' : 'Payment methods'}</h1>
      <p>${prefill.name} ${prefill.contact}</p>
      <ul>
        ${Object.entries(methods)
          .filter(([method]) => method !== 'upi' || !hidesUpi(session.options))
          .map(
            ([method, [label, hint]]) =>
              html`<li><a href="${path(session, method)}"><b>${label}</b> <span>${hint}</span></a></li>`,
          )}
      </ul>`,
    failure?.message,
  );
}

type Form = { title: string; fields: Markup; hint?: string; buttons?: Markup };

/** Renders a form for one step, with a link back to the payment methods. */
function formPage(session: Session, step: string, { title, fields, hint = '', buttons }: Form): Markup {
  return frame(
    session,
    title,
    html`<h1>${title}</h1>
      <form method="post" action="${path(session, step)}">
        ${fields} ${buttons ?? html`<button type="submit">Pay ${formatPrice(session)}</button>`}
      </form>
      <p>${hint}</p>
      <p><a href="${path(session, 'methods')}">Other payment methods</a></p>`,
  );
}

/** Renders a text field. Browsers show `title` for input that does not match `pattern`. */
const input = (name: string, label: string, pattern: string, title: string, attributes: Markup | '' = '') =>
  html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" required pattern="${pattern}" title="${title}" ${attributes} />`;

const digits = html`inputmode="numeric" autocomplete="off"`;

export const cardPage = (session: Session) =>
  formPage(session, 'card', {
    title: 'Card',
    fields: html`${input('number', 'Card number', '[0-9 ]{13,23}', '13 to 19 digits', html`${digits} autofocus`)}
    ${input('expiry', 'Expiry (MM/YY)', '(0[1-9]|1[0-2]) */ *[0-9]{2}', 'For example 12/39', digits)}
    ${input('cvv', 'CVV', '[0-9]{3,4}', '3 or 4 digits', digits)}`,
    hint: 'Succeeds: 4100 2800 0000 1007. Fails: 4100 2800 0006 0003. Any CVV, any later expiry.',
  });

export const otpPage = (session: Session) =>
  formPage(session, 'otp', {
    title: 'Enter OTP',
    fields: input(
      'otp',
      'One-time password from your bank',
      '[0-9]{1,10}',
      'Digits',
      html`${digits} autofocus`,
    ),
    hint: '4 to 10 digits succeed, fewer fail.',
    buttons: html`<button type="submit">Verify</button>`,
  });

/** Renders a QR code on a desktop or a list of apps on a phone, and a field for a UPI id unless the shop hides it. */
export function upiPage(session: Session): Markup {
  const form = (step: string, content: Markup) =>
    html`<form method="post" action="${path(session, step)}">${content}</form>`;
  const apps = form(
    'upi',
    html`${Object.entries(upiApps).map(
      ([code, name]) => html`<button type="submit" name="app" value="${code}">${name}</button>`,
    )}`,
  );
  const scan = html`<p>Scan the code with any UPI app.</p>
    <p class="code">${raw(encodeQr(upiAddress(session), 'svg'))}</p>
    ${form(
      'bank',
      html`<button type="submit" name="outcome" value="success">Scan and pay</button>
        <button type="submit" name="outcome" value="failure">Scan and decline</button>`,
    )}`;
  const chosen = session.isPhone
    ? ({ flow: 'intent', content: apps } as const)
    : ({ flow: 'qr', content: scan } as const);
  const collect = form(
    'upi',
    html`${input('vpa', 'UPI ID', '[^@ ]+@[A-Za-z0-9]+', 'For example name@bank', html`autocomplete="off"`)}
      <button type="submit">Pay ${formatPrice(session)}</button>
      <p>success@razorpay succeeds, failure@razorpay fails.</p>`,
  );
  return frame(
    session,
    'UPI',
    html`<h1>UPI</h1>
      ${hidesUpi(session.options, chosen.flow) ? '' : chosen.content}
      ${hidesUpi(session.options, 'collect') ? '' : collect}
      <p><a href="${path(session, 'methods')}">Other payment methods</a></p>`,
  );
}

/** Returns the `upi://pay` URL for the QR code. */
function upiAddress({ order, options, paymentId }: Session): string {
  const pay = {
    pa: 'sandbox@razorpay',
    pn: options.name,
    am: (order.amount / 100).toFixed(2),
    cu: order.currency,
  };
  return `upi://pay?${new URLSearchParams({ ...pay, tr: paymentId })}`;
}

export const choicePage = (session: Session, method: keyof typeof choiceMethods) =>
  formPage(session, method, {
    title: choiceMethods[method].heading,
    fields: html`${Object.entries(choiceMethods[method].choices).map(
      ([code, name], index) =>
        html`<label><input type="radio" name="code" value="${code}" ${index ? '' : 'checked'} /> ${name}</label>`,
    )}`,
  });

export const bankPage = (session: Session) =>
  formPage(session, 'bank', {
    title: session.bank ?? 'Bank',
    fields: html`<p>This page stands in for your bank's page. Choose how the payment ends.</p>`,
    buttons: html`<button type="submit" name="outcome" value="success">Success</button>
      <button type="submit" name="outcome" value="failure">Failure</button>`,
  });

export const donePage = (session: Session, message: Message) =>
  frame(session, 'Payment successful', html`<h1>Payment successful</h1>`, message);

export const errorPage = (text: string, session?: Session, message?: Message) =>
  frame(
    session,
    'Checkout',
    html`<h1>This payment cannot be made</h1>
      ${problem(text)}
      <button type="button" data-close>Close</button>`,
    message,
  );

/** Shown until the shop's page sends the options by `postMessage`; they are never in the URL. */
export const waitingPage = frame(undefined, 'Checkout', html`<p role="status">Opening the checkout …</p>`);
