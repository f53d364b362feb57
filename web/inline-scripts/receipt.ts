import { forgetPayment, rememberedPayment } from '#web/payments/browser/under-way.ts';

/** Stands at the end of a receipt, after its button. */

// Browsers can save what they print as a PDF.
document.querySelector('[data-print]')?.addEventListener('click', () => print());

// The customer has seen how the payment ended, so the payment page need not tell of it again, only offer the receipt.
const receipt = rememberedPayment()?.receipt;
if (receipt && location.pathname.endsWith(`/${receipt}`))
  forgetPayment(document.querySelector('[data-print]') ? receipt : undefined);
