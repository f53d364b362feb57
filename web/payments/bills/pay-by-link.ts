import { billKey } from '#web/contracts/bill-key.ts';
import type { BillState } from '#web/contracts/states.ts';
import type { ApiResponse } from '#web/http/api-response.ts';
import type { Bill } from '#web/payments/bill.ts';
import { findBillByLink, type StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { ordersBeingConfirmed } from '#web/payments/reconciliation.ts';
import { unknownLinkResponse } from '#web/payments/responses.ts';
import { signedToken } from './link.ts';
import type { BillStatus } from './status.ts';
import { amountProblem, type Sums } from './words.ts';

/** Whether the pay link takes payments. */
export const isPayable = (state: BillState) => state === 'open' || state === 'part-paid';

/** The path of a bill's pay link. */
export function payPathOf({ settings }: Payments, { id, link_token }: StatedBill): string {
  return `/pay-online?link=${link_token ?? signedToken(id, settings.keySecret)}`;
}

async function findBillOfLink({ db, now }: Payments, link: string): Promise<StatedBill | undefined> {
  return /^[\w-]{38}$/.test(link) ? findBillByLink(db, link, now()) : undefined;
}

/** Why a link does not take a payment. */
export type LinkProblem =
  | { outcome: 'unknown-link' }
  | { outcome: 'not-payable'; status: Sums }
  | { outcome: 'invalid'; fieldErrors: Record<string, string> };

/** Whether a link is for this bill, and its amount one that the bill still needs. */
export async function checkLink(
  payments: Payments,
  link: string,
  given: Bill,
): Promise<LinkProblem | { outcome: 'payable'; billId: string }> {
  const bill = await findBillOfLink(payments, link);
  if (!bill) return { outcome: 'unknown-link' };
  if (!isPayable(bill.state)) return { outcome: 'not-payable', status: statusOf(bill) };
  if (billKey(given.billNumber) !== bill.bill_key)
    return { outcome: 'invalid', fieldErrors: { billNumber: `This link is for bill ${bill.bill_number}` } };
  const problem = amountProblem(given.amountPaise, bill.amount - bill.paid);
  if (problem) return { outcome: 'invalid', fieldErrors: { amount: problem } };
  return { outcome: 'payable', billId: bill.id };
}

/** Answer to `POST /api/bill-status`. */
export async function billStatus(payments: Payments, link: string): Promise<ApiResponse> {
  const bill = await findBillOfLink(payments, link);
  if (bill?.state === 'confirming') await ordersBeingConfirmed(payments, bill.bill_number);
  return bill ? { status: 200, body: statusOf(bill) } : unknownLinkResponse();
}

/** The part of a bill that its link shows. */
export function statusOf(bill: StatedBill): BillStatus {
  const { state, amount, paid } = bill;
  const isOver = state === 'cancelled' || state === 'expired';
  return {
    state,
    billNumber: bill.bill_number,
    customer: isOver ? null : masked(bill.customer_name),
    amount,
    paid,
    open: isPayable(state) ? amount - paid : 0,
    dueOn: bill.due_on,
    note: isOver ? null : bill.note,
  };
}

/** The initials of a name: `A••• V•••`, however long its parts are. */
function masked(name: string | null): string | null {
  const parts = name?.split(/\s+/).filter(Boolean) ?? [];
  const initials = parts.map((part) => [...new Intl.Segmenter().segment(part)][0]?.segment ?? '');
  return initials.length > 0 ? initials.map((initial) => `${initial}•••`).join(' ') : null;
}
