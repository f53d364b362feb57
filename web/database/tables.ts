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
/** `counter` auto-increments; the type's name differs between databases. */
const serial = column<Generated<number>>('counter primary key');
const [text, maybeText] = [column<string>('text not null'), column<string | null>('text')];
/** UTC as ISO 8601 with milliseconds: the same text in SQLite and PostgreSQL, and it sorts. */
const [moment, maybeMoment] = [text, maybeText];
const [integer, maybeInteger] = [column<number>('integer not null'), column<number | null>('integer')];
const bigint = column<number>('bigint not null');
const count = column<Generated<number>>('integer default 0 not null');
const orderId = column<string>('text not null references orders (id)');
const paymentId = column<string>('text not null references payments (id)');

/** Expiring counters, no part of the books. */
export const counters = { key, uses: integer, expires_at: moment };

/** Amounts are whole paise. Personal data is null, or empty, once erased. */
export const tables = {
  /** Orders at the gateway, under its ids. */
  orders: {
    id: key,
    bill_number: text,
    /** `billKey` of the number, to find a bill that was paid twice. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
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
    /** What had brought the customer to the site, `Source`; null where nobody said it. */
    came_from: column<string | null>(),
  },
  /** Bills that staff made. What was paid of one follows from all orders with its `bill_key`. */
  bills: {
    id: key,
    bill_number: text,
    /** Unique among bills that are not cancelled. */
    bill_key: text,
    customer_name: maybeText,
    customer_phone: maybeText,
    customer_email: maybeText,
    amount: bigint,
    /** A day, `2026-03-31`. */
    due_on: maybeText,
    note: maybeText,
    /** The end of its link, at the earliest that of its reminders. */
    expires_at: moment,
    created_at: moment,
    created_by: text,
    cancelled_at: maybeMoment,
    cancelled_by: maybeText,
    erased_at: maybeMoment,
    /** Last parts of its pay links: its own, and of one signed with the previous key. */
    link_token: column<string | null>(),
    earlier_link_token: column<string | null>(),
    /** Last part of the address that stops its reminders. */
    stop_token: column<string | null>(),
    /** When staff withdrew its link. */
    link_withdrawn_at: column<string | null>(),
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
    /** Sum of known refunds that did not fail, or the gateway's sum until they are known. */
    amount_refunded: integer,
    /** The largest sum the gateway reported, with refunds that failed afterwards. */
    reported_refunded: count,
    fee: maybeInteger,
    tax: maybeInteger,
    error_reason: maybeText,
    created_at: moment,
    /** Null if never captured, even when the gateway has refunded it. */
    captured_at: maybeMoment,
    /** When a browser's report of it was accepted; a report after that is a replay. */
    verified_at: maybeMoment,
    /** When staff settled this second payment for a bill. */
    settled_at: maybeMoment,
    /** Put on other bills; null as 0. */
    amount_moved: column<number | null>(),
  },
  /**
   * The books: append-only, in the order in which facts became known; a correction is one more entry of the same kind.
   * The other tables only sum up what they say.
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
    /** The bill that it settles outside the gateway. */
    bill_id: column<string | null>(),
    /** Its own day, where that was in a closed month: then `at` is when it was learned. */
    belongs_to: column<string | null>(),
  },
  refunds: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    status: column<RefundStatus>('text not null'),
    /** Id of the desk's request, if any. */
    receipt: maybeText,
    reference: maybeText,
    created_at: moment,
    /** When it was learned to be processed or failed. */
    ended_at: maybeMoment,
  },
  disputes: {
    id: key,
    payment_id: paymentId,
    order_id: orderId,
    amount: integer,
    /** Held by the gateway now: after a loss, or from the start until it is won. */
    deducted: integer,
    reason: maybeText,
    phase: text,
    status: column<DisputeStatus>('text not null'),
    respond_by: maybeMoment,
    /** Since when an answer is wanted by `respond_by`: when it was opened, opened again, or its deadline moved. */
    deadline_since: column<string | null>(),
    /** When the gateway said this; older statements that arrive later are ignored. */
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
    /** Also the gateway's idempotency key. */
    id: key,
    order_id: orderId,
    payment_id: paymentId,
    amount: integer,
    reason: text,
    state: column<RefundRequestState>('text not null'),
    requested_by: text,
    /** The Studio's user id; the requester may not approve. */
    requester_id: text,
    decided_by: maybeText,
    refund_id: maybeText,
    problem: maybeText,
    created_at: moment,
    claimed_until: maybeMoment,
  },
  /** Acts of staff, by name. */
  audit: {
    ...{ id: serial, at: moment, actor: text, act: text, subject: text, detail: maybeText },
    /** Network address that it came from. */
    address: column<string | null>(),
  },
  /** Messages, stored before they are sent and kept as a record. */
  outbox: {
    id: serial,
    /** The same news never makes a second message. */
    dedupe_key: column<string>('text not null unique'),
    /** The entry it reports; null for a message that staff requested. */
    entry_id: maybeInteger,
    kind: text,
    recipient: maybeText,
    order_id: maybeText,
    /** The bill that it asks for. */
    bill_id: column<string | null>(),
    /** Of a message that asks for a bill: the open amount in paise and the day in India for which it was written. */
    asked_amount: column<number | null>(),
    asked_on: column<string | null>(),
    /** The enquiry it copies; erased with it. */
    enquiry_id: maybeText,
    /** Address for replies, if not the sender's. */
    reply_to: maybeText,
    subject: text,
    text: maybeText,
    state: column<MessageState>('text not null'),
    attempts: count,
    /** Next attempt; while sending, when its process counts as dead. */
    next_at: maybeMoment,
    /** The same in every attempt: mail systems drop duplicates. */
    message_id: text,
    problem: maybeText,
    created_at: moment,
    sent_at: maybeMoment,
  },
  /** Copies of enquiries, where the owner wants them. No part of the books: erasing deletes them. */
  enquiries: {
    id: key,
    /** Of the form and the day: the same form is kept once. */
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
    /** As the visitor was told. */
    erase_at: moment,
    /** What had brought the visitor to the site, `Source`; null where nobody said it. */
    came_from: column<string | null>(),
  },
  /** Scheduled jobs, each in one process at a time. */
  jobs: {
    name: key,
    claimed_until: maybeMoment,
    /** End of the last run. */
    ran_at: maybeMoment,
    /** Seconds since 1970 up to which the gateway's lists were read. */
    swept_to: maybeInteger,
    /** Result of the last run, as JSON. */
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
} & LaterTables;

export type Database = Kysely<Tables>;
export type Order = Selectable<Tables['orders']>;
export type Payment = Selectable<Tables['payments']>;
export type KnownBill = Selectable<Tables['bills']>;
export type Entry = Selectable<Tables['entries']>;
export type Settlement = Selectable<Tables['settlements']>;
export type Voucher = Selectable<Tables['vouchers']>;
