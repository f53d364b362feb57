import { currency } from '#web/contracts/money.ts';
import { billKey } from '#web/contracts/text.ts';
import type { Order } from '#web/database/tables.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { listNetworks } from '#web/http/rate-limit.ts';
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
  deriveReceiptToken,
  findOrdersFor,
  insertOrder,
  matchesBill,
  newReference,
  sameBillWindow,
  writeOrderNotes,
} from '#web/payments/ledger/orders.ts';
import { releaseReservation, reserveAmount } from '#web/payments/ledger/reservations.ts';
import type { Payments } from '#web/payments/payments.ts';
import { refreshOrders, secondsUntilRead } from './receipt.ts';

export type OrderOutcome =
  /** `isOwner`: this request created the order and may see its receipt. */
  | ({ outcome: 'made'; order: Order; isOwner: boolean; gatewayMs?: number } & Warnings)
  | { outcome: 'invalid'; fieldErrors: Record<string, string> }
  | { outcome: 'invalid-key' }
  /** The Idempotency-Key was used for another bill. */
  | { outcome: 'other-request' }
  | { outcome: 'limited'; seconds: number }
  | { outcome: 'unexpected-order' }
  | LinkProblem;

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
 * Warnings before the checkout opens, amounts in paise. `paidBefore`: the customer's earlier payment, unless the new amount
 * is still due on the bill. `underWay`: another payment was started with the same link.
 */
type Warnings = {
  paidBefore?: EarlierPayment | undefined;
  underWay?: EarlierPayment | undefined;
};

/**
 * Creates an order, or returns the existing one. A double click, a retry and a second tab get the same order: by
 * `Idempotency-Key`, or by the open order for the same bill. Rejects with a GatewayError, or an error of the ledger.
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
  const find = () => findOrdersFor(payments.db, bill, requestKey, since);
  let { known, unconfirmed } = await find();
  // The gateway may have decided meanwhile.
  if (await refreshOrders(payments, unconfirmed)) ({ known, unconfirmed } = await find());
  if (unconfirmed.length > 0) {
    const status = { billNumber, state: 'confirming', link: 'live', amount, paid: 0 } as const;
    return { outcome: 'not-payable', status };
  }
  if (known && !matchesBill(known, bill)) return { outcome: 'other-request' };
  if (known) {
    // Anyone with a bill's details may pay it; only the request that created the order sees its receipt.
    const isOwner = known.request_key === requestKey;
    const made = { outcome: 'made', order: known, isOwner } as const;
    if (known.status === 'paid') return made;
    const warnings = await findWarnings(payments, bill, billId, known.id);
    // Two people with the same payment link send the same details, so the order may be another person's.
    const mayBeOfOther = billId && requestKey && !isOwner;
    return { ...made, ...warnings, ...(mayBeOfOther && { underWay: toEarlierPayment(known) }) };
  }
  return makeOrder(payments, bill, billId, context);
}

async function makeOrder(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  { requestKey, address, attribution }: RequestContext,
): Promise<OrderOutcome> {
  const seconds = await payments.orderLimit.take(listNetworks(address), payments.now());
  if (seconds > 0) {
    log('warn', 'too many orders from one address');
    return { outcome: 'limited', seconds };
  }
  const ourReference = newReference(payments.now());
  if (billId === undefined) return orderAtGateway(payments, bill, ourReference, { requestKey, attribution });
  // A retry of this request shares its reservation.
  const reservation = { id: requestKey ?? ourReference, billId, amount: bill.amountPaise };
  const { problem, others } = await reserveAmount(payments.db, reservation, payProblem, payments.now());
  if (problem) return problem;
  try {
    const made = await orderAtGateway(payments, bill, ourReference, { requestKey, attribution, billId });
    return made.outcome === 'made' ? { ...made, underWay: made.underWay ?? others } : made;
  } finally {
    // A reservation that cannot be released expires.
    await releaseReservation(payments.db, reservation.id).catch((reason: unknown) =>
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
      receipt: ourReference,
      notes: writeOrderNotes(bill),
    }),
    findWarnings(payments, bill, billId),
  ]);
  const gatewayMs = performance.now() - start;
  if (made.amount !== bill.amountPaise || made.currency !== currency) {
    log('error', 'the gateway created a different order than requested', { orderId: made.id });
    return { outcome: 'unexpected-order' };
  }
  const receiptToken = deriveReceiptToken(ourReference, payments.settings.keySecret);
  const details = { requestKey, billId, receiptToken, attribution, now: payments.now() };
  const order = await insertOrder(payments.db, { ...made, receipt: ourReference }, bill, details);
  log('info', 'order created', { orderId: order.id });
  if (!matchesBill(order, bill)) return { outcome: 'other-request' };
  return { outcome: 'made', order, isOwner: true, ...warnings, gatewayMs };
}

const toEarlierPayment = ({ amount, created_at }: Order): EarlierPayment => ({ amount, at: created_at });

async function findWarnings(
  payments: Payments,
  bill: Bill,
  billId: string | undefined,
  orderId?: string,
): Promise<Warnings> {
  if (billId === undefined) return { paidBefore: await findPaidBefore(payments, bill) };
  const known = { id: billId, bill_key: billKey(bill.billNumber) };
  const [begun] = await findOrdersInProgress(payments.db, known, orderId, payments.now() - sameBillWindow);
  return { underWay: begun && toEarlierPayment(begun) };
}

/**
 * Finds the last payment of a bill by number and phone together, so that a stranger cannot learn that a bill was paid. Each
 * guess creates an order and counts against the order limit. Who knows a company's number can guess its bills, so the
 * receipt, which also opens the tax invoice, is not given.
 */
async function findPaidBefore({ db, now }: Payments, bill: Bill): Promise<Warnings['paidBefore']> {
  const key = billKey(bill.billNumber);
  const earlier = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.amount', 'payments.captured_at'])
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
  return { amount: earlier.amount, at: earlier.captured_at };
}
