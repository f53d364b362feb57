import { randomBytes } from 'node:crypto';
import { billKey } from '#web/contracts/bill-key.ts';
import { minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import type { Bill } from '#web/payments/bill.ts';
import type { GatewayOrder, GatewayPayment } from '#web/payments/gateway.ts';
import { isPendingConfirmation } from './reports.ts';

/** Milliseconds from an order's creation to its first check. */
export const firstCheckAfter = 15 * minute;

/** Milliseconds in which requests for the same bill share an order, and other payers are warned of that order. */
export const sameBillWindow = 15 * minute;

/** Returns whether a browser's bill matches the order. Erased names match nothing. */
export function matchesBill(order: Order, bill: Bill): boolean {
  return (
    order.bill_number === bill.billNumber &&
    order.customer_name === bill.customerName &&
    order.customer_phone === bill.customerPhone &&
    order.amount === bill.amountPaise
  );
}

/** Returns why a payment does not belong to the order; undefined if it does. */
export function mismatch(
  order: Pick<Order, 'id' | 'amount' | 'currency'>,
  payment: GatewayPayment,
): 'order' | 'currency' | 'amount' | undefined {
  if (payment.orderId !== order.id) return 'order';
  if (payment.currency !== order.currency) return 'currency';
  // If the customer bears the gateway's fee or part of it, that part is charged on top of the order.
  const surcharge = payment.amount - order.amount;
  if (surcharge < 0 || surcharge > (payment.fee ?? 0)) return 'amount';
  return undefined;
}

type OrderDetails = {
  /** Idempotency-Key of the request. */
  requestKey?: string | undefined;
  /** The bill of the payment link. */
  billId?: string | undefined;
  receiptToken?: string;
  /** The referrer or campaign that led the customer to the site. */
  attribution?: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
};

/** Stores an order, or returns the order of an earlier request with the same key. */
export async function insertOrder(
  db: Database,
  made: Pick<GatewayOrder, 'id' | 'amount' | 'currency'> & Partial<Pick<GatewayOrder, 'ourReference'>>,
  bill: Bill,
  {
    requestKey,
    billId,
    receiptToken = randomBytes(16).toString('base64url'),
    attribution,
    now,
  }: OrderDetails,
): Promise<Order> {
  const inserted = await db
    .insertInto('orders')
    .values({
      id: made.id,
      bill_number: bill.billNumber,
      bill_key: billKey(bill.billNumber),
      customer_name: bill.customerName,
      customer_phone: bill.customerPhone,
      customer_email: bill.customerEmail ?? null,
      amount: made.amount,
      currency: made.currency,
      status: 'created',
      receipt_token: receiptToken,
      reference: made.ourReference ?? null,
      request_key: requestKey ?? null,
      bill_id: billId ?? null,
      came_from: attribution ?? null,
      created_at: moment(now),
      next_check_at: moment(now + firstCheckAfter),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  return db
    .selectFrom('orders')
    .selectAll()
    .where((is) => is.or([is('request_key', '=', requestKey ?? ''), is('id', '=', made.id)]))
    .executeTakeFirstOrThrow();
}

/** Finds an order by its id or another unique key. */
export function findOrder(
  db: Database,
  value: string,
  key: 'id' | 'receipt_token' | 'request_key' = 'id',
): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where(key, '=', value).executeTakeFirst();
}

/** Finds the order and the known state of a reported payment in one query. */
export function findReportedOrder(db: Database, orderId: string, paymentId: string) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join.onRef('payments.order_id', '=', 'orders.id').on('payments.id', '=', paymentId),
    )
    .selectAll('orders')
    .select(['payments.status as known', 'payments.verified_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
}

/**
 * Finds orders for a payment request. `known` is the order of the request key, or else the latest open order for
 * exactly this bill; `unconfirmed` are the bill's orders pending confirmation. Uses one query, because every customer
 * waits for it.
 */
export async function findOrdersFor(
  db: Database,
  bill: Bill,
  requestKey: string | undefined,
  since: number,
): Promise<{ known: Order | undefined; unconfirmed: Order[] }> {
  const key = billKey(bill.billNumber);
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select(isPendingConfirmation('orders').as('isPending'))
    .where((is) => {
      const open = is.and([
        is('created_at', '>=', moment(since)),
        is('status', '!=', 'paid'),
        is('bill_number', '=', bill.billNumber),
        is('amount', '=', bill.amountPaise),
        is('customer_phone', '=', bill.customerPhone),
        is('customer_name', '=', bill.customerName),
        is('customer_email', 'is not distinct from', bill.customerEmail ?? null),
      ]);
      const ofBill = is.and([is('bill_key', '=', key), is.or([open, isPendingConfirmation('orders')])]);
      return requestKey === undefined ? ofBill : is.or([is('request_key', '=', requestKey), ofBill]);
    })
    .orderBy('created_at', 'desc')
    .execute();
  const orders = rows.map(({ isPending, ...order }) => ({ order, isPending }));
  const ofRequest = orders.find(({ order }) => order.request_key === requestKey);
  const known = ofRequest ?? orders.find((one) => !one.isPending);
  const unconfirmed = orders.filter((one) => one.isPending && one.order.bill_key === key);
  return { known: known?.order, unconfirmed: unconfirmed.map(({ order }) => order) };
}

export function paymentsOf(db: Database, orderId: string): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function eventsOf(db: Database, orderId: string) {
  return db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Orders per round of checks. */
const mostChecks = 10_000;

/** Returns the orders that are due for a check, longest overdue first. */
export function ordersToCheck(db: Database, now: number): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('next_check_at', '<=', moment(now))
    .orderBy('next_check_at')
    .limit(mostChecks)
    .execute();
}

/** Schedules an order's next check (undefined: none), unless it was rescheduled since the order was read. */
export async function scheduleCheck(
  db: Database,
  order: Pick<Order, 'id' | 'next_check_at'>,
  at: number | undefined,
  checks: number,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ next_check_at: at === undefined ? null : moment(at), checks })
    .where('id', '=', order.id)
    .where('next_check_at', 'is not distinct from', order.next_check_at)
    .execute();
}
