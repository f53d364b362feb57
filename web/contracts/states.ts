/** The states of a payment, in the order in which it moves: a bank can still authorise what it said had failed. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The states of a refund, in the order in which it moves: what a bank took can still come back. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** `closed` ends a warning of fraud, with nothing decided. */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
export const isDecided = (status: DisputeStatus) => status !== 'open' && status !== 'under_review';

/** Whether a dispute keeps its payment from being refunded. A warning of fraud does not: a refund is the answer to it. */
export const blocksRefund = ({ status, phase }: { status: DisputeStatus; phase: string }) =>
  !isDecided(status) && phase !== 'fraud';

/** The gateway's own states of an order; once paid it stays paid, also after a refund. */
export type OrderStatus = 'created' | 'attempted' | 'paid';

/** A refund that staff asked for: `waiting` for a second person, `approved` and on its way, `sent` to the gateway. */
export type RefundRequestState = 'waiting' | 'approved' | 'sent' | 'rejected' | 'failed';

/** The later of two states, of which the first may not be known: reports that come late or twice never take one back. */
export function later<State>(states: readonly State[], known: State | undefined, seen: State): State {
  return known === undefined || states.indexOf(seen) > states.indexOf(known) ? seen : known;
}

/** The state of an order after a report of a payment that was captured or not. */
export function orderStatusAfter(known: OrderStatus, isTaken: boolean): OrderStatus {
  return isTaken || known === 'paid' ? 'paid' : 'attempted';
}

/** How people call the ways to pay, where a code does not say it. */
export const methodNames: Record<string, string> = { card: 'card', upi: 'UPI', netbanking: 'net banking' };

/**
 * `confirming`: how a payment ended is not known yet. `expired`: its link cannot be used any more, whether a part was paid or
 * not. Cancelled comes before all others.
 */
export const billStates = [
  'open',
  'part-paid',
  'confirming',
  'paid',
  'overpaid',
  'expired',
  'cancelled',
] as const;
export type BillState = (typeof billStates)[number];

/** States by which the desk's list of orders is narrowed. `second`: a second payment for a bill that waits to be looked at. */
export const orderFilters = ['created', 'attempted', 'paid', 'refunded', 'disputed', 'second'] as const;

/**
 * `waiting` for its turn or for another try (`next_at`, with the last `problem`), `sending` just now, `sent` to the mail
 * server, `failed` for good (`problem` says why), `kept` here because no mail server is set up.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'kept'] as const;
export type MessageState = (typeof messageStates)[number];

export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];
