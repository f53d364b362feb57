import { randomUUID } from 'node:crypto';
import { type Answer, answerTo, gatewayTiming, refusal } from './answers.ts';
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

export type OrderRequest = {
  body: unknown;
  /** Of the `Idempotency-Key` header, if any. */
  requestKey: string | undefined;
  address: string;
};

/**
 * Makes a Razorpay order for a bill and keeps it in the ledger. A double click, a retried request and a second tab all
 * get the same order: by their key, by the call that is still under way, or by the open order over the same bill.
 */
export async function createOrder(payments: Payments, request: OrderRequest): Promise<Answer> {
  const parsed = orderRequestSchema.safeParse(request.body);
  if (!parsed.success)
    return refusal(400, 'Some details of the bill are not right.', {
      fieldErrors: fieldErrors(parsed.error),
    });
  const { requestKey } = request;
  if (requestKey !== undefined && !/^[\w-]{8,64}$/.test(requestKey))
    return refusal(400, 'The Idempotency-Key must be 8 to 64 letters, digits, _ or -.');

  const bill = parsed.data;
  const sameBill = JSON.stringify([bill.billNumber, bill.customerName, bill.customerPhone, bill.amountPaise]);
  try {
    const known = await findOrderFor(payments.db, bill, requestKey, payments.now() - sameBillWindow);
    if (known && !isBillOf(known, bill)) return otherBill();
    if (known) {
      // A tab that was left open for days shows an order that reconciliation has given up.
      if (known.next_check_at === null)
        await scheduleCheck(payments.db, known.id, payments.now() + firstCheckAfter, known.checks);
      return orderAnswer(payments, known);
    }
  } catch (error) {
    return answerTo(error, 'looking for an order');
  }
  const { ordersUnderWay: underWay } = payments;
  const waiting = underWay.get(sameBill);
  if (waiting) return waiting;
  const making = makeOrder(payments, bill, request).finally(() => underWay.delete(sameBill));
  underWay.set(sameBill, making);
  return making;
}

const otherBill = () => refusal(422, 'This request was sent before with other details. Please start again.');

async function makeOrder(payments: Payments, bill: Bill, request: OrderRequest): Promise<Answer> {
  const wait = payments.orderLimit.take(request.address, payments.now());
  if (wait > 0) {
    log('warn', 'too many orders from one address');
    return {
      ...refusal(429, `Too many payments were started from here. Please try again in ${waitWords(wait)}.`),
      headers: { 'retry-after': String(wait) },
    };
  }
  try {
    const asked = performance.now();
    const made = await payments.gateway.createOrder({
      amount: bill.amountPaise,
      currency,
      receipt: randomUUID(),
    });
    const timing = gatewayTiming(asked);
    if (made.amount !== bill.amountPaise || made.currency !== currency) {
      log('error', 'the gateway made another order than asked for', { orderId: made.id });
      return refusal(502, 'The payment gateway gave a wrong answer. Please try again.');
    }
    const order = await insertOrder(payments.db, made, bill, request.requestKey, payments.now());
    if (!isBillOf(order, bill)) return otherBill();
    return { ...orderAnswer(payments, order), headers: timing };
  } catch (error) {
    return answerTo(error, 'creating an order');
  }
}

function orderAnswer(payments: Payments, order: Order): Answer {
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

function waitWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
