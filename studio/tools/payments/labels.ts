import type { BillState } from '#web/payments/bills/contract.ts';
import type { Hand, ListedOrder, RefundRequest, Story } from '#web/payments/desk/contract.ts';
import type { Message } from '#web/payments/mail/contract.ts';

export type Label = { label: string; tone: 'default' | 'positive' | 'caution' | 'critical' };

const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
});
const relative = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

/** A moment in UTC as the time in India. */
export function asTime(moment: string): string {
  return time.format(new Date(moment));
}

/** How far away a moment is: "in 3 days", "2 hours ago". */
export function fromNow(moment: string): string {
  const minutes = (Date.parse(moment) - Date.now()) / 60_000;
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}

export const statusLabels = { paid: 'Paid', created: 'Not tried', attempted: 'Tried, not paid' } as const;

/** What Razorpay says of a single attempt, in plain words. */
export const attemptLabels: Record<string, string> = {
  created: 'Begun',
  authorized: 'Authorised, not taken',
  captured: 'Paid',
  refunded: 'Refunded',
  failed: 'Failed',
};

const methods: Record<string, string> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
};

export const methodLabel = (method: string | null) => methods[method ?? ''] ?? method;

/** A code of Razorpay's, such as `goods_not_received`, as words. */
export const words = (code: string) => code.replaceAll('_', ' ');

/** States that the list can be narrowed to, with their labels. */
export const states = Object.entries({
  '': 'All states',
  ...statusLabels,
  refunded: 'Refunded',
  disputed: 'Disputed',
  second: 'Second payment: look at it',
});

/** The label of an order's state, and how urgent it is. */
export function stateOf(order: ListedOrder): Label {
  if (order.duplicate) return { label: 'Second payment', tone: 'critical' };
  if (order.disputed_amount > 0) return { label: 'Disputed', tone: 'critical' };
  if (order.refunded_amount > 0)
    return {
      label: order.refunded_amount >= order.paid_amount ? 'Refunded' : 'Partly refunded',
      tone: 'caution',
    };
  return { label: statusLabels[order.status], tone: order.status === 'paid' ? 'positive' : 'default' };
}

export const billLabels: Record<BillState, Label> = {
  open: { label: 'Open', tone: 'default' },
  'part-paid': { label: 'Paid in part', tone: 'caution' },
  paid: { label: 'Paid', tone: 'positive' },
  overpaid: { label: 'Overpaid', tone: 'critical' },
  expired: { label: 'Expired', tone: 'default' },
  cancelled: { label: 'Cancelled', tone: 'default' },
};

export const requestLabels: Record<RefundRequest['state'], Label> = {
  waiting: { label: 'Waits for a second person', tone: 'caution' },
  approved: { label: 'On its way to Razorpay', tone: 'default' },
  sent: { label: 'Given to Razorpay', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'default' },
  failed: { label: 'Refused by Razorpay', tone: 'critical' },
};

export const refundLabels: Record<Story['refunds'][number]['status'], Label> = {
  pending: { label: 'Pending at Razorpay', tone: 'caution' },
  processed: { label: 'Processed', tone: 'positive' },
  failed: { label: 'Failed', tone: 'critical' },
};

export const messageLabels: Record<Message['state'], Label> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  sending: { label: 'Being sent', tone: 'default' },
  sent: { label: 'Sent', tone: 'positive' },
  failed: { label: 'Failed', tone: 'critical' },
  kept: { label: 'Kept here', tone: 'default' },
};

export const messageKindLabels: Record<Message['kind'], string> = {
  receipt: 'Receipt',
  refund: 'Word of a refund',
  'money-arrived': 'Money arrived',
  'refund-failed': 'A refund failed',
  dispute: 'A dispute',
  unexplained: 'Unexplained money',
  summary: 'Summary',
};

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

const entryLabels: Record<string, string> = {
  authorized: 'Authorised by the bank',
  captured: 'Money taken',
  fee: 'Razorpay’s fee, with tax',
  tax: 'Tax in the fee',
  refunded: 'Refunded to the customer',
  'refund-failed': 'A refund failed: the money stays here',
  disputed: 'Disputed by the customer',
  'dispute-lost': 'Deducted for a dispute',
  'dispute-won': 'Dispute won',
  'dispute-closed': 'Dispute closed',
  settled: 'Part of a settlement to the bank',
  unexplained: 'Money that fits no order',
  explained: 'Explained by a person',
};

const sources: Record<string, string> = {
  site: 'the site',
  verification: "the customer's browser",
  webhook: "Razorpay's webhook",
  reconciliation: 'reconciliation',
  sweep: "Razorpay's own lists",
  receipt: 'the receipt page',
  staff: 'staff asking Razorpay',
};

const happenings: Record<string, string> = {
  'order.created': 'Order made',
  'payment.created': 'Attempt begun',
  'payment.authorized': 'Authorised by the bank',
  'payment.captured': 'Paid',
  'payment.failed': 'Attempt failed',
  'payment.refunded': 'Refunded in full',
  'payment.partly_refunded': 'Refunded in part',
  'payment.details': 'More details known',
  'payment.settled': 'Second payment marked as looked at',
  'refund.pending': 'Refund begun',
  'refund.processed': 'Refund arrived at the customer’s bank',
  'refund.failed': 'Refund failed',
  'dispute.open': 'Dispute opened',
  'dispute.under_review': 'Dispute under review',
  'dispute.won': 'Dispute won',
  'dispute.lost': 'Dispute lost',
  'dispute.closed': 'Dispute closed',
};

const acts: Record<string, string> = {
  'refund.requested': 'Asked for a refund',
  'refund.approved': 'Approved a refund',
  'refund.rejected': 'Rejected a refund',
  'message.resent': 'Sent a message again',
  'receipt.mailed': 'Mailed a receipt',
  'bill.made': 'Made a pay link',
  'bill.cancelled': 'Cancelled a pay link',
  'bills.imported': 'Made pay links from a file',
  explained: 'Explained money',
  export: 'Exported payments',
};

/** What a member of staff did, in plain words. */
export const actLabel = (act: string) => acts[act] ?? act;

/** An event of an order's trail as a sentence. */
function eventLabel({ event, source, actor }: Story['events'][number]): string {
  const what = happenings[event] ?? event;
  return actor === null ? `${what}, known from ${sources[source] ?? source}` : `${what}, by ${actor}`;
}

/** Entries of the books and the trail of how they became known, in the order of time. */
export function timelineOf({ entries, events }: Pick<Story, 'entries' | 'events'>) {
  const lines = [
    ...entries.map(({ id, kind, subject, amount, at, detail }) => ({
      key: `entry-${id}`,
      at,
      what: [entryLabels[kind] ?? kind, detail].filter(Boolean).join(': '),
      subject,
      amount,
    })),
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      what: eventLabel(event),
      subject: undefined,
      amount: undefined,
    })),
  ];
  return lines.sort((a, b) => a.at.localeCompare(b.at));
}
