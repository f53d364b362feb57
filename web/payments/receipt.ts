import { z } from 'zod';
import type { Order, Payment } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse, limitedResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { networksOf } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { GatewayError } from './gateway.ts';
import { claimAsk, isAnswered } from './gateway-asks.ts';
import { findBill, type StatedBill } from './ledger/bills.ts';
import { findOrder, paymentsOf } from './ledger/orders.ts';
import { jsonRoute } from './payment-route.ts';
import type { Payments } from './payments.ts';
import { askAboutOrder, ordersBeingConfirmed } from './reconciliation.ts';

/** `confirming`: reported, its end not known; `pending`: authorised, not captured; `failed`: another try is possible. */
export type ReceiptState = 'open' | 'confirming' | 'pending' | 'failed' | 'paid' | 'refunded';

export type Receipt = {
  state: ReceiptState;
  order: Order;
  /** The payment that has this state. */
  payment: Payment | undefined;
  /** Whether this or another payment for the bill is being confirmed, so that it is not to be paid now. */
  isConfirming: boolean;
  /** The bill of the site's own whose link it was paid by. */
  bill: StatedBill | undefined;
  /** False when Razorpay did not answer (yet), so that the state may be out of date. */
  upToDate: boolean;
};

/** For whoever has a receipt's token. Razorpay is asked first about an order that is not paid (`claimAsk`). */
export async function readReceipt(payments: Payments, token: string): Promise<Receipt | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const stored = await findOrder(payments.db, token, 'receipt_token');
  if (!stored) return undefined;
  let order = stored;
  let upToDate = true;
  if (order.status !== 'paid') {
    try {
      const noteAnswer = await claimAsk(payments, order.id);
      if (noteAnswer) {
        order = await askAboutOrder(payments, order, 'receipt');
        await noteAnswer();
      } else upToDate = await isAnswered(payments, order.id);
    } catch (error) {
      // A ledger that cannot be written is still read.
      if (!GatewayError.is(error))
        log('error', 'asking about an order failed', { orderId: order.id, reason: error });
      upToDate = false;
    }
  }
  const [attempts, confirming, bill] = await Promise.all([
    paymentsOf(payments.db, order.id),
    ordersBeingConfirmed(payments, order.bill_number),
    order.bill_id === null ? undefined : findBill(payments.db, order.bill_id, payments.now()),
  ]);
  const found = { ...summary(attempts), isConfirming: confirming.length > 0, order, bill, upToDate };
  const isOwn = found.state !== 'pending' && confirming.some(({ id }) => id === order.id);
  return isOwn ? { ...found, state: 'confirming' } : found;
}

/** What decides the state of an order, the strongest first. */
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

/** Seconds to wait before a look at a payment, or 0. Where looks cannot be counted, the ledger is still read. */
export async function waitForLook(payments: Payments, address: string): Promise<number> {
  try {
    return await payments.lookLimit.take(networksOf(address), payments.now());
  } catch (error) {
    log('error', 'counting a look at a payment failed', { reason: error });
    return 0;
  }
}

/** A look at a payment or a bill by whoever holds its token, the body's `field`; each address has so many. */
export function lookRoute(
  what: 'Payments' | 'Bills',
  field: 'receipt' | 'link',
  look: (payments: Payments, token: string) => Promise<ApiResponse>,
) {
  return jsonRoute(`reading ${what.toLowerCase()}`, async (payments, request, headers) => {
    const body = z.record(z.string(), z.unknown()).safeParse(request);
    const token = body.data?.[field];
    if (typeof token !== 'string') return errorResponse(400, `The ${field} is missing.`);
    const wait = await waitForLook(payments, clientAddress(headers));
    if (wait > 0) return limitedResponse(`${what} were looked at too often from here.`, wait);
    return look(payments, token);
  });
}

/** What the form asks after the checkout was closed or the page came back; `amount` in paise. */
export async function paymentStatus(payments: Payments, token: string): Promise<ApiResponse> {
  const receipt = await readReceipt(payments, token);
  if (!receipt) return errorResponse(404, 'There is no such payment.');
  const { state, order, payment, upToDate } = receipt;
  return {
    status: 200,
    body: { state, upToDate, paymentId: payment?.id, billNumber: order.bill_number, amount: order.amount },
  };
}
