import { clearPendingPayment, readPendingPayment } from '#web/browser/pending-payment.ts';

/** Runs at the end of a receipt, after its print button. */

// Browsers can also print to a PDF file.
document.querySelector('[data-print]')?.addEventListener('click', () => print());

// The customer has seen the outcome. From now on, the payment page only offers the receipt.
const receipt = readPendingPayment()?.receipt;
if (receipt && location.pathname.endsWith(`/${receipt}`))
  clearPendingPayment(document.querySelector('[data-print]') ? receipt : undefined);
