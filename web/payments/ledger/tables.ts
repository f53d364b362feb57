import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';
import type { DisputeStatus, PaymentStatus, RefundStatus } from '#web/payments/gateway.ts';
import type { Message } from '#web/payments/mail/contract.ts';
import type { OrderStatus, RefundRequestState } from '#web/payments/states.ts';

/** A moment in UTC as ISO 8601 with milliseconds: the same text in SQLite and PostgreSQL, and it sorts. */
export type Moment = string;

type Fixed<T> = ColumnType<T, T, never>;

/** `tax` is the part of the fee that is tax. `unexplained` money fits no order; `explained` closes such an entry. */
export type EntryKind =
  | 'authorized'
  | 'captured'
  | 'fee'
  | 'tax'
  | 'refunded'
  | 'refund-failed'
  | 'disputed'
  | 'dispute-lost'
  | 'dispute-won'
  | 'dispute-closed'
  | 'settled'
  | 'unexplained'
  | 'explained';

export type LedgerTables = {
  /** Bills that somebody began to pay. Amounts are whole paise. */
  orders: {
    /** The gateway's order id. */
    id: Fixed<string>;
    bill_number: Fixed<string>;
    /** Bill number without case and spaces, to find a bill that was paid twice. */
    bill_key: Fixed<string>;
    /** Null once erased. */
    customer_name: string | null;
    customer_phone: string | null;
    /** For the receipt, if the form asked for it and the customer gave one; null once erased. */
    customer_email: string | null;
    amount: Fixed<number>;
    currency: Fixed<string>;
    status: OrderStatus;
    /** The order's `receipt` at the gateway, to find one from the other; null for orders of older versions. */
    reference: Fixed<string | null>;
    /** The bill whose pay link it was made by; null when the bill was typed in. */
    bill_id: ColumnType<string | null, string | null | undefined, never>;
    /** Last part of the receipt's address. */
    receipt_token: Fixed<string>;
    /** Idempotency-Key of the request that made the order. */
    request_key: Fixed<string | null>;
    created_at: Fixed<Moment>;
    paid_at: Moment | null;
    /** When reconciliation asks the gateway again; null when there is nothing left to learn. */
    next_check_at: Moment | null;
    checks: ColumnType<number, number | undefined, number>;
    erased_at: Moment | null;
  };
  /** Bills that the site knows. What was paid of one follows from the orders with its `bill_key`, by whatever way. */
  bills: {
    id: Fixed<string>;
    bill_number: Fixed<string>;
    /** One bill of a key at a time; cancelled ones do not count. */
    bill_key: Fixed<string>;
    /** Null once erased, as the phone number, the e-mail address and the note. */
    customer_name: string | null;
    customer_phone: string | null;
    customer_email: string | null;
    amount: Fixed<number>;
    /** A day, `2026-03-31`. */
    due_on: Fixed<string | null>;
    note: string | null;
    /** When its link ends. */
    expires_at: Fixed<Moment>;
    created_at: Fixed<Moment>;
    created_by: Fixed<string>;
    cancelled_at: Moment | null;
    cancelled_by: string | null;
    erased_at: Moment | null;
  };
  /** One attempt to pay an order, as the gateway knows it. */
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
    /** The customer's UPI address; null once erased. */
    vpa: string | null;
    /** The refunds that are known and did not fail; or what the gateway says in all, until they are. */
    amount_refunded: number;
    /** The most that the gateway ever said was refunded, also by refunds that failed afterwards. */
    reported_refunded: ColumnType<number, number | undefined, number>;
    fee: number | null;
    tax: number | null;
    error_reason: string | null;
    created_at: Fixed<Moment>;
    /** Null for what was never captured, also when the gateway has refunded it. */
    captured_at: Moment | null;
    /** When a browser's report of it was accepted; a report after that is a replay. */
    verified_at: ColumnType<Moment | null, Moment | null | undefined, Moment>;
    /** When staff marked this second payment for a bill as settled. */
    settled_at: ColumnType<Moment | null, never, Moment>;
  };
  /**
   * The books: facts about money in the order in which they became known, added and never changed; a correction is one
   * more entry of the same kind. The other tables only sum up what they say.
   */
  entries: {
    id: Generated<number>;
    kind: Fixed<EntryKind>;
    /** The gateway's id of the payment, refund, dispute or adjustment. */
    subject: Fixed<string>;
    payment_id: Fixed<string | null>;
    order_id: Fixed<string | null>;
    settlement_id: Fixed<string | null>;
    /** In paise; negative where it corrects an earlier entry, or was taken from a settlement. */
    amount: Fixed<number>;
    currency: Fixed<string>;
    /** When it happened, as far as the gateway tells. */
    at: Fixed<Moment>;
    recorded_at: Fixed<Moment>;
    source: Fixed<string>;
    detail: Fixed<string | null>;
  };
  refunds: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    order_id: Fixed<string>;
    amount: Fixed<number>;
    status: RefundStatus;
    /** The desk's own id of it, when it was asked for there. */
    receipt: Fixed<string | null>;
    reference: string | null;
    created_at: Fixed<Moment>;
    /** When it became known that it was processed, or had failed. */
    ended_at: Moment | null;
  };
  disputes: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    order_id: Fixed<string>;
    amount: number;
    deducted: number;
    reason: string | null;
    phase: string;
    status: DisputeStatus;
    respond_by: Moment | null;
    created_at: Fixed<Moment>;
    ended_at: Moment | null;
  };
  settlements: {
    id: Fixed<string>;
    amount: number;
    fees: number;
    tax: number;
    utr: string | null;
    status: string;
    created_at: Fixed<Moment>;
  };
  /** Refunds that the desk asked for; the gateway's own answer to one is in `refunds`. */
  refund_requests: {
    /** Also the key that keeps the gateway from giving the money back twice. */
    id: Fixed<string>;
    order_id: Fixed<string>;
    payment_id: Fixed<string>;
    amount: Fixed<number>;
    /** Empty once erased. */
    reason: string;
    state: RefundRequestState;
    requested_by: Fixed<string>;
    /** The Studio's id of whoever asked, who may not approve it as well. */
    requester_id: Fixed<string>;
    decided_by: string | null;
    refund_id: string | null;
    problem: string | null;
    created_at: Fixed<Moment>;
    claimed_until: Moment | null;
  };
  /** What staff did, by name. */
  audit: {
    id: Generated<number>;
    at: Fixed<Moment>;
    actor: Fixed<string>;
    act: Fixed<string>;
    subject: Fixed<string>;
    detail: string | null;
  };
  /** Messages to people: written before they are sent, and kept as a list of what was said to whom. */
  outbox: {
    id: Generated<number>;
    /** What it tells of; the same news never makes a second message. */
    dedupe_key: Fixed<string>;
    /** The entry in the books that it tells of; null for a message that staff asked for. */
    entry_id: Fixed<number | null>;
    kind: Fixed<Message['kind']>;
    /** An e-mail address; null once erased, as are text and problem. */
    recipient: string | null;
    order_id: Fixed<string | null>;
    subject: Fixed<string>;
    text: string | null;
    state: Message['state'];
    attempts: ColumnType<number, number | undefined, number>;
    /** When it is tried (again). While it is being sent: when the process that does so is taken for dead. */
    next_at: Moment | null;
    /** Its Message-ID, the same in every attempt: mail systems drop a copy that comes under a known one. */
    message_id: Fixed<string>;
    problem: string | null;
    created_at: Fixed<Moment>;
    sent_at: Moment | null;
  };
  /** What runs now and then, in one process at a time, and how far it came. */
  jobs: {
    name: Fixed<string>;
    claimed_until: Moment | null;
    /** When it last came to its end. */
    ran_at: Moment | null;
    /** Seconds since 1970 up to which the gateway's lists were read. */
    swept_to: number | null;
    /** What it last found, as JSON. */
    report: string | null;
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
  /** What is counted for a while and then forgotten: `rate-limit.ts` and `gateway-asks.ts`. No part of the books. */
  rate_limits: {
    key: Fixed<string>;
    uses: number;
    expires_at: Moment;
  };
};

export type LedgerDatabase = Kysely<LedgerTables>;
export type Order = Selectable<LedgerTables['orders']>;
export type Payment = Selectable<LedgerTables['payments']>;
export type OrderEvent = Selectable<LedgerTables['order_events']>;
export type KnownBill = Selectable<LedgerTables['bills']>;
export type Entry = Selectable<LedgerTables['entries']>;
export type Refund = Selectable<LedgerTables['refunds']>;
