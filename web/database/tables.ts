import type { Generated, Kysely, Selectable } from 'kysely';
import type { EntryKind } from '#web/contracts/entry-kinds.ts';
import type {
  DisputeStatus,
  EnquiryState,
  MessageState,
  OrderStatus,
  PaymentStatus,
  RefundRequestState,
  RefundStatus,
} from '#web/contracts/states.ts';
import { type Column, column } from './column.ts';
import type { LaterTables } from './later-tables.ts';

const key = column<string>('text primary key');
/** `counter` stands for the database's auto-increment type. */
const serial = column<Generated<number>>('counter primary key');
const [text, maybeText] = [column<string>('text not null'), column<string | null>('text')];
/** UTC as ISO 8601 with milliseconds: the same sortable text in SQLite and PostgreSQL. */
const [moment, maybeMoment] = [text, maybeText];
const [integer, maybeInteger] = [column<number>('integer not null'), column<number | null>('integer')];
const bigint = column<number>('bigint not null');
const count = column<Generated<number>>('integer default 0 not null');
const orderId = column<string>('text not null references orders (id)');
const paymentId = column<string>('text not null references payments (id)');

/** Rate limit counters. They expire and are not part of the ledger's records. */
export const counters = { key, uses: integer, expires_at: moment };

/** Amounts are whole paise. Erased personal data is null or empty. */
export const tables = {
  /** Orders at the gateway, with the gateway's ids. */
  orders: {
    id: key,
    bill_number: text,
    /** `billKey` of the bill number, the same in all orders of a bill. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
    customer_email: maybeText,
    amount: integer,
    currency: text,
    status: column<OrderStatus>('text not null'),
    /** The `receipt` of the gateway's order, which links that order to this row. Null for orders of older versions. */
    reference: maybeText,
    /** The bill whose payment link was used. Null if the customer typed the bill number. */
    bill_id: maybeText,
    /** Last part of the receipt's URL. */
    receipt_token: column<string>('text not null unique'),
    /** Idempotency-Key of the request that created the order. */
    request_key: column<string | null>('text unique'),
    created_at: moment,
    paid_at: maybeMoment,
    /** When reconciliation checks the order at the gateway again. Null if its state is final. */
    next_check_at: maybeMoment,
    checks: count,
    erased_at: maybeMoment,
    /** `Source` of the customer's visit. Null if unknown. */
    came_from: column<string | null>(),
  },
  /** Bills that staff created. The paid amount is derived from all orders with the same `bill_key`. */
  bills: {
    id: key,
    bill_number: text,
    /** Unique among bills that are not cancelled. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
    customer_email: maybeText,
    amount: bigint,
    /** An ISO date, for example `2026-03-31`. */
    due_on: maybeText,
    note: maybeText,
    /** When the bill's payment link expires. No reminder is sent after that. */
    expires_at: moment,
    created_at: moment,
    created_by: text,
    cancelled_at: maybeMoment,
    cancelled_by: maybeText,
    erased_at: maybeMoment,
    /** Last part of the payment link's URL: for the current link, and for the link signed with the previous key. */
    link_token: column<string | null>(),
    earlier_link_token: column<string | null>(),
    /** Last part of the URL that unsubscribes from the bill's reminders. */
    stop_token: column<string | null>(),
    /** When staff withdrew the bill's payment link. */
    link_withdrawn_at: column<string | null>(),
    /** As for a payment: the part of the surplus that came by bank, cheque or cash. */
    surplus_reviewed: column<number | null>(),
  },
  /** Attempts to pay an order, as the gateway reports them. */
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
    /** Sum of known refunds that did not fail, or the gateway's sum until the refunds are known. */
    amount_refunded: integer,
    /** The largest sum the gateway has reported, including refunds that failed later. */
    reported_refunded: count,
    fee: maybeInteger,
    tax: maybeInteger,
    error_reason: maybeText,
    created_at: moment,
    /** Null if the payment was never captured, even if the gateway refunded it. */
    captured_at: maybeMoment,
    /** When a browser's report of this payment was accepted. A later report is a replay. */
    verified_at: maybeMoment,
    /** When staff last reviewed this payment's surplus. */
    settled_at: maybeMoment,
    /** The surplus that staff reviewed. A larger one is an action item again. Null means 0. */
    surplus_reviewed: column<number | null>(),
    /** Amount moved to other bills. Null means 0. */
    amount_moved: column<number | null>(),
  },
  /**
   * Ledger entries: append-only, in the order in which facts became known. A correction is another entry of the same
   * kind. The other tables summarise the entries.
   */
  entries: {
    id: serial,
    kind: column<EntryKind>('text not null'),
    /** The gateway's id of a payment, refund, dispute or adjustment. */
    subject: text,
    payment_id: maybeText,
    order_id: maybeText,
    settlement_id: maybeText,
    /** Negative if the entry corrects an earlier entry, or if the amount was deducted from a settlement. */
    amount: bigint,
    currency: text,
    /** When the fact happened, or when we learned of it if the gateway does not say. */
    at: moment,
    recorded_at: moment,
    source: text,
    detail: maybeText,
    /** The bill that a manual entry settles. */
    bill_id: column<string | null>(),
    /** The original date, if its month was already closed. `at` is then the time at which we learned of the fact. */
    belongs_to: column<string | null>(),
  },
  refunds: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    status: column<RefundStatus>('text not null'),
    /** Id of the refund request by staff, if any. */
    receipt: maybeText,
    reference: maybeText,
    created_at: moment,
    /** When we learned that the refund was processed or failed. */
    ended_at: maybeMoment,
  },
  disputes: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    /** Amount deducted by the gateway: after a loss, or from the start until the dispute is won. */
    deducted: integer,
    reason: maybeText,
    phase: text,
    status: column<DisputeStatus>('text not null'),
    respond_by: maybeMoment,
    /** When the current deadline `respond_by` was set: when the dispute opened or reopened, or its deadline moved. */
    deadline_since: column<string | null>(),
    /** Time of the gateway's report. Older reports that arrive later are ignored. */
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
  /** Refunds that staff requested. The gateway's response is in `refunds`. */
  refund_requests: {
    /** Also the gateway's idempotency key. */
    id: key,
    order_id: orderId,
    payment_id: paymentId,
    amount: integer,
    reason: text,
    state: column<RefundRequestState>('text not null'),
    requested_by: text,
    /** The requester's user id in the Studio. Requesters may not approve their own requests. */
    requester_id: text,
    decided_by: maybeText,
    refund_id: maybeText,
    problem: maybeText,
    created_at: moment,
    claimed_until: maybeMoment,
  },
  /** Audit log of staff actions. */
  audit: {
    ...{ id: serial, at: moment, actor: text, act: text, subject: text, detail: maybeText },
    /** The network address of the member of staff. */
    address: column<string | null>(),
  },
  /** E-mails, stored before they are sent, and retained as a record. */
  outbox: {
    id: serial,
    /** Prevents a second message about the same event. */
    dedupe_key: column<string>('text not null unique'),
    /** The entry that the message reports. Null for a message that staff requested. */
    entry_id: maybeInteger,
    kind: text,
    recipient: maybeText,
    order_id: maybeText,
    /** The bill that a reminder is about. */
    bill_id: column<string | null>(),
    /** Only for reminders: the open amount in paise and the ISO date (Indian time) that the text mentions. */
    asked_amount: column<number | null>(),
    asked_on: column<string | null>(),
    /** The enquiry that the message copies. Both are erased together. */
    enquiry_id: maybeText,
    /** Address for replies, if it is not the sender's. */
    reply_to: maybeText,
    subject: text,
    text: maybeText,
    state: column<MessageState>('text not null'),
    attempts: count,
    /** Time of the next attempt. During an attempt, the time from which its process counts as dead. */
    next_at: maybeMoment,
    /** Message-ID, the same in every attempt, so that mail systems drop duplicates. */
    message_id: text,
    problem: maybeText,
    created_at: moment,
    sent_at: maybeMoment,
  },
  /** Copies of enquiries, if the owner has switched them on. Erasing deletes the row. */
  enquiries: {
    id: key,
    /** Digest of the form's content and the day, so that the same content is stored only once a day. */
    digest: column<string>('text not null unique'),
    name: text,
    email: text,
    phone: text,
    company: text,
    service: text,
    message: text,
    /** Path of the page that led to the form. */
    began_on: text,
    state: column<EnquiryState>('text not null'),
    note: text,
    answered_by: maybeText,
    answered_at: maybeMoment,
    created_at: moment,
    /** When the enquiry is erased, as announced to the visitor. */
    erase_at: moment,
    /** `Source` of the visit. Null if unknown. */
    came_from: column<string | null>(),
  },
  /** Scheduled jobs. Each runs in one process at a time. */
  jobs: {
    name: key,
    claimed_until: maybeMoment,
    ran_at: maybeMoment,
    /** End of the time span read from the gateway's lists, in seconds since 1970. */
    swept_to: maybeInteger,
    /** Result of the last run, as JSON. */
    report: maybeText,
  },
  /** History of an order: events with their time and origin. */
  order_events: {
    id: serial,
    order_id: orderId,
    payment_id: maybeText,
    source: text,
    event: text,
    at: moment,
    actor: maybeText,
  },
};

type Row<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };
export type Tables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]> } & {
  rate_limits: Row<typeof counters>;
} & LaterTables;

export type Database = Kysely<Tables>;
export type Order = Selectable<Tables['orders']>;
export type Payment = Selectable<Tables['payments']>;
export type StoredBill = Selectable<Tables['bills']>;
export type Entry = Selectable<Tables['entries']>;
export type Settlement = Selectable<Tables['settlements']>;
export type ManualEntry = Selectable<Tables['vouchers']>;
