import { randomBytes } from 'node:crypto';
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';
import { type Bill, billKey } from '#web/payments/bill.ts';
import type { GatewayOrder, GatewayPayment, PaymentStatus } from '#web/payments/gateway/gateway.ts';
import type { OrderStatus } from '#web/payments/states.ts';

/** A moment in UTC as ISO 8601 with milliseconds: the same text in SQLite and PostgreSQL, and it sorts. */
type Moment = string;

type Fixed<T> = ColumnType<T, T, never>;

export type LedgerTables = {
  /** Bills that somebody began to pay. Amounts are whole paise. */
  orders: {
    /** Razorpay's order id. */
    id: Fixed<string>;
    bill_number: Fixed<string>;
    /** Bill number without case and spaces, to find a bill that was paid twice. */
    bill_key: Fixed<string>;
    /** Null once erased. */
    customer_name: string | null;
    customer_phone: string | null;
    amount: Fixed<number>;
    currency: Fixed<string>;
    status: OrderStatus;
    /** Last part of the receipt's address. */
    receipt_token: Fixed<string>;
    /** Idempotency-Key of the request that made the order. */
    request_key: Fixed<string | null>;
    created_at: Fixed<Moment>;
    paid_at: Moment | null;
    /** When reconciliation asks Razorpay again; null when there is nothing left to learn. */
    next_check_at: Moment | null;
    checks: ColumnType<number, number | undefined, number>;
    erased_at: Moment | null;
  };
  /** One attempt to pay an order, as Razorpay knows it. */
  payments: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    amount: Fixed<number>;
    currency: Fixed<string>;
    status: PaymentStatus;
    method: string | null;
    /** Bank, wallet or card network. */
    method_detail: string | null;
    /** The bank's own reference. */
    reference: string | null;
    amount_refunded: number;
    fee: number | null;
    tax: number | null;
    error_reason: string | null;
    created_at: Fixed<Moment>;
    /** Null for what was never captured, also when Razorpay has refunded it. */
    captured_at: Moment | null;
    /** When a browser's report of it was accepted; a report after that is a replay. */
    verified_at: ColumnType<Moment | null, Moment | null | undefined, Moment>;
    /** When staff marked this second payment for a bill as settled. */
    settled_at: ColumnType<Moment | null, never, Moment>;
  };
  /** Recorded webhooks, to recognise a second delivery. Bodies are not kept: they hold personal data. */
  webhook_events: {
    id: Fixed<string>;
    body_digest: Fixed<string>;
    type: Fixed<string>;
    order_id: Fixed<string>;
    received_at: Fixed<Moment>;
  };
  /** The trail of an order: what became known, when, and from where. */
  order_events: {
    id: Generated<number>;
    order_id: Fixed<string>;
    payment_id: Fixed<string | null>;
    source: Fixed<string>;
    event: Fixed<string>;
    at: Fixed<Moment>;
    /** The member of staff who did it, if any. */
    actor: ColumnType<string | null, string | undefined, never>;
  };
};

export type LedgerDatabase = Kysely<LedgerTables>;
export type Order = Selectable<LedgerTables['orders']>;
export type Payment = Selectable<LedgerTables['payments']>;
type OrderEvent = Selectable<LedgerTables['order_events']>;

export const moment = (milliseconds: number): Moment => new Date(milliseconds).toISOString();

/** Time from an order's creation to its first check, in milliseconds. */
export const firstCheckAfter = 15 * 60_000;

/** An order's bill as it was given, to compare with what a browser sends later. Erased names match nothing. */
export function isBillOf(order: Order, bill: Bill): boolean {
  return (
    order.bill_number === bill.billNumber &&
    order.customer_name === bill.customerName &&
    order.customer_phone === bill.customerPhone &&
    order.amount === bill.amountPaise
  );
}

/** Why a payment cannot belong to the order that the ledger holds, or undefined when it does. */
export function mismatch(
  order: Pick<Order, 'id' | 'amount' | 'currency'>,
  payment: GatewayPayment,
): 'order' | 'currency' | 'amount' | undefined {
  if (payment.orderId !== order.id) return 'order';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.amount !== order.amount) return 'amount';
  return undefined;
}

/** Stores a new order durably. When another request with the same key was first, answers with that one's order. */
export async function insertOrder(
  db: LedgerDatabase,
  made: GatewayOrder,
  bill: Bill,
  requestKey: string | undefined,
  now: number,
): Promise<Order> {
  const inserted = await db
    .insertInto('orders')
    .values({
      id: made.id,
      bill_number: bill.billNumber,
      bill_key: billKey(bill.billNumber),
      customer_name: bill.customerName,
      customer_phone: bill.customerPhone,
      amount: made.amount,
      currency: made.currency,
      status: 'created',
      receipt_token: randomBytes(16).toString('base64url'),
      request_key: requestKey ?? null,
      created_at: moment(now),
      next_check_at: moment(now + firstCheckAfter),
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  return db
    .selectFrom('orders')
    .selectAll()
    .where('request_key', '=', requestKey ?? '')
    .executeTakeFirstOrThrow();
}

/** The order with this id, or with another key of its own. */
export function findOrder(
  db: LedgerDatabase,
  value: string,
  key: 'id' | 'receipt_token' | 'request_key' = 'id',
): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where(key, '=', value).executeTakeFirst();
}

/** What the ledger has of a payment that a browser reports, with its order: one trip to the database. */
export async function findReported(
  db: LedgerDatabase,
  orderId: string,
  paymentId: string,
): Promise<{ order: Order; known: Pick<Payment, 'status' | 'verified_at'> | undefined } | undefined> {
  const row = await db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join.onRef('payments.order_id', '=', 'orders.id').on('payments.id', '=', paymentId),
    )
    .selectAll('orders')
    .select(['payments.status as payment_status', 'payments.verified_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { payment_status: status, verified_at, ...order } = row;
  return { order, known: status ? { status, verified_at } : undefined };
}

/**
 * The order that was made for the request with this key, whatever its bill, or else the latest order over exactly this
 * bill that is not paid and not older than `since`.
 */
export async function findOrderFor(
  db: LedgerDatabase,
  bill: Bill,
  requestKey: string | undefined,
  since: number,
): Promise<Order | undefined> {
  const found = await db
    .selectFrom('orders')
    .selectAll()
    .where((is) => {
      const open = is.and([
        is('bill_key', '=', billKey(bill.billNumber)),
        is('created_at', '>=', moment(since)),
        is('status', '!=', 'paid'),
        is('bill_number', '=', bill.billNumber),
        is('amount', '=', bill.amountPaise),
        is('customer_phone', '=', bill.customerPhone),
        is('customer_name', '=', bill.customerName),
      ]);
      return requestKey === undefined ? open : is.or([is('request_key', '=', requestKey), open]);
    })
    .orderBy('created_at', 'desc')
    .execute();
  return found.find((order) => requestKey !== undefined && order.request_key === requestKey) ?? found[0];
}

export function paymentsOf(db: LedgerDatabase, orderId: string): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function eventsOf(db: LedgerDatabase, orderId: string): Promise<OrderEvent[]> {
  return db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Open orders that are due for a check, the longest overdue first. */
export function ordersToCheck(db: LedgerDatabase, now: number, limit: number): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('next_check_at', '<=', moment(now))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Schedules the next check of an order (undefined: none), unless it was paid in the meantime. */
export async function scheduleCheck(
  db: LedgerDatabase,
  orderId: string,
  at: number | undefined,
  checks: number,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ next_check_at: at === undefined ? null : moment(at), checks })
    .where('id', '=', orderId)
    .where('status', '!=', 'paid')
    .execute();
}
