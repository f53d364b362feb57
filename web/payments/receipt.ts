import { z } from 'zod';
import { type ApiResponse, errorResponse } from './api-response.ts';
import { GatewayError } from './gateway.ts';
import { findOrder, paymentsOf } from './ledger/orders.ts';
import type { Order, Payment } from './ledger/tables.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { askAboutOrder } from './reconciliation.ts';

/** `open`: not paid yet; `pending`: authorised, not captured; `failed`: the last attempt failed, another is possible. */
export type ReceiptState = 'open' | 'pending' | 'failed' | 'paid' | 'refunded';

export type Receipt = {
  state: ReceiptState;
  order: Order;
  /** The payment that has this state. */
  payment: Payment | undefined;
  /** False when Razorpay did not answer (yet), so that the state may be out of date. */
  upToDate: boolean;
};

/**
 * The state of a payment for whoever has its receipt's token. Razorpay is asked first about an order that is not paid in
 * the ledger. Undefined for an unknown token.
 */
export async function readReceipt(payments: Payments, token: string): Promise<Receipt | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const stored = await findOrder(payments.db, token, 'receipt_token');
  if (!stored) return undefined;
  let order = stored;
  let upToDate = true;
  if (order.status !== 'paid') {
    const asked = payments.askedByCustomers.get(order.id);
    if (asked) upToDate = asked.isAnswered;
    else {
      const asking = { isAnswered: false };
      payments.askedByCustomers.set(order.id, asking);
      try {
        order = await askAboutOrder(payments, order, 'receipt');
        asking.isAnswered = true;
      } catch (error) {
        // A ledger that cannot be written is still read.
        if (!GatewayError.is(error))
          log('error', 'asking about an order failed', { orderId: order.id, reason: error });
        upToDate = false;
      }
    }
  }
  const attempts = await paymentsOf(payments.db, order.id);
  return { ...summary(attempts), order, upToDate };
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

const statusRequestSchema = z.object({ receipt: z.string() });

/** Body `{receipt}` → `{state, paymentId?}`: what the form asks after the checkout was closed or the page came back. */
export async function paymentStatus(payments: Payments, request: unknown): Promise<ApiResponse> {
  const parsed = statusRequestSchema.safeParse(request);
  if (!parsed.success) return errorResponse(400, 'The receipt is missing.');
  const receipt = await readReceipt(payments, parsed.data.receipt);
  if (!receipt) return errorResponse(404, 'There is no such payment.');
  const { state, payment, upToDate } = receipt;
  return { status: 200, body: { state, upToDate, ...(payment ? { paymentId: payment.id } : {}) } };
}
