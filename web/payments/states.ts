import type { PaymentStatus } from './gateway/entities.ts';

/** Razorpay's own states of an order; once paid it stays paid, also after a refund. */
export type OrderStatus = 'created' | 'attempted' | 'paid';

// A failed payment can still be authorised: banks answer late, and Razorpay asks them for three days.
const paymentRank: Record<PaymentStatus, number> = {
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
};
const orderRank: Record<OrderStatus, number> = { created: 0, attempted: 1, paid: 2 };

/** The later of two states of a payment: reports that arrive late or twice never take it back. */
export function laterPaymentStatus(known: PaymentStatus, seen: PaymentStatus): PaymentStatus {
  return paymentRank[seen] > paymentRank[known] ? seen : known;
}

/** The state of an order after a report of a payment that was captured or not. */
export function orderStatusAfter(known: OrderStatus, isTaken: boolean): OrderStatus {
  const implied: OrderStatus = isTaken ? 'paid' : 'attempted';
  return orderRank[implied] > orderRank[known] ? implied : known;
}
