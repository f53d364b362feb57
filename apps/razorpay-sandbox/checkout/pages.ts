import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { banks, wallets } from '../instruments.ts';
import type { Session } from './sessions.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What the dialog tells the page that opened it, once it is shown. */
export type Message =
  | { type: 'success'; result: Record<string, unknown> }
  | { type: 'failed'; error: Record<string, unknown> }
  | { type: 'dismiss' };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

function frame(session: Session | undefined, title: string, body: Markup, message?: Message): Markup {
  const data = {
    origin: session?.origin ?? '*',
    escape: session?.options.modal.escape ?? true,
    confirmClose: session?.options.modal.confirm_close ?? false,
    callback: session?.callback,
    message,
  };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/v1/checkout/frame.css" />
        <script src="/v1/checkout/frame.js" defer data-frame="${JSON.stringify(data)}"></script>
      </head>
      <body class="dialog" style="--accent: ${session?.options.theme.color ?? '#10292b'}">
        <main>
          <header>
            <div>
              <p class="merchant">${session?.options.name || 'Checkout'}</p>
              <p class="description">${session?.options.description ?? ''}</p>
            </div>
            ${session ? html`<p class="amount">${rupees.format(session.order.amount / 100)}</p>` : ''}
            <button type="button" class="close" data-close aria-label="Close checkout">
              <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>
            </button>
          </header>
          <p class="ribbon">Test mode: no money moves</p>
          ${body}
          <footer>Razorpay sandbox on this machine</footer>
        </main>
      </body>
    </html>`;
}

const path = (session: Session, step: string) => `/v1/checkout/session/${session.token}/${step}`;
const back = (session: Session) =>
  html`<p><a class="back" href="${path(session, 'methods')}">Other payment methods</a></p>`;
const problem = (text: string | undefined) => (text ? html`<p class="problem" role="alert">${text}</p>` : '');

export function methodsPage(session: Session, failure?: { text: string; message: Message }): Markup {
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
      <p class="payer">${session.options.prefill.name} ${session.options.prefill.contact}</p>
      <ul class="methods">
        ${methods.map(
          ([method = '', label, hint]) =>
            html`<li><a href="${path(session, method)}"><b>${label}</b><span>${hint}</span></a></li>`,
        )}
      </ul>`,
    failure?.message,
  );
}

export function cardPage(session: Session, error?: string): Markup {
  return frame(
    session,
    'Pay by card',
    html`<h1>Card</h1>
      ${problem(error)}
      <form method="post" action="${path(session, 'card')}">
        <label for="number">Card number</label>
        <input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23" required autofocus />
        <div class="pair">
          <div>
            <label for="expiry">Expiry (MM/YY)</label>
            <input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="7" required />
          </div>
          <div>
            <label for="cvv">CVV</label>
            <input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" maxlength="4" required />
          </div>
        </div>
        <label for="holder">Name on card</label>
        <input id="holder" name="holder" autocomplete="off" value="${session.options.prefill.name}" />
        <button type="submit">Pay ${rupees.format(session.order.amount / 100)}</button>
      </form>
      <p class="hint">Succeeds: 4100 2800 0000 1007. Fails: 4100 2800 0006 0003. Any CVV, any later expiry.</p>
      ${back(session)}`,
  );
}

export function otpPage(session: Session): Markup {
  return frame(
    session,
    'Enter OTP',
    html`<h1>Enter OTP</h1>
      <form method="post" action="${path(session, 'otp')}">
        <label for="otp">One-time password of your bank</label>
        <input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus />
        <button type="submit">Verify</button>
      </form>
      <p class="hint">4 to 10 digits succeed, fewer fail.</p>
      ${back(session)}`,
  );
}

export function upiPage(session: Session, error?: string): Markup {
  return frame(
    session,
    'Pay by UPI',
    html`<h1>UPI</h1>
      ${problem(error)}
      <form method="post" action="${path(session, 'upi')}">
        <label for="vpa">UPI ID</label>
        <input id="vpa" name="vpa" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" required autofocus />
        <button type="submit">Pay ${rupees.format(session.order.amount / 100)}</button>
      </form>
      <p class="hint">success@razorpay succeeds, failure@razorpay fails.</p>
      ${back(session)}`,
  );
}

export function choicePage(session: Session, method: 'netbanking' | 'wallet', error?: string): Markup {
  const netbanking = method === 'netbanking';
  return frame(
    session,
    netbanking ? 'Pay by netbanking' : 'Pay by wallet',
    html`<h1>${netbanking ? 'Netbanking' : 'Wallet'}</h1>
      ${problem(error)}
      <form method="post" action="${path(session, method)}">
        <fieldset>
          <legend>${netbanking ? 'Your bank' : 'Your wallet'}</legend>
          ${Object.entries(netbanking ? banks : wallets).map(
            ([code, name], index) =>
              html`<label class="choice">
                <input type="radio" name="code" value="${code}" ${index === 0 ? 'checked' : ''} /> ${name}
              </label>`,
          )}
        </fieldset>
        <button type="submit">Pay ${rupees.format(session.order.amount / 100)}</button>
      </form>
      ${back(session)}`,
  );
}

export function bankPage(session: Session): Markup {
  return frame(
    session,
    'Mock bank page',
    html`<h1>${session.bank ?? 'Bank'}</h1>
      <p>This page stands for the bank's own. Choose how the payment ends.</p>
      <form method="post" action="${path(session, 'bank')}">
        <div class="pair">
          <button type="submit" name="outcome" value="success">Success</button>
          <button type="submit" name="outcome" value="failure" class="second">Failure</button>
        </div>
      </form>
      ${back(session)}`,
  );
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
      <p class="problem" role="alert">${text}</p>
      <button type="button" data-close>Close</button>`,
    message,
  );
}

/** The first page in the frame: waits for the options, which the opener sends by `postMessage`, never in the address. */
export function waitingPage(): Markup {
  return frame(undefined, 'Checkout', html`<p role="status">Opening the checkout …</p>`);
}
