/** In order of progress: a bank can still authorise a payment after a failure. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In order of progress: a bank can still return a processed refund. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** `closed` ends a warning of fraud, with nothing decided. */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
export const isDecided = (status: DisputeStatus) => status !== 'open' && status !== 'under_review';

/** Where disputes are answered. */
export const disputesDashboard = 'https://dashboard.razorpay.com/app/disputes';

/** A warning of fraud does not block a refund, which is the answer to it. */
export const blocksRefund = ({ status, phase }: { status: DisputeStatus; phase: string }) =>
  !isDecided(status) && phase !== 'fraud';

/** The gateway's own states of an order; once paid it stays paid, also after a refund. */
export type OrderStatus = 'created' | 'attempted' | 'paid';

/** A refund that staff asked for: `waiting` for a second person, `approved` and on its way, `sent` to the gateway. */
export type RefundRequestState = 'waiting' | 'approved' | 'sent' | 'rejected' | 'failed';

/** The later of two states: late or repeated reports never take one back. */
export function laterState<State>(states: readonly State[], known: State | undefined, seen: State): State {
  return known === undefined || states.indexOf(seen) > states.indexOf(known) ? seen : known;
}

/** An order's status after a report of one payment. */
export function orderStatusAfter(known: OrderStatus, wasCaptured: boolean): OrderStatus {
  return wasCaptured || known === 'paid' ? 'paid' : 'attempted';
}

/** Names of payment methods, where the code is not readable. */
export const methodNames: Record<string, string> = {
  card: 'card',
  upi: 'UPI',
  netbanking: 'net banking',
  neft: 'NEFT',
  rtgs: 'RTGS',
};

/**
 * What a bill is worth, whatever its pay link is. `confirming`: a payment is undecided; `disputed`: a customer's dispute
 * is; `overpaid`: more was paid than it asks for, and nobody has looked at it. `cancelled` precedes all.
 */
export const billStates = [
  'open',
  'part-paid',
  'confirming',
  'paid',
  'overpaid',
  'disputed',
  'cancelled',
] as const;
export type BillState = (typeof billStates)[number];

/** A pay link: it can end by its date or be withdrawn, and be renewed, while its bill stays what it is. */
export const linkStates = ['live', 'ended', 'withdrawn'] as const;
export type LinkState = (typeof linkStates)[number];

/** Filters of the list of bills; `no-link`: with something to pay, and no link by which it can be paid. */
export const billFilters = [...billStates, 'no-link'] as const;

/** `waiting` for a second person; `in-hand`: a cheque that is not cleared; `reversed` by a counter-entry. */
export type ManualEntryState = 'waiting' | 'in-hand' | 'entered' | 'rejected' | 'bounced' | 'reversed';

/** An order as staff see it: a dispute or a refund wins over how it was paid. */
export const orderStates = [
  'created',
  'attempted',
  'paid',
  'partly-refunded',
  'refunded',
  'disputed',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Filters of the list of payments; `surplus`: of which a payment, or a part of it, is too much. */
export const orderFilters = [...orderStates, 'surplus'] as const;

/**
 * `waiting` for an attempt at `next_at`, `failed` for good, `kept` without a mail server; `withdrawn`: its reason had
 * gone before it was sent. `problem` is the last error.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'kept', 'withdrawn'] as const;
export type MessageState = (typeof messageStates)[number];

export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

/** Files for accountants, and how their names end. */
export const accountingFormats = {
  tally: 'xml',
  'zoho-payments': 'csv',
  'zoho-journals': 'csv',
  settlements: 'csv',
} as const;
export type AccountingFormat = keyof typeof accountingFormats;
export const isAccountingFormat = (format: string): format is AccountingFormat => format in accountingFormats;
