import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { isAllowed } from '#web/contracts/bill-actions.ts';
import { billKey } from '#web/contracts/bill-key.ts';
import type { Order } from '#web/database/tables.ts';
import type { ApiResponse } from '#web/http/api-response.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import type { Bill } from '#web/payments/bill.ts';
import { refreshOrder } from '#web/payments/checkout/receipt.ts';
import { type BillWithState, findBillByLink, findOrdersInProgress } from '#web/payments/ledger/bills.ts';
import { paymentsOf, sameBillWindow } from '#web/payments/ledger/orders.ts';
import { longestAttempt } from '#web/payments/ledger/record.ts';
import type { Payments } from '#web/payments/payments.ts';
import { unknownLinkResponse } from '#web/payments/responses.ts';
import { recheckPendingOrders } from '#web/payments/sync/reconciliation.ts';
import { amountProblem, type BillSummary } from './bill-texts.ts';
import { isLinkToken } from './link.ts';
import type { BillStatus } from './status.ts';

/** Returns the path of a bill's payment link. */
export const paymentLinkPath = ({ link_token }: BillWithState) => `/pay-online?link=${link_token}`;

export async function findBillOfLink(
  { db, now }: Payments,
  link: string,
): Promise<BillWithState | undefined> {
  return isLinkToken(link) ? findBillByLink(db, link, now()) : undefined;
}

/** Why a payment link does not take a payment. */
export type LinkProblem =
  | { outcome: 'unknown-link' }
  | { outcome: 'not-payable'; status: BillSummary }
  /** Other people are paying this amount (paise) at the moment. */
  | { outcome: 'taken'; billNumber: string; amount: number }
  | { outcome: 'invalid'; fieldErrors: Record<string, string> };

/** Checks that a link belongs to this bill and that the bill still needs the amount. */
export async function checkLink(
  payments: Payments,
  link: string,
  given: Bill,
): Promise<LinkProblem | { outcome: 'payable'; billId: string }> {
  const bill = await findBillOfLink(payments, link);
  if (!bill) return { outcome: 'unknown-link' };
  if (billKey(given.billNumber) !== bill.bill_key)
    return { outcome: 'invalid', fieldErrors: { billNumber: `This link is for bill ${bill.bill_number}` } };
  return payProblem(bill, given.amountPaise) ?? { outcome: 'payable', billId: bill.id };
}

/** Returns why a bill's link does not take `amount` now. `reserved` is held by other payers. Both are in paise. */
export function payProblem(bill: BillWithState, amount: number, reserved = 0): LinkProblem | undefined {
  if (!isAllowed('pay', bill)) return { outcome: 'not-payable', status: statusOf(bill) };
  const open = bill.amount - bill.paid;
  if (amount <= open && amount > open - reserved)
    return { outcome: 'taken', billNumber: bill.bill_number, amount: reserved };
  const problem = amountProblem(amount, open);
  return problem ? { outcome: 'invalid', fieldErrors: { amount: problem } } : undefined;
}

/**
 * Adds the bill's customer, as entered by staff, to a request without a customer. The e-mail address also comes from
 * staff, so the receipt goes only to people whom staff know.
 */
export async function withBillCustomer(payments: Payments, request: unknown) {
  const unnamed = requestWithoutPayerSchema.safeParse(request);
  const bill = unnamed.success ? await findBillOfLink(payments, unnamed.data.link) : undefined;
  if (!unnamed.success || !bill) return { request, email: undefined };
  const customer = { customerName: bill.customer_name, customerPhone: bill.customer_phone };
  return { request: { ...unnamed.data, ...customer }, email: bill.customer_email ?? undefined };
}
const requestWithoutPayerSchema = z.looseObject({
  link: z.string(),
  customerName: z.optional(z.undefined()),
  customerPhone: z.optional(z.undefined()),
});

/** Returns the response of `POST /api/bill-status`. `own` is the receipt token of the browser's own payment. */
export async function billStatus(payments: Payments, link: string, own: string): Promise<ApiResponse> {
  const bill = await findBillOfLink(payments, link);
  if (!bill) return unknownLinkResponse();
  if (bill.state === 'confirming') await recheckPendingOrders(payments, bill.bill_number);
  const others = isAllowed('pay', bill) ? await paymentsOfOthers(payments, bill, own) : undefined;
  // The request to the gateway may have shown that the bill is paid.
  const after = (others && (await findBillOfLink(payments, link))) ?? bill;
  const underWay = isAllowed('pay', after) ? others : undefined;
  return { status: 200, body: { ...statusOf(after), underWay } };
}

/** How long a customer waits for the gateway, in milliseconds. */
const gatewayTimeout = 4000;
/** At most this many orders of a bill are checked at the gateway. With more open orders, `isUnpaid` is false. */
const mostGatewayRequests = 5;

async function paymentsOfOthers(
  payments: Payments,
  bill: BillWithState,
  own: string,
): Promise<BillStatus['underWay']> {
  const { db, now } = payments;
  const begun = await findOrdersInProgress(db, bill, undefined, now() - sameBillWindow);
  const others = begun.filter(({ receipt_token }) => receipt_token !== own);
  const [latest] = others;
  if (!latest) return undefined;
  const isUnpaid = async (order: Order) => {
    const { upToDate } = await refreshOrder(payments, order);
    const attempts = await paymentsOf(db, order.id);
    return (
      upToDate &&
      // A recent attempt may be a QR code on somebody's screen, which can still be scanned.
      attempts.every((one) => one.status === 'failed' || now() - Date.parse(one.created_at) > longestAttempt)
    );
  };
  const checks = Promise.all(others.slice(0, mostGatewayRequests).map(isUnpaid));
  const areUnpaid = await withTimeout(gatewayTimeout, () => checks).catch(() => [false]);
  const isKnown = others.length <= mostGatewayRequests && areUnpaid.every(Boolean);
  return { amount: latest.amount, at: latest.created_at, isUnpaid: isKnown };
}

/** Returns the part of a bill that its link shows. */
export function statusOf(bill: BillWithState): BillStatus {
  const { state, link, amount, paid, surplus } = bill;
  const isOver = state === 'cancelled' || link !== 'live';
  return {
    state,
    link,
    billNumber: bill.bill_number,
    customer: isOver ? null : maskedName(bill.customer_name),
    phone: isOver ? null : maskedPhone(bill.customer_phone),
    amount,
    paid,
    ...(surplus > 0 ? { surplus } : {}),
    open: isAllowed('pay', bill) ? amount - paid : 0,
    ...(bill.cheques > 0 ? { cheques: bill.cheques } : {}),
    dueOn: bill.due_on,
    note: isOver ? null : bill.note,
  };
}

/** A link can be forwarded: its holder may recognise the phone number, but must not learn it. */
export const maskedPhone = (phone: string | null) => phone && `••••••${phone.slice(-4)}`;

/** Returns the initials of a name as `A••• V•••`, always with three dots, so that lengths stay hidden. */
export function maskedName(name: string | null): string | null {
  const parts = name?.split(/\s+/).filter(Boolean) ?? [];
  const initials = parts.map((part) => [...new Intl.Segmenter().segment(part)][0]?.segment ?? '');
  return initials.length > 0 ? initials.map((initial) => `${initial}•••`).join(' ') : null;
}
