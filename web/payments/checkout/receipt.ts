import { z } from 'zod';
import type { Order, Payment } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse, limitedResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { networksOf } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { GatewayError } from '#web/payments/gateway.ts';
import { type BillWithState, findBill } from '#web/payments/ledger/bills.ts';
import { findOrder, paymentsOf } from '#web/payments/ledger/orders.ts';
import { jsonRoute } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { recheckPendingOrders, syncOrder } from '#web/payments/sync/reconciliation.ts';
import { claimGatewayRequest, hasRecentResponse } from './gateway-requests.ts';

/** `confirming`: reported, outcome unknown; `pending`: authorised, not captured; `failed`: may be retried. */
export type ReceiptState = 'open' | 'confirming' | 'pending' | 'failed' | 'paid' | 'refunded';

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
    paymentsOf(payments.db, order.id),
    recheckPendingOrders(payments, order.bill_number),
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
    const noteResponse = await claimGatewayRequest(payments, order.id);
    if (!noteResponse) return { order, upToDate: await hasRecentResponse(payments, order.id) };
    const after = await syncOrder(payments, order, 'receipt');
    await noteResponse();
    return { order: after, upToDate: true };
  } catch (error) {
    // Reading still works if the ledger is read-only.
    if (!GatewayError.is(error))
      log('error', 'checking an order at the gateway failed', { orderId: order.id, reason: error });
    return { order, upToDate: false };
  }
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
    return await payments.readLimit.take(networksOf(address), payments.now());
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
  if (!receipt) return errorResponse(404, 'There is no such payment.');
  const { state, order, payment, upToDate } = receipt;
  return {
    status: 200,
    body: { state, upToDate, paymentId: payment?.id, billNumber: order.bill_number, amount: order.amount },
  };
}
