import { isAllowed } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import type { BillWithState } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { paymentRequest } from './bill-texts.ts';
import { paymentLinkPath, statusOf } from './pay-by-link.ts';

/**
 * A bill for the payments back office. `paid_amount` is net of refunds. `url` is null if the link takes no payment.
 * `asks` is a text that staff can send to the customer.
 */
export function billForStaff(payments: Payments, bill: BillWithState) {
  const { bill_key, erased_at, paid, wasPaid, ...rest } = bill;
  const { link_token, earlier_link_token, stop_token, link_withdrawn_at, ...shown } = rest;
  const url = `${payments.settings.siteUrl}${paymentLinkPath(bill)}`;
  const asks = paymentRequest(statusOf(bill), dayInIndia(payments.now()));
  return { ...shown, paid_amount: paid, url: isAllowed('pay', bill) ? url : null, asks };
}
