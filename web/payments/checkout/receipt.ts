import { z } from 'zod';
import type { ReceiptState } from '#web/contracts/outcomes.ts';
import { billKey } from '#web/contracts/text.ts';
import type { Order, Payment } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse, limitedResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { listNetworks } from '#web/http/rate-limit.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import { findStatementBill } from '#web/payments/bills/statement.ts';
import { type BillWithState, findBill } from '#web/payments/ledger/bills.ts';
import { findOrder, readPayments } from '#web/payments/ledger/orders.ts';
import { ordersPendingConfirmation } from '#web/payments/ledger/reports.ts';
import { jsonRoute, outcomeResponse } from '#web/payments/payment-route.ts';
import { getPayments, type Payments } from '#web/payments/payments.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import { syncOrder } from '#web/payments/sync/sync-order.ts';

export type Receipt = {
  state: ReceiptState;
  order: Order;
  /** The payment that decided this state. */
  payment: Payment | undefined;
  /** Whether a payment for the bill is pending confirmation, so that the bill must not be paid now. */
  isPendingConfirmation: boolean;
  /** The bill of the payment link. */
  bill: BillWithState | undefined;
  /** False if Razorpay has not responded. */
  upToDate: boolean;
};

/** Returns the receipt of a token; no other permission is needed. Checks an unpaid order at Razorpay first. */
export async function readReceipt(payments: Payments, token: string): Promise<Receipt | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const stored = await findOrder(payments.db, token, 'receipt_token');
  if (!stored) return undefined;
  const { order, upToDate } = await refreshOrder(payments, stored);
  const [attempts, unconfirmed, bill] = await Promise.all([
    readPayments(payments.db, order.id),
    refreshPendingOrders(payments, order.bill_number),
    order.bill_id === null ? undefined : findBill(payments.db, order.bill_id, payments.now()),
  ]);
  const base = { ...summary(attempts), isPendingConfirmation: unconfirmed.length > 0, order, bill, upToDate };
  const isOwn = base.state !== 'pending' && unconfirmed.some(({ id }) => id === order.id);
  return isOwn ? { ...base, state: 'confirming' } : base;
}

/** Returns an order after checking it at the gateway, unless it is paid or the request limit is reached. */
export async function refreshOrder(
  payments: Payments,
  order: Order,
): Promise<{ order: Order; upToDate: boolean }> {
  if (order.status === 'paid') return { order, upToDate: true };
  try {
    const { gatewayResponses, gatewayBudget, now } = payments;
    const hasResponded = gatewayResponses.get(order.id);
    if (hasResponded !== undefined) return { order, upToDate: hasResponded };
    gatewayResponses.set(order.id, false);
    if ((await gatewayBudget.take([{ name: 'all', factor: 1 }], now())) > 0)
      return { order, upToDate: false };
    const after = await syncOrder(payments, order, 'receipt');
    gatewayResponses.set(order.id, true);
    return { order: after, upToDate: true };
  } catch (error) {
    // Reading still works if the ledger is read-only.
    if (!GatewayError.is(error))
      log('error', 'checking an order at the gateway failed', { orderId: order.id, reason: error });
    return { order, upToDate: false };
  }
}

/** How long a customer waits for the gateway, in milliseconds. */
export const gatewayTimeout = 4000;

/** Checks orders at the gateway, for at most four seconds. Resolves to whether there were any. */
export async function refreshOrders(payments: Payments, orders: Order[]): Promise<boolean> {
  if (orders.length === 0) return false;
  const checks = Promise.all(orders.map((order) => refreshOrder(payments, order)));
  await withTimeout<unknown>(gatewayTimeout, () => checks).catch(() => undefined);
  return true;
}

/** Returns a bill's orders pending confirmation, after checking them at the gateway. */
export async function refreshPendingOrders(payments: Payments, billNumber: string): Promise<Order[]> {
  const find = () => ordersPendingConfirmation(payments.db, billKey(billNumber));
  const orders = await find();
  return (await refreshOrders(payments, orders)) ? find() : orders;
}

/** Payment states that decide an order's state, strongest first. */
const decisive = [
  ['captured', 'paid'],
  ['refunded', 'refunded'],
  ['authorized', 'pending'],
] as const;

function summary(attempts: Payment[]): Pick<Receipt, 'state' | 'payment'> {
  for (const [status, state] of decisive) {
    const payment = attempts.find((attempt) => attempt.status === status);
    if (payment) return { state, payment };
  }
  const last = attempts.at(-1);
  return { state: last?.status === 'failed' ? 'failed' : 'open', payment: last };
}

/** Returns the seconds until the next read is allowed; 0 if it is allowed now, or if reads cannot be counted. */
export async function secondsUntilRead(payments: Payments, address: string): Promise<number> {
  try {
    return await payments.readLimit.take(listNetworks(address), payments.now());
  } catch (error) {
    log('error', 'counting a read of a payment failed', { reason: error });
    return 0;
  }
}

/**
 * Returns a rate-limited route about the payment or bill of the token in `field`. `own` is the receipt token of the
 * browser's own payment.
 */
export function tokenRoute(
  what: 'Payments' | 'Bills',
  field: 'receipt' | 'link',
  read: (payments: Payments, token: string, own: string, request: unknown) => Promise<ApiResponse>,
) {
  return jsonRoute(`reading ${what.toLowerCase()}`, async (payments, request, headers) => {
    const body = z.record(z.string(), z.unknown()).safeParse(request);
    const token = body.data?.[field];
    if (typeof token !== 'string') return errorResponse(400, `The ${field} is missing.`);
    const wait = await secondsUntilRead(payments, clientAddress(headers));
    if (wait > 0) return limitedResponse(`${what} were requested too often from here.`, wait);
    const own = body.data?.own;
    return read(payments, token, typeof own === 'string' ? own : '', request);
  });
}

/** Returns the response of `POST /api/payment-status`; `amount` is in paise. */
export async function paymentStatus(payments: Payments, token: string): Promise<ApiResponse> {
  const receipt = await readReceipt(payments, token);
  if (!receipt) return outcomeResponse('unknown-payment');
  const { state, order, payment, upToDate } = receipt;
  return {
    status: 200,
    body: { state, upToDate, paymentId: payment?.id, billNumber: order.bill_number, amount: order.amount },
  };
}

/**
 * Checks whether a receipt or statement exists and whether the client may read it now. If the ledger cannot be read,
 * the page counts as found and reports the error itself.
 */
export async function checkCustomerPage(kind: 'receipt' | 'statement', token: string, client: string) {
  try {
    const payments = await getPayments();
    const secondsToWait = await secondsUntilRead(payments, client);
    if (secondsToWait > 0) return { isFound: true, secondsToWait };
    const found =
      kind === 'statement'
        ? await findStatementBill(payments.db, token, payments.now())
        : await findOrder(payments.db, token, 'receipt_token');
    return { isFound: found !== undefined, secondsToWait };
  } catch {
    return { isFound: true, secondsToWait: 0 };
  }
}
