import { html } from 'hono/html';
import { sandboxPage } from './checkout/pages.ts';

/** What a developer sees who opens the sandbox's address. */
export const frontPage = sandboxPage(
  'Razorpay sandbox: test mode',
  html`<body>
    <main class="front">
      <p class="ribbon">Test mode: no money moves</p>
      <h1>Razorpay sandbox</h1>
      <p>
        It stands in for Razorpay on this machine: the same REST API under <code>/v1</code>, the checkout, and
        signed webhooks.
      </p>
      <h2>Pay with</h2>
      <table>
        <tr><th scope="row">Cards that succeed</th><td>4100 2800 0000 1007 · 5500 6700 0000 1002 · 6527 6589 0000 1005; any CVV and later expiry</td></tr>
        <tr><th scope="row">One-time password</th><td>4 to 10 digits succeed, fewer fail</td></tr>
        <tr><th scope="row">Cards that fail</th><td>4100 2800 0008 0001 (funds) · 4100 2800 0006 0003 (declined) · 4100 2800 0000 0009 (authentication)</td></tr>
        <tr><th scope="row">UPI</th><td>success@razorpay · failure@razorpay</td></tr>
        <tr><th scope="row">Net banking, wallets</th><td>a mock bank page with Success and Failure</td></tr>
      </table>
      <h2>Faults, and what happens at Razorpay alone</h2>
      <p>
        <code>PUT /sandbox/faults</code>, with the key and secret of the REST API, sets delays, error answers,
        dropped answers, lost, repeated and reordered webhooks, and the highest amount. <code>DELETE</code> clears
        them. <code>PUT /sandbox/account</code> sets who bears the fee, how refunds begin, and the balance.
        <code>POST /sandbox/refunds</code>, <code>disputes</code> and <code>settlements</code> do what Razorpay and
        banks do, and <code>GET /sandbox/truth</code> is all that came of it.
      </p>
    </main>
  </body>`,
);
