import { type Bill, billKey, fieldErrors, orderRequestSchema } from './bill.ts';
import { findOrderFor, firstCheckAfter, insertOrder, isBillOf, scheduleCheck } from './ledger/orders.ts';
import type { Order } from './ledger/tables.ts';
import { log } from './log.ts';
import { currency } from './money.ts';
import { newReference, notesOf, receiptTokenOf } from './order-reference.ts';
import type { Payments } from './payments.ts';
import { networksOf } from './rate-limit.ts';

/** For how long a second request over the same bill is given the order of the first, in milliseconds. */
const sameBillWindow = 15 * 60_000;

/** What became of a request to pay a bill. */
export type MadeOrder =
  /** `isOwner`: this request made the order, so that it may know its receipt. */
  | {
      outcome: 'made';
      order: Order;
      isOwner: boolean;
      paidBefore?: PaidBefore | undefined;
      gatewayMs?: number;
    }
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  | { outcome: 'invalid-key' }
  /** The Idempotency-Key was used for another bill. */
  | { outcome: 'other-bill' }
  | { outcome: 'limited'; seconds: number }
  | { outcome: 'wrong-answer' };

type Sender = { requestKey: string | undefined; address: string };

/** An earlier payment of the same customer for the same bill; paise. */
type PaidBefore = { amount: number; at: string };

/**
 * Makes a Razorpay order for a bill and keeps it in the ledger. A double click, a retried request and a second tab all
 * get the same order: by their `Idempotency-Key`, by the call that is still under way, or by the open order over the
 * same bill. Rejects with a GatewayError, or an error of the ledger.
 */
export async function createOrder(
  payments: Payments,
  request: unknown,
  { requestKey, address }: Sender,
): Promise<MadeOrder> {
  const parsed = orderRequestSchema.safeParse(request);
  if (!parsed.success) return { outcome: 'invalid', fieldErrors: fieldErrors(parsed.error) };
  if (requestKey !== undefined && !/^[\w-]{8,64}$/.test(requestKey)) return { outcome: 'invalid-key' };

  const bill = parsed.data;
  const sameBill = JSON.stringify([
    ...[bill.billNumber, bill.customerName, bill.customerPhone, bill.amountPaise],
    // A corrected address is a new order: the receipt goes to that of the order.
    bill.customerEmail,
  ]);
  const known = await findOrderFor(payments.db, bill, requestKey, payments.now() - sameBillWindow);
  if (known && !isBillOf(known, bill)) return { outcome: 'other-bill' };
  if (known) {
    // A tab that was left open for days shows an order that reconciliation has given up.
    if (known.next_check_at === null && known.status !== 'paid')
      await scheduleCheck(payments.db, known, payments.now() + firstCheckAfter, known.checks);
    return { outcome: 'made', order: known, isOwner: isOwner(known, requestKey) };
  }
  const { pendingOrders } = payments;
  // Nothing is awaited between the look and the entry, or two requests could both find nothing.
  const pending = pendingOrders.get(sameBill);
  if (pending) {
    const made = await pending;
    return made.outcome === 'made' ? { ...made, isOwner: isOwner(made.order, requestKey) } : made;
  }
  const making = makeOrder(payments, bill, { requestKey, address }).finally(() =>
    pendingOrders.delete(sameBill),
  );
  pendingOrders.set(sameBill, making);
  return making;
}

/** Who knows the details of a bill may pay it, but sees the receipt only with the key of the request that made it. */
const isOwner = (order: Order, requestKey: string | undefined) =>
  requestKey !== undefined && order.request_key === requestKey;

async function makeOrder(
  payments: Payments,
  bill: Bill,
  { requestKey, address }: Sender,
): Promise<MadeOrder> {
  const seconds = await payments.orderLimit.take(networksOf(address), payments.now());
  if (seconds > 0) {
    log('warn', 'too many orders from one address');
    return { outcome: 'limited', seconds };
  }
  const start = performance.now();
  const reference = newReference(payments.now());
  const [made, paidBefore] = await Promise.all([
    payments.gateway.createOrder({
      amount: bill.amountPaise,
      currency,
      receipt: reference,
      notes: notesOf(bill),
    }),
    findPaidBefore(payments, bill),
  ]);
  const gatewayMs = performance.now() - start;
  if (made.amount !== bill.amountPaise || made.currency !== currency) {
    log('error', 'the gateway made another order than asked for', { orderId: made.id });
    return { outcome: 'wrong-answer' };
  }
  const receiptToken = receiptTokenOf(reference, payments.settings.keySecret);
  const now = payments.now();
  const order = await insertOrder(payments.db, { ...made, receipt: reference }, bill, {
    requestKey,
    receiptToken,
    now,
  });
  if (!isBillOf(order, bill)) return { outcome: 'other-bill' };
  return { outcome: 'made', order, isOwner: true, paidBefore, gatewayMs };
}

/** Whoever knows the bill and the customer's phone number may know that it was paid. */
async function findPaidBefore({ db }: Payments, bill: Bill): Promise<PaidBefore | undefined> {
  const earlier = await db
    .selectFrom('orders')
    .select(['amount', 'paid_at'])
    .where('bill_key', '=', billKey(bill.billNumber))
    .where('customer_phone', '=', bill.customerPhone)
    .where('status', '=', 'paid')
    .orderBy('paid_at', 'desc')
    .executeTakeFirst();
  return earlier?.paid_at ? { amount: earlier.amount, at: earlier.paid_at } : undefined;
}
