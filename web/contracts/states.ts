/** In order of progress: a bank can still authorise a payment after a failure. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In order of progress: a bank can still return a processed refund. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** `closed` ends a fraud warning without a decision. */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
/** @example isDecided('under_review') // false */
export const isDecided = (status: DisputeStatus) => status !== 'open' && status !== 'under_review';

/** The page on which disputes are answered. */
export const disputesDashboard = 'https://dashboard.razorpay.com/app/disputes';

/**
 * Returns whether a dispute blocks refunds. A fraud warning does not, because a refund is the right response.
 * @example blocksRefund({ status: 'open', phase: 'fraud' }) // false
 */
export const blocksRefund = ({ status, phase }: { status: DisputeStatus; phase: string }) =>
  !isDecided(status) && phase !== 'fraud';

/** The gateway's own order states. A paid order stays paid, even after a refund. */
export type OrderStatus = 'created' | 'attempted' | 'paid';

/** A refund that staff requested: `waiting` for a second person, `approved` but not sent yet, `sent` to the gateway. */
export type RefundRequestState = 'waiting' | 'approved' | 'sent' | 'rejected' | 'failed';

/**
 * Returns the later of two states, so that late or repeated reports never move a state back.
 * @example laterState(refundStatuses, 'processed', 'pending') // 'processed'
 */
export function laterState<State>(states: readonly State[], known: State | undefined, seen: State): State {
  return known === undefined || states.indexOf(seen) > states.indexOf(known) ? seen : known;
}

/** Readable names of payment methods. Other codes are shown as they are. */
export const methodNames: Record<string, string> = {
  card: 'card',
  upi: 'UPI',
  netbanking: 'net banking',
  neft: 'NEFT',
  rtgs: 'RTGS',
};

/**
 * A bill's state, independent of its link's state. `confirming`: a payment is pending confirmation. `disputed`: a
 * dispute is undecided. `overpaid`: more was paid than billed, and staff have not settled the surplus. `cancelled`
 * takes precedence.
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

/** A payment link's state. It can expire, be withdrawn or be renewed while the bill stays as it is. */
export const linkStates = ['live', 'ended', 'withdrawn'] as const;
export type LinkState = (typeof linkStates)[number];

/** Filters of the list of bills. `no-link`: money is due, but no link can take it. */
export const billFilters = [...billStates, 'no-link'] as const;

/** `waiting` for a second person; `in-hand`: an uncleared cheque; `reversed` by a counter-entry. */
export type ManualEntryState = 'waiting' | 'in-hand' | 'entered' | 'rejected' | 'bounced' | 'reversed';

/** A month of a retainer. `due`: the site makes the bill by itself; `waiting`: for its number, which staff enter. */
export type RetainerState = 'planned' | 'due' | 'waiting' | 'paused' | 'skipped' | 'made';

/** An order's state for staff. A dispute or refund takes precedence over the payment. */
export const orderStates = [
  'created',
  'attempted',
  'paid',
  'partly-refunded',
  'refunded',
  'disputed',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Filters of the list of payments. `surplus`: a payment exceeds its bill, or is a duplicate. */
export const orderFilters = [...orderStates, 'surplus'] as const;

/**
 * `waiting` for an attempt at `next_at`; `failed` for good; `kept`: not sent, because there is no mail server;
 * `withdrawn`: no longer needed before it was sent. `problem` is the last error.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'kept', 'withdrawn'] as const;
export type MessageState = (typeof messageStates)[number];

export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const applicationStates = ['new', 'looked-at', 'invited', 'declined'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Types of a CV, which are also the file extensions. */
export const cvTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type CvType = keyof typeof cvTypes;

/** Files for accountants, with their file extensions. */
export const accountingFormats = {
  tally: 'xml',
  'zoho-payments': 'csv',
  'zoho-journals': 'csv',
  settlements: 'csv',
} as const;
export type AccountingFormat = keyof typeof accountingFormats;
/** @example isAccountingFormat('tally') // true */
export const isAccountingFormat = (format: string): format is AccountingFormat =>
  Object.hasOwn(accountingFormats, format);
