import type { ColumnType, Generated } from 'kysely';
import type { PaymentStatus } from '#web/payments/gateway/gateway.ts';
import type { OrderStatus } from '#web/payments/states.ts';

/** A moment in UTC as ISO 8601 with milliseconds: the same text in SQLite and PostgreSQL, and it sorts. */
export type Moment = string;

type Fixed<T> = ColumnType<T, T, never>;

/** Bills that somebody began to pay. Amounts are whole paise. */
export type OrdersTable = {
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
export type PaymentsTable = {
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
export type WebhookEventsTable = {
  id: Fixed<string>;
  body_digest: Fixed<string>;
  type: Fixed<string>;
  order_id: Fixed<string>;
  received_at: Fixed<Moment>;
};

/** The trail of an order: what became known, when, and from where. */
export type OrderEventsTable = {
  id: Generated<number>;
  order_id: Fixed<string>;
  payment_id: Fixed<string | null>;
  source: Fixed<string>;
  event: Fixed<string>;
  at: Fixed<Moment>;
  /** The member of staff who did it, if any. */
  actor: ColumnType<string | null, string | undefined, never>;
};

export type LedgerTables = {
  orders: OrdersTable;
  payments: PaymentsTable;
  webhook_events: WebhookEventsTable;
  order_events: OrderEventsTable;
};
