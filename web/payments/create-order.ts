import { randomUUID } from 'node:crypto';
import { type ApiResponse, errorResponse, gatewayTiming } from './api-response.ts';
import { type Bill, fieldErrors, orderRequestSchema } from './bill.ts';
import {
  findOrderFor,
  firstCheckAfter,
  insertOrder,
  isBillOf,
  type Order,
  scheduleCheck,
} from './ledger/orders.ts';
import { log } from './log.ts';
import { currency } from './money.ts';
import type { Payments } from './payments.ts';

/** For how long a second request over the same bill is given the order of the first, in milliseconds. */
const sameBillWindow = 15 * 60_000;

/**
 * Makes a Razorpay order for a bill and keeps it in the ledger. A double click, a retried request and a second tab all
 * get the same order: by their `Idempotency-Key`, by the call that is still under way, or by the open order over the
 * same bill.
 */
export async function createOrder(
  payments: Payments,
  request: unknown,
  headers: Headers,
): Promise<ApiResponse> {
  const parsed = orderRequestSchema.safeParse(request);
  if (!parsed.success)
    return errorResponse(400, 'Some details of the bill are not right.', {
      fieldErrors: fieldErrors(parsed.error),
    });
  const requestKey = headers.get('idempotency-key') ?? undefined;
  if (requestKey !== undefined && !/^[\w-]{8,64}$/.test(requestKey))
    return errorResponse(400, 'The Idempotency-Key must be 8 to 64 letters, digits, _ or -.');

  const bill = parsed.data;
  const sameBill = JSON.stringify([bill.billNumber, bill.customerName, bill.customerPhone, bill.amountPaise]);
  const known = await findOrderFor(payments.db, bill, requestKey, payments.now() - sameBillWindow);
  if (known && !isBillOf(known, bill)) return otherBill();
  if (known) {
    // A tab that was left open for days shows an order that reconciliation has given up.
    if (known.next_check_at === null)
      await scheduleCheck(payments.db, known.id, payments.now() + firstCheckAfter, known.checks);
    return orderResponse(payments, known);
  }
  const { pendingOrders } = payments;
  const pending = pendingOrders.get(sameBill);
  if (pending) return pending;
  const wait = payments.orderLimit.take(clientAddress(headers), payments.now());
  if (wait > 0) {
    log('warn', 'too many orders from one address');
    return {
      ...errorResponse(
        429,
        `Too many payments were started from here. Please try again in ${durationText(wait)}.`,
      ),
      headers: { 'retry-after': String(wait) },
    };
  }
  const making = makeOrder(payments, bill, requestKey).finally(() => pendingOrders.delete(sameBill));
  pendingOrders.set(sameBill, making);
  return making;
}

const otherBill = () =>
  errorResponse(422, 'This request was sent before with other details. Please start again.');

async function makeOrder(
  payments: Payments,
  bill: Bill,
  requestKey: string | undefined,
): Promise<ApiResponse> {
  const start = performance.now();
  const made = await payments.gateway.createOrder({
    amount: bill.amountPaise,
    currency,
    receipt: randomUUID(),
  });
  const timing = gatewayTiming(start);
  if (made.amount !== bill.amountPaise || made.currency !== currency) {
    log('error', 'the gateway made another order than asked for', { orderId: made.id });
    return errorResponse(502, 'The payment gateway gave a wrong answer. Please try again.');
  }
  const order = await insertOrder(payments.db, made, bill, requestKey, payments.now());
  if (!isBillOf(order, bill)) return otherBill();
  return { ...orderResponse(payments, order), headers: timing };
}

function orderResponse(payments: Payments, order: Order): ApiResponse {
  return {
    status: 200,
    body: {
      keyId: payments.settings.keyId,
      amount: order.amount,
      currency: order.currency,
      orderId: order.id,
      receipt: order.receipt_token,
    },
  };
}

/**
 * The address to count a request under. The server overwrites `x-forwarded-for` with the connection's own address unless
 * TRUST_PROXY is set; then the last entry is the one that the proxy added.
 */
function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}

function durationText(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
