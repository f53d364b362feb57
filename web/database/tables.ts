import type { Generated, Kysely, Selectable } from 'kysely';
import type {
  DisputeStatus,
  EnquiryState,
  MessageState,
  OrderStatus,
  PaymentStatus,
  RefundRequestState,
  RefundStatus,
} from '#web/contracts/states.ts';

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

/**
 * A column: the type of its values, and its SQL if one of the first two migrations makes it. Those are frozen: a later
 * column, or table, stands here without SQL (`column<string | null>()`), which is in the migration that adds it.
 */
type Column<Value> = { sql?: string | undefined; value?: Value };
const column = <Value>(sql?: string): Column<Value> => ({ sql });

const key = column<string>('text primary key');
/** `counter` counts up by itself; what that is called differs between databases. */
const serial = column<Generated<number>>('counter primary key');
const text = column<string>('text not null');
const maybeText = column<string | null>('text');
/** UTC as ISO 8601 with milliseconds: the same text in SQLite and PostgreSQL, and it sorts. */
const moment = text;
const maybeMoment = maybeText;
const integer = column<number>('integer not null');
const maybeInteger = column<number | null>('integer');
const bigint = column<number>('bigint not null');
const count = column<Generated<number>>('integer default 0 not null');
const orderId = column<string>('text not null references orders (id)');
const paymentId = column<string>('text not null references payments (id)');

/** What is counted for a while and then forgotten (`rate-limit.ts`). No part of the books. */
export const counters = { key, uses: integer, expires_at: moment };

/** The ledger. Amounts are whole paise. Whatever names or reaches a person is null, or empty, once erased. */
export const tables = {
  /** Bills that somebody began to pay; `id` is the gateway's. */
  orders: {
    id: key,
    bill_number: text,
    /** Bill number without case and spaces, to find a bill that was paid twice. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
    /** For the receipt, if the form asked for it and the customer gave one. */
    customer_email: maybeText,
    amount: integer,
    currency: text,
    status: column<OrderStatus>('text not null'),
    /** The order's `receipt` at the gateway, to find one from the other; null for orders of older versions. */
    reference: maybeText,
    /** The bill whose pay link it was made by; null when the bill was typed in. */
    bill_id: maybeText,
    /** Last part of the receipt's address. */
    receipt_token: column<string>('text not null unique'),
    /** Idempotency-Key of the request that made the order. */
    request_key: column<string | null>('text unique'),
    created_at: moment,
    paid_at: maybeMoment,
    /** When reconciliation asks the gateway again; null when there is nothing left to learn. */
    next_check_at: maybeMoment,
    checks: count,
    erased_at: maybeMoment,
  },
  /** Bills that the site knows. What was paid of one follows from the orders with its `bill_key`, by whatever way. */
  bills: {
    id: key,
    bill_number: text,
    /** One bill of a key at a time; cancelled ones do not count. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
    customer_email: maybeText,
    amount: bigint,
    /** A day, `2026-03-31`. */
    due_on: maybeText,
    note: maybeText,
    /** When its link ends. */
    expires_at: moment,
    created_at: moment,
    created_by: text,
    cancelled_at: maybeMoment,
    cancelled_by: maybeText,
    erased_at: maybeMoment,
    /** What its pay link ends with. */
    link_token: column<string | null>(),
    /** That of links which were sent before tokens were kept, where they were signed with the key before. */
    earlier_link_token: column<string | null>(),
  },
  /** One attempt to pay an order, as the gateway knows it. */
  payments: {
    id: key,
    order_id: orderId,
    amount: integer,
    currency: text,
    status: column<PaymentStatus>('text not null'),
    method: maybeText,
    /** Bank, wallet or card network. */
    method_detail: maybeText,
    /** The bank's own reference. */
    reference: maybeText,
    /** The customer's UPI address. */
    vpa: maybeText,
    /** The refunds that are known and did not fail; or what the gateway says in all, until they are. */
    amount_refunded: integer,
    /** The most that the gateway ever said was refunded, also by refunds that failed afterwards. */
    reported_refunded: count,
    fee: maybeInteger,
    tax: maybeInteger,
    error_reason: maybeText,
    created_at: moment,
    /** Null for what was never captured, also when the gateway has refunded it. */
    captured_at: maybeMoment,
    /** When a browser's report of it was accepted; a report after that is a replay. */
    verified_at: maybeMoment,
    /** When staff marked this second payment for a bill as settled. */
    settled_at: maybeMoment,
  },
  /** Payments that the checkout has reported with a good signature: kept before the gateway is asked about them. */
  reports: { payment_id: column<string>(), order_id: column<string>(), reported_at: column<string>() },
  /**
   * The books: facts about money in the order in which they became known, added and never changed; a correction is one
   * more entry of the same kind. The other tables only sum up what they say.
   */
  entries: {
    id: serial,
    kind: column<EntryKind>('text not null'),
    /** The gateway's id of the payment, refund, dispute or adjustment. */
    subject: text,
    payment_id: maybeText,
    order_id: maybeText,
    settlement_id: maybeText,
    /** Negative where it corrects an earlier entry, or was taken from a settlement. */
    amount: bigint,
    currency: text,
    /** When it happened, as far as the gateway tells. */
    at: moment,
    recorded_at: moment,
    source: text,
    detail: maybeText,
  },
  refunds: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    status: column<RefundStatus>('text not null'),
    /** The desk's own id of it, when it was asked for there. */
    receipt: maybeText,
    reference: maybeText,
    created_at: moment,
    /** When it became known that it was processed, or had failed. */
    ended_at: maybeMoment,
  },
  disputes: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    /** What the gateway keeps of it now: once it is lost, or from its onset until it is won. */
    deducted: integer,
    reason: maybeText,
    phase: text,
    status: column<DisputeStatus>('text not null'),
    respond_by: maybeMoment,
    /** When the gateway said this of it; what it said before is older news, however late it comes. */
    as_of: column<string | null>(),
    created_at: moment,
    ended_at: maybeMoment,
  },
  settlements: {
    id: key,
    amount: bigint,
    fees: bigint,
    tax: bigint,
    utr: maybeText,
    status: text,
    created_at: moment,
  },
  /** Refunds that the desk asked for; the gateway's own answer to one is in `refunds`. */
  refund_requests: {
    /** Also the key that keeps the gateway from giving the money back twice. */
    id: key,
    order_id: orderId,
    payment_id: paymentId,
    amount: integer,
    reason: text,
    state: column<RefundRequestState>('text not null'),
    requested_by: text,
    /** The Studio's id of whoever asked, who may not approve it as well. */
    requester_id: text,
    decided_by: maybeText,
    refund_id: maybeText,
    problem: maybeText,
    created_at: moment,
    claimed_until: maybeMoment,
  },
  /** What staff did, by name. */
  audit: { id: serial, at: moment, actor: text, act: text, subject: text, detail: maybeText },
  /** Messages to people: written before they are sent, and kept as a list of what was said to whom. */
  outbox: {
    id: serial,
    /** What it tells of; the same news never makes a second message. */
    dedupe_key: column<string>('text not null unique'),
    /** The entry in the books that it tells of; null for a message that staff asked for. */
    entry_id: maybeInteger,
    kind: text,
    recipient: maybeText,
    order_id: maybeText,
    /** The enquiry that it is a copy of; it goes with it. */
    enquiry_id: maybeText,
    /** Whom an answer goes to, where that is not the sender. */
    reply_to: maybeText,
    subject: text,
    text: maybeText,
    state: column<MessageState>('text not null'),
    attempts: count,
    /** When it is tried (again). While it is being sent: when the process that does so is taken for dead. */
    next_at: maybeMoment,
    /** Its Message-ID, the same in every attempt: mail systems drop a copy that comes under a known one. */
    message_id: text,
    problem: maybeText,
    created_at: moment,
    sent_at: maybeMoment,
  },
  /** Copies of enquiries, where the owner wants them. No part of the books: what is erased is gone. */
  enquiries: {
    id: key,
    /** Of what was typed, and the day: the same filled form is kept once. */
    digest: column<string>('text not null unique'),
    name: text,
    email: text,
    phone: text,
    company: text,
    service: text,
    message: text,
    /** Path of the page that the visitor came to the form from. */
    began_on: text,
    state: column<EnquiryState>('text not null'),
    note: text,
    answered_by: maybeText,
    answered_at: maybeMoment,
    created_at: moment,
    /** As the visitor was told. */
    erase_at: moment,
  },
  /** What runs now and then, in one process at a time, and how far it came. */
  jobs: {
    name: key,
    claimed_until: maybeMoment,
    /** When it last came to its end. */
    ran_at: maybeMoment,
    /** Seconds since 1970 up to which the gateway's lists were read. */
    swept_to: maybeInteger,
    /** What it last found, as JSON. */
    report: maybeText,
  },
  /** The trail of an order: what became known, when, and from where. */
  order_events: {
    id: serial,
    order_id: orderId,
    payment_id: maybeText,
    source: text,
    event: text,
    at: moment,
    /** The member of staff who did it, if any. */
    actor: maybeText,
  },
};

type Row<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };
export type Tables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]> } & {
  rate_limits: Row<typeof counters>;
};

export type Database = Kysely<Tables>;
export type Order = Selectable<Tables['orders']>;
export type Payment = Selectable<Tables['payments']>;
export type KnownBill = Selectable<Tables['bills']>;
export type Entry = Selectable<Tables['entries']>;
export type KeptEnquiry = Selectable<Tables['enquiries']>;
export type Refund = Selectable<Tables['refunds']>;
