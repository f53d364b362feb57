import { type PaymentStatus, paymentStatuses } from './gateway.ts';

/** The gateway's own states of an order; once paid it stays paid, also after a refund. */
export type OrderStatus = 'created' | 'attempted' | 'paid';

/** A refund that staff asked for: `waiting` for a second person, `approved` and on its way, `sent` to the gateway. */
export const refundRequestStates = ['waiting', 'approved', 'sent', 'rejected', 'failed'] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/** The later of two states of a payment: reports that arrive late or twice never take it back. */
export function laterPaymentStatus(known: PaymentStatus, seen: PaymentStatus): PaymentStatus {
  return paymentStatuses.indexOf(seen) > paymentStatuses.indexOf(known) ? seen : known;
}

/** The state of an order after a report of a payment that was captured or not. */
export function orderStatusAfter(known: OrderStatus, isTaken: boolean): OrderStatus {
  return isTaken || known === 'paid' ? 'paid' : 'attempted';
}
