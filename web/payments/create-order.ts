import { billKey } from '#web/contracts/bill-key.ts';
import { currency } from '#web/contracts/money.ts';
import type { Database, Order } from '#web/database/tables.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { networksOf } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { type Bill, orderRequestSchema } from './bill.ts';
import { checkLink, type LinkProblem } from './bills/pay-by-link.ts';
import { findBillsByKey, findUnderWay } from './ledger/bills.ts';
import { findOrderFor, firstCheckAfter, insertOrder, isBillOf, scheduleCheck } from './ledger/orders.ts';
import { newReference, notesOf, receiptTokenOf } from './order-reference.ts';
import type { Payments } from './payments.ts';
import { waitForLook } from './receipt.ts';
import { ordersBeingConfirmed } from './reconciliation.ts';

/** For how long a second request over the same bill is given the order of the first, in milliseconds. */
const sameBillWindow = 15 * 60_000;

/** What became of a request to pay a bill. */
export type MadeOrder =
  /** `isOwner`: this request made the order, so that it may know its receipt. */
  | ({ outcome: 'made'; order: Order; isOwner: boolean; gatewayMs?: number } & Warnings)
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  | { outcome: 'invalid-key' }
  /** The Idempotency-Key was used for another bill. */
  | { outcome: 'other-bill' }
  | { outcome: 'limited'; seconds: number }
  | { outcome: 'wrong-answer' }
  | LinkProblem;

/** Orders that are being made, by their bill: a second request waits for the response to the first. */
const ordersBeingMade = new WeakMap<Database, Map<string, Promise<MadeOrder>>>();

type Sender = {
  requestKey: string | undefined;
  address: string;
  /** Whether a form of the site asks for an e-mail address, whatever the request says. */
  asksEmail(): Promise<boolean>;
};

type Earlier = { amount: number; at: string };

/**
 * What the customer should know before paying (paise): an earlier payment of theirs for a bill of which nothing is open, or
 * another payment by the bill's link that was begun, by whomever.
 */
type Warnings = { paidBefore?: Earlier | undefined; underWay?: Earlier | undefined };

/**
 * A double click, a retried request and a second tab all get the same order: by their `Idempotency-Key`, by the call that
 * is still under way, or by the open order over the same bill. Rejects with a GatewayError, or an error of the ledger.
 */
export async function createOrder(payments: Payments, request: unknown, sender: Sender): Promise<MadeOrder> {
  const { requestKey } = sender;
  const parsed = orderRequestSchema.safeParse(request);
  if (!parsed.success) return { outcome: 'invalid', fieldErrors: fieldErrors(parsed.error) };
  if (requestKey !== undefined && !/^[\w-]{8,64}$/.test(requestKey)) return { outcome: 'invalid-key' };

  const { link } = parsed.data;
  let { bill } = parsed.data;
  // Else anybody could have the agency write to anybody.
  if (bill.customerEmail && !(await sender.asksEmail().catch(() => false)))
    bill = { ...bill, customerEmail: undefined };
  const wait = link === undefined ? 0 : await waitForLook(payments, sender.address);
  if (wait > 0) return { outcome: 'limited', seconds: wait };
  const byLink = link === undefined ? undefined : await checkLink(payments, link, bill);
  if (byLink && byLink.outcome !== 'payable') return byLink;
  const billId = byLink?.billId;
  const { billNumber, amountPaise: amount } = bill;
  if ((await ordersBeingConfirmed(payments, billNumber)).length > 0)
    return { outcome: 'not-payable', status: { billNumber, state: 'confirming', amount, paid: 0 } };
  const sameBill = JSON.stringify([
    ...[bill.billNumber, bill.customerName, bill.customerPhone, bill.amountPaise],
    // A corrected address is a new order: the receipt goes to that of the order.
    bill.customerEmail,
  ]);
  const known = await findOrderFor(payments.db, bill, requestKey, payments.now() - sameBillWindow);
  if (known && !isBillOf(known, bill)) return { outcome: 'other-bill' };
  if (known) {
    const made = { outcome: 'made', order: known, isOwner: isOwner(known, requestKey) } as const;
    if (known.status === 'paid') return made;
    // A tab that was left open for days shows an order that reconciliation has given up.
    if (known.next_check_at === null)
      await scheduleCheck(payments.db, known, payments.now() + firstCheckAfter, known.checks);
    return { ...made, ...(await findWarnings(payments, bill, billId, known.id)) };
  }
  const pendingOrders = ordersBeingMade.get(payments.db) ?? new Map<string, Promise<MadeOrder>>();
  ordersBeingMade.set(payments.db, pendingOrders);
  // Nothing is awaited between the look and the entry, or two requests could both find nothing.
  const pending = pendingOrders.get(sameBill);
  if (pending) {
    const made = await pending;
    return made.outcome === 'made' ? { ...made, isOwner: isOwner(made.order, requestKey) } : made;
  }
  const making = makeOrder(payments, bill, billId, sender).finally(() => pendingOrders.delete(sameBill));
  pendingOrders.set(sameBill, making);
  return making;
}

/** Who knows the details of a bill may pay it, but sees the receipt only with the key of the request that made it. */
const isOwner = (order: Order, requestKey: string | undefined) =>
  requestKey !== undefined && order.request_key === requestKey;

async function makeOrder(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  { requestKey, address }: Sender,
): Promise<MadeOrder> {
  const seconds = await payments.orderLimit.take(networksOf(address), payments.now());
  if (seconds > 0) {
    log('warn', 'too many orders from one address');
    return { outcome: 'limited', seconds };
  }
  const start = performance.now();
  const receipt = newReference(payments.now());
  const [made, warnings] = await Promise.all([
    payments.gateway.createOrder({ amount: bill.amountPaise, currency, receipt, notes: notesOf(bill) }),
    findWarnings(payments, bill, billId),
  ]);
  const gatewayMs = performance.now() - start;
  if (made.amount !== bill.amountPaise || made.currency !== currency) {
    log('error', 'the gateway made another order than asked for', { orderId: made.id });
    return { outcome: 'wrong-answer' };
  }
  const receiptToken = receiptTokenOf(receipt, payments.settings.keySecret);
  const details = { requestKey, billId, receiptToken, now: payments.now() };
  const order = await insertOrder(payments.db, { ...made, receipt }, bill, details);
  log('info', 'order made', { orderId: order.id });
  if (!isBillOf(order, bill)) return { outcome: 'other-bill' };
  return { outcome: 'made', order, isOwner: true, ...warnings, gatewayMs };
}

async function findWarnings(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  orderId?: string,
): Promise<Warnings> {
  if (billId === undefined) return { paidBefore: await findPaidBefore(payments, bill) };
  const begun = await findUnderWay(payments.db, bill.billNumber, orderId, payments.now() - sameBillWindow);
  return { underWay: begun && { amount: begun.amount, at: begun.created_at } };
}

/** Whoever knows the bill and the customer's phone number may know that it was paid. */
async function findPaidBefore({ db, now }: Payments, bill: Bill): Promise<Earlier | undefined> {
  const key = billKey(bill.billNumber);
  const earlier = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.amount', 'payments.captured_at'])
    .where('orders.bill_key', '=', key)
    .where('orders.customer_phone', '=', bill.customerPhone)
    .where('payments.status', '=', 'captured')
    .orderBy('payments.captured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier?.captured_at) return undefined;
  const stated = (await findBillsByKey(db, [key], now())).get(key);
  const isPart = stated && stated.amount - stated.paid >= bill.amountPaise;
  return isPart ? undefined : { amount: earlier.amount, at: earlier.captured_at };
}
