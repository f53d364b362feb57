import { clearPendingPayment, readPendingPayment } from '#web/payments/browser/under-way.ts';

/** Stands at the end of a receipt, after its button. */

// Browsers can save what they print as a PDF.
document.querySelector('[data-print]')?.addEventListener('click', () => print());

// The customer has seen the outcome: the payment page only offers the receipt from now on.
const receipt = readPendingPayment()?.receipt;
if (receipt && location.pathname.endsWith(`/${receipt}`))
  clearPendingPayment(document.querySelector('[data-print]') ? receipt : undefined);
