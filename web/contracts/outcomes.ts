import type { BillState } from './states.ts';

// How each attempt, bill and payment can turn out: the word in code and ledger, the HTTP status, and the sentences for
// the customer and for staff. Sentences that state an amount are in `web/payments/bills/bill-texts.ts`.

type Outcome = {
  status: number;
  /** Missing if only staff can get this outcome. */
  customer?: string;
  /** Missing if only customers can get this outcome. */
  staff?: string;
};

const later = 'Please try again in a few minutes.';
const gatewayDown = `The payment gateway is currently unavailable. ${later}`;
const ledgerDown = `The payment service is currently unavailable. ${later}`;
const changedRequest = 'This request was already sent with different details. Please start again.';

/** Why something was refused or failed. */
export const outcomes = {
  // The gateway's errors. The reason of a refusal is added for staff.
  refused: {
    status: 422,
    customer: 'The payment gateway refused this payment. Please check the amount, or contact us.',
    staff: 'Razorpay refused this',
  },
  'above-limit': {
    status: 422,
    customer:
      'This amount is above the limit for one online payment. Please pay by bank transfer, or contact us.',
  },
  unauthorised: {
    status: 502,
    customer: gatewayDown,
    staff: 'Razorpay does not accept our keys. Ask the administrator to check them.',
  },
  timeout: {
    status: 504,
    customer: 'The payment gateway did not respond in time. Please try again.',
    staff: 'Razorpay did not respond in time. Try again.',
  },
  busy: {
    status: 503,
    customer: 'The payment gateway is busy. Please try again in a minute.',
    staff: 'Razorpay limits our requests. Try again in a minute.',
  },
  unavailable: { status: 502, customer: gatewayDown, staff: `Razorpay is not available. ${later}` },
  unreadable: {
    status: 502,
    customer: gatewayDown,
    staff: 'Razorpay sent a response that we cannot read. Ask the administrator to check the log.',
  },
  'unexpected-order': {
    status: 502,
    customer: 'The payment gateway sent an invalid response. Please try again.',
  },
  'no-ledger': { status: 503, customer: ledgerDown, staff: ledgerDown },
  // Orders and reports of customers.
  'invalid-bill': { status: 400, customer: 'Please check the details of the bill.' },
  'invalid-key': {
    status: 400,
    customer: 'The Idempotency-Key must be 8 to 64 letters, digits, _ or -.',
  },
  'invalid-report': { status: 400, customer: 'This payment report is incomplete.' },
  'other-request': { status: 422, customer: changedRequest, staff: changedRequest },
  'unknown-link': {
    status: 404,
    customer: 'This payment link is unknown. Check that it is complete, or contact us.',
  },
  'unknown-payment': { status: 404, customer: 'There is no such payment.' },
  unverified: { status: 400, customer: 'This payment could not be verified.' },
  'order-paid': {
    status: 409,
    customer: 'This order was already paid by another payment. This payment is not used.',
  },
  incomplete: { status: 409, customer: 'This payment is not complete.' },
  // Refunds and manual entries of staff.
  unknown: { status: 404, staff: 'There is no such bill, entry, payment or refund.' },
  own: { status: 403, staff: 'You requested this, so another person must approve it.' },
  over: { status: 409, staff: 'This was already decided or reversed.' },
  disputed: {
    status: 409,
    staff:
      'The customer disputes this payment, so its money may be taken back. Answer the dispute in Razorpay’s dashboard first.',
  },
  'same-reference': { status: 409, staff: 'An entry with this reference already exists for this bill.' },
  'too-much': {
    status: 409,
    staff: 'The amount exceeds what is open on this bill or left of this payment.',
  },
  'later-day': { status: 400, staff: 'This day is in the future.' },
  'earlier-day': { status: 400, staff: 'This day is before the day of the entry.' },
  'same-bill': { status: 409, staff: 'The money is already on this bill.' },
  'no-surplus': { status: 409, staff: 'Nothing is overpaid any more.' },
  'other-surplus': {
    status: 409,
    staff: 'The overpaid amount changed meanwhile. Reload the page and check the new amount.',
  },
} satisfies Record<string, Outcome>;

type Outcomes = typeof outcomes;
/** The outcomes that customers, or staff, can get. */
export type OutcomeFor<Reader extends 'customer' | 'staff'> = {
  [Word in keyof Outcomes]: Outcomes[Word] extends Record<Reader, string> ? Word : never;
}[keyof Outcomes];

export const doNotPayAgain = 'Please do not pay again.';

/** Shown while it is unknown whether a payment has arrived. */
export const pendingConfirmation = {
  title: 'Your payment is being confirmed',
  customer: `Razorpay has not confirmed it yet. We check again automatically. ${doNotPayAgain}`,
};

/**
 * States of a receipt. `confirming`: reported, outcome unknown; `pending`: authorised, not captured;
 * `failed`: may be retried.
 */
export const receiptOutcomes = {
  open: {
    title: 'Not paid yet',
    customer:
      'No payment for this bill has arrived. If money has left your account, check this page again in a few minutes.',
  },
  confirming: pendingConfirmation,
  pending: {
    title: 'Payment in progress',
    customer: `Your bank has confirmed the payment and it is being completed. ${doNotPayAgain}`,
  },
  failed: {
    title: 'Payment failed',
    customer: 'The last attempt to pay this bill failed. Nothing was charged for it, and you can try again.',
  },
  paid: { title: 'Payment receipt', customer: 'Paid. Thank you.' },
  refunded: { title: 'Payment receipt (refunded)', customer: 'This payment was refunded.' },
} satisfies Record<string, { title: string; customer: string }>;
export type ReceiptState = keyof typeof receiptOutcomes;

/** Why a bill's state does not allow what staff try to do. `billText` has the sentences for the customer. */
export const billRefusals = {
  open: 'Nothing has been paid towards this bill yet.',
  'part-paid': 'Part of this bill is still to be paid.',
  confirming: 'A payment for this bill is pending confirmation. Try again in a few minutes.',
  paid: 'This bill is paid in full.',
  overpaid: 'This bill is overpaid. Refund the surplus or move it to another bill first.',
  disputed: 'A payment for this bill is disputed. Wait until the dispute is decided.',
  cancelled: 'This bill was cancelled. Create it again, then record the money that arrived.',
} satisfies Record<BillState, string>;
