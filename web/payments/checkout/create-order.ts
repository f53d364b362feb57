import { billKey } from '#web/contracts/bill-key.ts';
import { currency } from '#web/contracts/money.ts';
import type { Database, Order } from '#web/database/tables.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { networksOf } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { type Bill, orderRequestSchema } from '#web/payments/bill.ts';
import {
  checkLink,
  type LinkProblem,
  payProblem,
  withBillCustomer,
} from '#web/payments/bills/pay-by-link.ts';
import { findBillsByKey, findOrdersInProgress } from '#web/payments/ledger/bills.ts';
import {
  findOrdersFor,
  firstCheckAfter,
  insertOrder,
  matchesBill,
  sameBillWindow,
  scheduleCheck,
} from '#web/payments/ledger/orders.ts';
import { releaseReservation, reserveAmount } from '#web/payments/ledger/reservations.ts';
import type { Payments } from '#web/payments/payments.ts';
import { scheduleImmediateCheck } from '#web/payments/sync/reconciliation.ts';
import { newReference, notesOf, receiptTokenOf } from './order-reference.ts';
import { secondsUntilRead } from './receipt.ts';

export type OrderOutcome =
  /** `isOwner`: this request created the order and may see its receipt. */
  | ({ outcome: 'made'; order: Order; isOwner: boolean; gatewayMs?: number } & Warnings)
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  | { outcome: 'invalid-key' }
  /** The Idempotency-Key was used for another bill. */
  | { outcome: 'other-bill' }
  | { outcome: 'limited'; seconds: number }
  | { outcome: 'unexpected-order' }
  | LinkProblem;

/** Requests in flight, by bill. A second request awaits the first. */
const ordersInFlight = new WeakMap<Database, Map<string, Promise<OrderOutcome>>>();

type RequestContext = {
  requestKey: string | undefined;
  address: string;
  /** The referrer or campaign that led the customer to the site. */
  attribution?: string | undefined;
  /** Whether the site's form asks for an e-mail address. */
  asksEmail(): Promise<boolean>;
};

type EarlierPayment = { amount: number; at: string };

/**
 * Warnings before the checkout opens, amounts in paise. `paidBefore`: the customer's earlier payment with its receipt
 * token, unless the new amount is still due on the bill. `underWay`: another payment was started with the same link.
 */
type Warnings = {
  paidBefore?: (EarlierPayment & { receipt: string }) | undefined;
  underWay?: EarlierPayment | undefined;
};

/**
 * Creates an order, or returns the existing one. A double click, a retry and a second tab get the same order: by
 * `Idempotency-Key`, by the call in flight, or by the open order for the same bill. Rejects with a GatewayError, or an
 * error of the ledger.
 */
export async function createOrder(
  payments: Payments,
  given: unknown,
  context: RequestContext,
): Promise<OrderOutcome> {
  const { requestKey } = context;
  const { request, email } = await withBillCustomer(payments, given);
  const parsed = orderRequestSchema.safeParse(request);
  if (!parsed.success) return { outcome: 'invalid', fieldErrors: fieldErrors(parsed.error) };
  if (requestKey !== undefined && !/^[\w-]{8,64}$/.test(requestKey)) return { outcome: 'invalid-key' };

  const { link } = parsed.data;
  let { bill } = parsed.data;
  // Otherwise anyone could make the agency send e-mail to a stranger.
  if (bill.customerEmail && !(await context.asksEmail().catch(() => false)))
    bill = { ...bill, customerEmail: undefined };
  bill = { ...bill, customerEmail: bill.customerEmail ?? email };
  const wait = link === undefined ? 0 : await secondsUntilRead(payments, context.address);
  if (wait > 0) return { outcome: 'limited', seconds: wait };
  const byLink = link === undefined ? undefined : await checkLink(payments, link, bill);
  if (byLink && byLink.outcome !== 'payable') return byLink;
  const billId = byLink?.billId;
  const { billNumber, amountPaise: amount } = bill;
  const since = payments.now() - sameBillWindow;
  const { known, unconfirmed } = await findOrdersFor(payments.db, bill, requestKey, since);
  if (unconfirmed.length > 0) {
    await scheduleImmediateCheck(payments, unconfirmed);
    const status = { billNumber, state: 'confirming', link: 'live', amount, paid: 0 } as const;
    return { outcome: 'not-payable', status };
  }
  // Includes the e-mail address: a corrected address makes a new order, because the receipt goes there.
  const sameBill = JSON.stringify(bill);
  if (known && !matchesBill(known, bill)) return { outcome: 'other-bill' };
  if (known) {
    const made = { outcome: 'made', order: known, isOwner: isOwner(known, requestKey) } as const;
    if (known.status === 'paid') return made;
    // A tab left open for days can show an order that reconciliation has given up on.
    if (known.next_check_at === null)
      await scheduleCheck(payments.db, known, payments.now() + firstCheckAfter, known.checks);
    const warnings = await findWarnings(payments, bill, billId, known.id);
    return { ...made, ...warnings, ...warningOf(made, billId, requestKey) };
  }
  const pendingOrders = ordersInFlight.get(payments.db) ?? new Map<string, Promise<OrderOutcome>>();
  ordersInFlight.set(payments.db, pendingOrders);
  // Do not await between get and set, or two requests could both find nothing.
  const pending = pendingOrders.get(sameBill);
  if (pending) {
    const made = await pending;
    if (made.outcome !== 'made') return made;
    const shared = { ...made, isOwner: isOwner(made.order, requestKey) };
    return { ...shared, ...warningOf(shared, billId, requestKey) };
  }
  const making = makeOrder(payments, bill, billId, context).finally(() => pendingOrders.delete(sameBill));
  pendingOrders.set(sameBill, making);
  return making;
}

/** Anyone with a bill's details may pay it; only the request that created the order sees its receipt. */
const isOwner = (order: Order, requestKey: string | undefined) =>
  requestKey !== undefined && order.request_key === requestKey;

async function makeOrder(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  { requestKey, address, attribution }: RequestContext,
): Promise<OrderOutcome> {
  const seconds = await payments.orderLimit.take(networksOf(address), payments.now());
  if (seconds > 0) {
    log('warn', 'too many orders from one address');
    return { outcome: 'limited', seconds };
  }
  const ourReference = newReference(payments.now());
  if (billId === undefined) return orderAtGateway(payments, bill, ourReference, { requestKey, attribution });
  const reservation = { id: ourReference, billId, amount: bill.amountPaise };
  const { problem, others } = await reserveAmount(payments.db, reservation, payProblem, payments.now());
  if (problem) return problem;
  try {
    const made = await orderAtGateway(payments, bill, ourReference, { requestKey, attribution, billId });
    return made.outcome === 'made' ? { ...made, underWay: made.underWay ?? others } : made;
  } finally {
    // A reservation that cannot be released expires.
    await releaseReservation(payments.db, ourReference).catch((reason: unknown) =>
      log('warn', 'a reservation could not be released', { reason }),
    );
  }
}

async function orderAtGateway(
  payments: Payments,
  bill: Bill,
  ourReference: string,
  {
    requestKey,
    billId,
    attribution,
  }: Pick<RequestContext, 'requestKey' | 'attribution'> & { billId?: string },
): Promise<OrderOutcome> {
  const start = performance.now();
  const [made, warnings] = await Promise.all([
    payments.gateway.createOrder({
      amount: bill.amountPaise,
      currency,
      ourReference,
      notes: notesOf(bill),
    }),
    findWarnings(payments, bill, billId),
  ]);
  const gatewayMs = performance.now() - start;
  if (made.amount !== bill.amountPaise || made.currency !== currency) {
    log('error', 'the gateway created a different order than requested', { orderId: made.id });
    return { outcome: 'unexpected-order' };
  }
  const receiptToken = receiptTokenOf(ourReference, payments.settings.keySecret);
  const details = { requestKey, billId, receiptToken, attribution, now: payments.now() };
  const order = await insertOrder(payments.db, { ...made, ourReference }, bill, details);
  log('info', 'order created', { orderId: order.id });
  if (!matchesBill(order, bill)) return { outcome: 'other-bill' };
  return { outcome: 'made', order, isOwner: true, ...warnings, gatewayMs };
}

/** Two people with the same payment link send the same details, so the order may be another person's. */
const warningOf = (
  { order, isOwner }: { order: Order; isOwner: boolean },
  billId: string | undefined,
  requestKey: string | undefined,
): Warnings => (billId && requestKey && !isOwner ? { underWay: startOf(order) } : {});

const startOf = ({ amount, created_at }: Order): EarlierPayment => ({ amount, at: created_at });

async function findWarnings(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  orderId?: string,
): Promise<Warnings> {
  if (billId === undefined) return { paidBefore: await findPaidBefore(payments, bill) };
  const known = { id: billId, bill_key: billKey(bill.billNumber) };
  const [begun] = await findOrdersInProgress(payments.db, known, orderId, payments.now() - sameBillWindow);
  return { underWay: begun && startOf(begun) };
}

/**
 * Finds the last payment of a bill by number and phone together, so that a stranger cannot learn that a bill was paid
 * or where its receipt is. Each guess of a phone number creates an order and counts against the order limit.
 */
async function findPaidBefore({ db, now }: Payments, bill: Bill): Promise<Warnings['paidBefore']> {
  const key = billKey(bill.billNumber);
  const earlier = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.amount', 'orders.receipt_token', 'payments.captured_at'])
    .where('orders.bill_key', '=', key)
    .where('orders.customer_phone', '=', bill.customerPhone)
    .where('payments.status', '=', 'captured')
    // The gateway's times are whole seconds, so two payments can have the same time.
    .orderBy('payments.captured_at', 'desc')
    .orderBy('orders.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier?.captured_at) return undefined;
  const stated = (await findBillsByKey(db, [key], now())).get(key);
  const isPart = stated && stated.amount - stated.paid >= bill.amountPaise;
  if (isPart) return undefined;
  return { amount: earlier.amount, at: earlier.captured_at, receipt: earlier.receipt_token };
}
