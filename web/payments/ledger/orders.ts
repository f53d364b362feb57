import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { minute } from '#web/contracts/durations.ts';
import { billKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import type { Bill } from '#web/payments/bill.ts';
import type { GatewayOrder, GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { isPendingConfirmation } from './reports.ts';

/** Milliseconds in which requests for the same bill share an order, and other payers are warned of that order. */
export const sameBillWindow = 15 * minute;

type GivenBill = { [Field in keyof Bill]?: Bill[Field] | undefined };

/** Returns whether nothing of a browser's bill contradicts the order. Erased names contradict every name. */
export function matchesBill(order: Order, bill: GivenBill): boolean {
  return [
    [bill.billNumber, order.bill_number],
    [bill.customerName, order.customer_name],
    [bill.customerPhone, order.customer_phone],
    [bill.amountPaise, order.amount],
  ].every(([given, stored]) => given === undefined || given === stored);
}

/** Returns why a payment does not belong to the order; undefined if it does. */
export function mismatch(
  order: Pick<Order, 'id' | 'amount' | 'currency'>,
  payment: GatewayPayment,
): 'order' | 'currency' | 'amount' | undefined {
  if (payment.order_id !== order.id) return 'order';
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
  made: Pick<GatewayOrder, 'id' | 'amount' | 'currency'> & Partial<Pick<GatewayOrder, 'receipt'>>,
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
      reference: made.receipt ?? null,
      request_key: requestKey ?? null,
      bill_id: billId ?? null,
      came_from: attribution ?? null,
      created_at: moment(now),
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
  key: 'id' | 'receipt_token' = 'id',
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
    .select('payments.status as known')
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

export function readPayments(db: Database, orderId: string): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const prefix = 'web-';

/** Returns a new reference for an order: `web-20260331-4f0c9a1e2b`. */
export function newReference(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `${prefix}${day}-${randomBytes(5).toString('hex')}`;
}

/** Derived from the reference, so that receipts keep their addresses after a backup is restored. */
export function deriveReceiptToken(reference: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`receipt of ${reference}`).digest('base64url').slice(0, 22);
}

/** Returns a bill's notes for the gateway's order. Staff read the notes, and a lost ledger is restored from them. */
export function writeOrderNotes(bill: Bill): Record<string, string> {
  return { bill: bill.billNumber, customer: bill.customerName, phone: bill.customerPhone };
}

const notesSchema = z.object({ bill: z.string(), customer: z.string(), phone: z.string() });

/** Reads the bill from an order's notes; undefined for orders of other sites. */
export function readOrderBill({ amount, receipt, notes }: GatewayOrder): Bill | undefined {
  const { data } = notesSchema.safeParse(notes);
  if (!receipt?.startsWith(prefix) || !data) return undefined;
  return {
    billNumber: data.bill,
    customerName: data.customer,
    customerPhone: data.phone,
    amountPaise: amount,
  };
}
