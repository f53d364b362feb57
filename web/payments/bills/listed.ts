import { dayInIndia } from '#web/contracts/india.ts';
import type { StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { isPayable, payPathOf, statusOf } from './pay-by-link.ts';
import { asksFor } from './words.ts';

/**
 * A bill for the desk: `paid_amount` is net of refunds, `url` null when nothing is left to pay, `asks` what a customer is
 * told by hand.
 */
export function listedBill(payments: Payments, bill: StatedBill) {
  const { bill_key, erased_at, paid, wasPaid, link_token, earlier_link_token, stop_token, ...shown } = bill;
  const url = `${payments.settings.siteUrl}${payPathOf(payments, bill)}`;
  const asks = asksFor(statusOf(bill), dayInIndia(payments.now()));
  return { ...shown, paid_amount: paid, url: isPayable(bill.state) ? url : null, asks };
}
