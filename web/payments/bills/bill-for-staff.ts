import { isAllowed } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import type { BillWithState } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { paymentRequest } from './bill-texts.ts';
import { paymentLinkPath, statusOf } from './pay-by-link.ts';

/**
 * A bill for the desk: `paid_amount` is net of refunds, `url` null when its link takes no payment, `asks` what a
 * customer is told by hand.
 */
export function billForStaff(payments: Payments, bill: BillWithState) {
  const { bill_key, erased_at, paid, wasPaid, ...rest } = bill;
  const { link_token, earlier_link_token, stop_token, link_withdrawn_at, ...shown } = rest;
  const url = `${payments.settings.siteUrl}${paymentLinkPath(payments, bill)}`;
  const asks = paymentRequest(statusOf(bill), dayInIndia(payments.now()));
  return { ...shown, paid_amount: paid, url: isAllowed('pay', bill) ? url : null, asks };
}
