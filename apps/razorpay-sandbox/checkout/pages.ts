import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { banks, wallets } from '../instruments.ts';
import type { Session } from './sessions.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What the dialog tells the page that opened it, once it is shown. */
export type Message =
  | { type: 'success'; result: Record<string, unknown> }
  | { type: 'failed'; error: Record<string, unknown> };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const priceOf = ({ order }: Session) => rupees.format(order.amount / 100);

/** A whole page of the sandbox in its own style. */
export function sandboxPage(title: string, body: Markup, script: Markup | '' = ''): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/v1/checkout/frame.css" />
        ${script}
      </head>
      ${body}
    </html>`;
}

function frame(session: Session | undefined, title: string, body: Markup, message?: Message): Markup {
  const { name, description, modal, theme } = session?.options ?? {};
  const data = {
    origin: session?.origin ?? '*',
    escape: modal?.escape ?? true,
    confirmClose: modal?.confirm_close ?? false,
    callback: session?.callback,
    message,
  };
  return sandboxPage(
    title,
    html`<body class="dialog" style="--accent: ${theme?.color ?? '#10292b'}">
      <main>
        <header>
          <div>
            <p><b>${name || 'Checkout'}</b></p>
            <p class="small">${description ?? ''}</p>
          </div>
          ${session ? html`<b>${priceOf(session)}</b>` : ''}
          <button type="button" class="close" data-close aria-label="Close checkout">
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>
          </button>
        </header>
        <p class="ribbon">Test mode: no money moves</p>
        ${body}
        <footer class="small muted">Razorpay sandbox on this machine</footer>
      </main>
    </body>`,
    html`<script src="/v1/checkout/frame.js" defer data-frame="${JSON.stringify(data)}"></script>`,
  );
}

const path = (session: Session, step: string) => `/v1/checkout/session/${session.token}/${step}`;
const problem = (text: string | undefined) => (text ? html`<p class="problem" role="alert">${text}</p>` : '');

export function methodsPage(session: Session, failure?: { text: string; message: Message }): Markup {
  const { prefill } = session.options;
  const methods = [
    ['card', 'Card', 'Visa, MasterCard, RuPay'],
    ['upi', 'UPI', 'Any UPI app'],
    ['netbanking', 'Netbanking', 'All Indian banks'],
    ['wallet', 'Wallet', 'PhonePe, MobiKwik and others'],
  ];
  return frame(
    session,
    'Payment methods',
    html`${problem(failure?.text)}
      <h1>${failure ? 'Try again' : 'Payment methods'}</h1>
      <p class="muted">${prefill.name} ${prefill.contact}</p>
      <ul>
        ${methods.map(
          ([method = '', label, hint]) =>
            html`<li><a href="${path(session, method)}"><b>${label}</b><span class="small muted">${hint}</span></a></li>`,
        )}
      </ul>`,
    failure?.message,
  );
}

type Form = { title: string; heading?: string; fields: Markup; hint?: string; buttons?: Markup };

/** A form that is sent to the address of its step, with the way back to the list of methods. */
function formPage(session: Session, step: string, form: Form, error?: string): Markup {
  const { title, heading = title, fields, hint } = form;
  return frame(
    session,
    title,
    html`<h1>${heading}</h1>
      ${problem(error)}
      <form method="post" action="${path(session, step)}">
        ${fields} ${form.buttons ?? html`<button type="submit">Pay ${priceOf(session)}</button>`}
      </form>
      ${hint ? html`<p class="small muted">${hint}</p>` : ''}
      <p><a href="${path(session, 'methods')}">Other payment methods</a></p>`,
  );
}

const input = (name: string, label: string, attributes: Markup) =>
  html`<label for="${name}">${label}</label> <input id="${name}" name="${name}" required ${attributes} />`;

export function cardPage(session: Session, error?: string): Markup {
  const digits = html`inputmode="numeric" autocomplete="off"`;
  const form = {
    title: 'Pay by card',
    heading: 'Card',
    fields: html`${input('number', 'Card number', html`${digits} maxlength="23" autofocus`)}
      <div class="pair">
        <div>${input('expiry', 'Expiry (MM/YY)', html`${digits} maxlength="7"`)}</div>
        <div>${input('cvv', 'CVV', html`${digits} maxlength="4"`)}</div>
      </div>`,
    hint: 'Succeeds: 4100 2800 0000 1007. Fails: 4100 2800 0006 0003. Any CVV, any later expiry.',
  };
  return formPage(session, 'card', form, error);
}

export function otpPage(session: Session): Markup {
  const attributes = html`inputmode="numeric" autocomplete="one-time-code" maxlength="10" autofocus`;
  return formPage(session, 'otp', {
    title: 'Enter OTP',
    fields: input('otp', 'One-time password of your bank', attributes),
    hint: '4 to 10 digits succeed, fewer fail.',
    buttons: html`<button type="submit">Verify</button>`,
  });
}

export function upiPage(session: Session, error?: string): Markup {
  const attributes = html`autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" autofocus`;
  const form = {
    title: 'Pay by UPI',
    heading: 'UPI',
    fields: input('vpa', 'UPI ID', attributes),
    hint: 'success@razorpay succeeds, failure@razorpay fails.',
  };
  return formPage(session, 'upi', form, error);
}

/** The methods that lead to a page of a bank or wallet, which is chosen from a list. */
export const listed = {
  netbanking: { heading: 'Netbanking', legend: 'Your bank', choices: banks, field: 'bank' },
  wallet: { heading: 'Wallet', legend: 'Your wallet', choices: wallets, field: 'wallet' },
};

export function choicePage(session: Session, method: keyof typeof listed, error?: string): Markup {
  const { heading, legend, choices } = listed[method];
  const fields = html`<fieldset>
    <legend>${legend}</legend>
    ${Object.entries(choices).map(
      ([code, name], index) =>
        html`<label class="choice">
          <input type="radio" name="code" value="${code}" ${index === 0 ? 'checked' : ''} /> ${name}
        </label>`,
    )}
  </fieldset>`;
  return formPage(session, method, { title: `Pay by ${method}`, heading, fields }, error);
}

export function bankPage(session: Session): Markup {
  return formPage(session, 'bank', {
    title: 'Mock bank page',
    heading: session.bank ?? 'Bank',
    fields: html`<p>This page stands for the bank's own. Choose how the payment ends.</p>`,
    buttons: html`<div class="pair">
      <button type="submit" name="outcome" value="success">Success</button>
      <button type="submit" name="outcome" value="failure" class="second">Failure</button>
    </div>`,
  });
}

export function donePage(session: Session, message: Message): Markup {
  return frame(
    session,
    'Payment successful',
    html`<h1>Payment successful</h1>
      <p role="status">Returning to ${session.options.name || 'the shop'} …</p>`,
    message,
  );
}

export function errorPage(text: string, session?: Session, message?: Message): Markup {
  return frame(
    session,
    'Checkout',
    html`<h1>This payment cannot be made</h1>
      ${problem(text)}
      <button type="button" data-close>Close</button>`,
    message,
  );
}

/** The first page in the frame: waits for the options, which the opener sends by `postMessage`, never in the address. */
export function waitingPage(): Markup {
  return frame(undefined, 'Checkout', html`<p role="status">Opening the checkout …</p>`);
}
