import { forgetPayment, rememberedPayment } from '#web/payments/browser/under-way.ts';

/** Stands at the end of a receipt, after its button. */

// Browsers can save what they print as a PDF.
document.querySelector('[data-print]')?.addEventListener('click', () => print());

// The customer has seen the outcome: the payment page only offers the receipt from now on.
const receipt = rememberedPayment()?.receipt;
if (receipt && location.pathname.endsWith(`/${receipt}`))
  forgetPayment(document.querySelector('[data-print]') ? receipt : undefined);
