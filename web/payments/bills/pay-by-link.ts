import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { isAllowed } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { billKey, referenceKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Order } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import type { Bill } from '#web/payments/bill.ts';
import { gatewayTimeout, refreshOrder, refreshPendingOrders } from '#web/payments/checkout/receipt.ts';
import {
  type BillWithState,
  billsWithState,
  findOrdersInProgress,
  isLinkToken,
} from '#web/payments/ledger/bills.ts';
import { readPayments, sameBillWindow } from '#web/payments/ledger/orders.ts';
import { longestAttempt } from '#web/payments/ledger/record.ts';
import { outcomeResponse } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { BillStatus } from './bill-texts.ts';
import { amountProblem, type BillSummary, paymentRequest } from './bill-texts.ts';
import { invoicePath } from './invoice-files.ts';

/** Returns the path of a bill's payment link. */
export const paymentLinkPath = ({ link_token }: BillWithState) => `/pay-online?link=${link_token}`;

/** Finds the bill of a payment link, cancelled or not. */
async function findBillOfLink({ db, now }: Payments, link: string): Promise<BillWithState | undefined> {
  if (!isLinkToken(link)) return undefined;
  return billsWithState(db, now()).where('link_token', '=', link).executeTakeFirst();
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
  if (!isAllowed('pay', bill)) return { outcome: 'not-payable', status: toBillStatus(bill) };
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
  let bill = await findBillOfLink(payments, link);
  if (bill?.state === 'confirming') {
    await refreshPendingOrders(payments, bill.bill_number);
    bill = await findBillOfLink(payments, link);
  }
  if (!bill) return outcomeResponse('unknown-link', { code: 'unknown-link' });
  const others = isAllowed('pay', bill) ? await paymentsOfOthers(payments, bill, own) : undefined;
  // The request to the gateway may have shown that the bill is paid.
  const after = (others && (await findBillOfLink(payments, link))) ?? bill;
  const underWay = isAllowed('pay', after) ? others : undefined;
  return { status: 200, body: { ...toBillStatus(after), underWay } };
}

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
    const attempts = await readPayments(db, order.id);
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
export function toBillStatus(bill: BillWithState): BillStatus {
  const { state, link, amount, paid, surplus, link_token } = bill;
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
    ...(bill.invoice && link_token && !isOver ? { invoice: invoicePath(link_token) } : {}),
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

/**
 * A bill for the payments back office. `paid_amount` is net of refunds. `url` is null if the link takes no payment.
 * `asks` is a text that staff can send to the customer.
 */
export function billForStaff(payments: Payments, bill: BillWithState) {
  const { bill_key, erased_at, paid, wasPaid, ...rest } = bill;
  const { link_token, stop_token, link_withdrawn_at, ...shown } = rest;
  const url = `${payments.settings.siteUrl}${paymentLinkPath(bill)}`;
  const asks = paymentRequest(toBillStatus(bill), dayInIndia(payments.now()));
  return { ...shown, paid_amount: paid, url: isAllowed('pay', bill) ? url : null, asks };
}

/** A UTR has 16 characters for NEFT, 22 for RTGS and 12 digits for IMPS. The number of a certificate is shorter. */
const kinds: [kind: string, form: RegExp][] = [
  ['UTR', /^(?:\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/],
  ['TDS certificate', /^[A-Z0-9]{5,11}$/],
];
const wrong = 'Enter a UTR (12, 16 or 22 letters and digits) or a certificate number (5 to 11)';

/**
 * Returns the response of `POST /api/bill-notice` `{link, number}`: stores the latest UTR and certificate number that
 * customers send. Staff check it and record an entry by hand; until then, the bill stays as it is.
 */
export async function addCustomerNotice(
  payments: Payments,
  link: string,
  _own: string,
  request: unknown,
): Promise<ApiResponse> {
  const typed = z.object({ number: z.string() }).safeParse(request).data?.number ?? '';
  const number = referenceKey(typed);
  const kind = kinds.find(([, form]) => form.test(number))?.[0];
  const bill = await findBillOfLink(payments, link);
  if (!bill) return outcomeResponse('unknown-link', { code: 'unknown-link' });
  if (!kind || bill.state === 'cancelled')
    return errorResponse(400, kind ? 'This bill was cancelled.' : wrong);
  const notice = { bill_id: bill.id, kind, reference: number, created_at: moment(payments.now()) };
  const added = payments.db.insertInto('customer_notices').values(notice);
  await added.onConflict((conflict) => conflict.columns(['bill_id', 'kind']).doUpdateSet(notice)).execute();
  return { status: 200, body: {} };
}
