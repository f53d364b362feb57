import type { Hand, ListedOrder } from '#web/payments/desk/contract.ts';

const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
});
const relative = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

/** A moment in UTC as the time in India; nothing for none. */
export function asTime(moment: string | null): string | null {
  return moment && time.format(new Date(moment));
}

/** How far away a moment is: "in 3 days", "2 hours ago". */
export function fromNow(moment: string): string {
  const minutes = (Date.parse(moment) - Date.now()) / 60_000;
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}

/** A count with its noun: "1 payment", "1,200 payments". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;

/** Codes that do not say what they mean, or not to everybody. */
const terms: Record<string, string> = {
  '': 'All states',
  created: 'Not tried',
  attempted: 'Tried, not paid',
  second: 'Second payment',
  'part-paid': 'Paid in part',
  pending: 'Pending at Razorpay',
  kept: 'Kept here',
  'request.waiting': 'Waits for a second person',
  'request.approved': 'On its way to Razorpay',
  'request.failed': 'Refused by Razorpay',
  upi: 'UPI',
  netbanking: 'Net banking',
  authorized: 'Authorised by the bank',
  captured: 'Money taken',
  fee: 'Razorpay’s fee, with tax',
  tax: 'Tax in the fee',
  settled: 'Part of a settlement to the bank',
  unexplained: 'Money that fits no order',
  'order.created': 'Order made',
  'payment.created': 'Attempt begun',
  'payment.authorized': 'Authorised by the bank',
  'payment.captured': 'Paid',
  'payment.failed': 'Attempt failed',
  'payment.details': 'More details known',
  'payment.settled': 'Second payment marked as looked at',
  'by.site': 'the site',
  'by.verification': 'the customer’s browser',
  'by.webhook': 'Razorpay’s webhook',
  'by.reconciliation': 'reconciliation',
  'by.sweep': 'Razorpay’s own lists',
  'by.receipt': 'the receipt page',
  'by.staff': 'staff asking Razorpay',
};

/** A code of the ledger's or of Razorpay's, such as `goods_not_received`, in plain words. */
export function words(code: string): string {
  const text = code.replaceAll(/[_.-]/g, ' ');
  return terms[code] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export type Tone = 'default' | 'positive' | 'caution' | 'critical';

const tones: Record<string, Tone> = {
  paid: 'positive',
  processed: 'positive',
  sent: 'positive',
  'part-paid': 'caution',
  waiting: 'caution',
  pending: 'caution',
  refunded: 'caution',
  'partly-refunded': 'caution',
  overpaid: 'critical',
  disputed: 'critical',
  second: 'critical',
  failed: 'critical',
};

/** How urgent a state is. */
export const toneOf = (state: string): Tone => tones[state.split('.').at(-1) ?? ''] ?? 'default';

/** The state that a payment is shown in: what came after it before how it was paid. */
export function stateOf(order: ListedOrder): string {
  if (order.duplicate) return 'second';
  if (order.disputed_amount > 0) return 'disputed';
  if (order.refunded_amount === 0) return order.status;
  return order.refunded_amount >= order.paid_amount ? 'refunded' : 'partly-refunded';
}

/** What each kind of hand is, and what to do about it. */
export const handLabels: Record<Hand['kind'], { title: string; advice: string }> = {
  dispute: {
    title: 'A customer disputes a payment',
    advice: 'Accept it, or contest it with proof of the work, in Razorpay’s dashboard before the deadline.',
  },
  'refund-failed': {
    title: 'A refund failed',
    advice:
      'The customer has not got the money. Open the payment and refund it again, or pay it by bank transfer.',
  },
  'refund-waiting': {
    title: 'A refund waits for a second person',
    advice: 'Somebody other than whoever asked for it opens the payment and approves or rejects it.',
  },
  unexplained: {
    title: 'Money that fits no order',
    advice: 'Find it in Razorpay’s dashboard by its ID, then close it here with a note of what it was.',
  },
  second: {
    title: 'A bill was paid a second time',
    advice: 'Refund one of the two payments, or mark it as looked at if both were meant.',
  },
  'webhooks-silent': {
    title: 'Razorpay’s webhooks are silent',
    advice: 'Check the webhook in Razorpay’s dashboard. Payments are still found, but later.',
  },
  'sweep-late': {
    title: 'The comparison with Razorpay is late',
    advice: 'Whoever runs the site should look at its log: until it runs again, these figures may be old.',
  },
  difference: {
    title: 'The books differ from Razorpay',
    advice: 'Compare the amount with Razorpay’s dashboard and tell whoever runs the site.',
  },
  'mail-failed': {
    title: 'A message could not be delivered',
    advice: 'Check the address under Messages, then send it again.',
  },
};
