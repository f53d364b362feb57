import type { StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { isPayable, payPathOf } from './pay-by-link.ts';

/** A bill for the desk: `paid_amount` is net of refunds, `url` null when nothing is left to pay. */
export function listedBill(payments: Payments, bill: StatedBill) {
  const { bill_key, erased_at, paid, link_token, earlier_link_token, ...shown } = bill;
  const url = `${payments.settings.siteUrl}${payPathOf(payments, bill)}`;
  return { ...shown, paid_amount: paid, url: isPayable(bill.state) ? url : null };
}
