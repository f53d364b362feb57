import type { Kysely, Selectable } from 'kysely';
import type { EntryKind } from '#web/contracts/entry-kinds.ts';
import type { ManualEntryKind } from '#web/contracts/manual-entries.ts';
import type {
  DisputeStatus,
  ManualEntryState,
  OrderStatus,
  PaymentStatus,
  RefundRequestState,
  RefundStatus,
} from '#web/contracts/states.ts';
import {
  bigint,
  type Column,
  column,
  count,
  integer,
  key,
  maybeBigint,
  maybeInteger,
  maybeMoment,
  maybeText,
  moment,
  serial,
  text,
} from './column.ts';
import { type applicationTables, type conditionColumns, otherTables } from './other-tables.ts';
import type { retainerTables } from './retainer-tables.ts';

const orderId = column<string>('text not null references orders (id)');
const paymentId = column<string>('text not null references payments (id)');
const billId = column<string>('text not null references bills (id)');

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
    /** The `receipt` of the gateway's order, which links that order to this row. */
    reference: maybeText,
    /** The bill whose payment link was used. Null if the customer typed the bill number. */
    bill_id: maybeText,
    /** Last part of the receipt's URL. */
    receipt_token: column<string>('text not null unique'),
    /** Idempotency-Key of the request that created the order. */
    request_key: column<string | null>('text unique'),
    created_at: moment,
    paid_at: maybeMoment,
    erased_at: maybeMoment,
    /** `Source` of the customer's visit. Null if unknown. */
    came_from: maybeText,
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
    /** Last part of the payment link's URL. */
    link_token: maybeText,
    /** Last part of the URL that unsubscribes from the bill's reminders. */
    stop_token: maybeText,
    /** When staff withdrew the bill's payment link. */
    link_withdrawn_at: maybeText,
    /** As for a payment: the part of the surplus that came by bank, cheque or cash. */
    surplus_reviewed: maybeBigint,
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
    /** The surplus that staff reviewed. A larger one is an action item again. Null means 0. */
    surplus_reviewed: maybeBigint,
    /** Amount moved to other bills. Null means 0. */
    amount_moved: maybeInteger,
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
    bill_id: maybeText,
    /** The original date, if its month was already closed. `at` is then the time at which we learned of the fact. */
    belongs_to: maybeText,
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
    /** Time of the gateway's report. Older reports that arrive later are ignored. */
    as_of: maybeText,
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
  /** Payments that the checkout reported with a valid signature, stored before the gateway confirms them. */
  reports: { payment_id: key, order_id: orderId, reported_at: moment },
  /** Parts of a bill's open amount that are reserved while the gateway creates an order for them. */
  reservations: { id: key, bill_id: billId, amount: bigint, made_at: moment },
  /** Manual settlements of a bill: bank transfer, cheque, cash, TDS, write-off. Ledger entries hold the amounts in effect. */
  vouchers: {
    /** Idempotency key of the request. */
    id: key,
    bill_id: billId,
    kind: column<ManualEntryKind>('text not null'),
    amount: bigint,
    /** An ISO date, in Indian time. */
    on_day: text,
    /** UTR, or the number of the cheque, receipt or TDS certificate. */
    reference: maybeText,
    /** Only for TDS: the section of the Act, and the rate in per cent. */
    section: maybeText,
    rate: maybeText,
    reason: maybeText,
    /** The payment whose money was moved to this bill. */
    payment_id: maybeText,
    state: column<ManualEntryState>('text not null'),
    requested_by: text,
    requester_id: text,
    decided_by: maybeText,
    created_at: moment,
  },
  /** The latest numbers that customers sent about a bill. Nobody has checked them, and they settle nothing. */
  customer_notices: { bill_id: billId, kind: text, reference: text, created_at: moment },
  /** Links to the statement of a bill's customer. */
  statement_links: { token: key, bill_id: billId, created_by: text, created_at: moment, expires_at: moment },
  /** Closed months, for example `2026-03`. Entries added later are never dated in a closed month. */
  closed_months: { month: key, closed_at: moment, closed_by: text },
  /** Names of ledgers in the accountant's software, if the owner has entered them. */
  ledger_names: { ledger: key, name: text },
  ...otherTables,
};

/** Tax invoices (PDF) that staff added to bills, one a bill. A migration adds this table. */
export const billFileColumns = {
  bill_id: column<string>('text primary key references bills (id)'),
  ...{ name: text, size: integer, digest: text, added_by: text, added_at: moment },
  /** The last column, so that SQLite reads the others without it. No list selects it. */
  bytes: column<Uint8Array<ArrayBuffer>>('blob not null'),
};

type Row<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };
type RowsOf<All> = { [Name in keyof All]: Row<All[Name]> };
export type Tables = RowsOf<typeof tables & typeof retainerTables & typeof applicationTables> & {
  rate_limits: Row<typeof counters>;
  conditions: Row<typeof conditionColumns>;
  bill_files: Row<typeof billFileColumns>;
};

export type Database = Kysely<Tables>;
export type Order = Selectable<Tables['orders']>;
export type Payment = Selectable<Tables['payments']>;
export type StoredBill = Selectable<Tables['bills']>;
export type Entry = Selectable<Tables['entries']>;
export type Settlement = Selectable<Tables['settlements']>;
export type ManualEntry = Selectable<Tables['vouchers']>;
export type Retainer = Selectable<Tables['retainers']>;
