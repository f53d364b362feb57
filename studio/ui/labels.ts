import { dateInIndia } from '#web/contracts/india.ts';

const relative = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

/** A UTC time in India; null for none. */
export function formatTime(moment: string | null): string | null {
  return moment && dateInIndia(moment, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "31 Mar 2026", of `2026-03-31`; null for none. */
export const formatDay = (day: string | null): string | null =>
  day && dateInIndia(`${day}T12:00:00Z`, { dateStyle: 'medium' });

/** "March 2026", of `2026-03`. */
export const formatMonth = (month: string): string =>
  dateInIndia(`${month}-15T00:00:00Z`, { dateStyle: undefined, month: 'long', year: 'numeric' });

/** "in 3 days", "2 hours ago". */
export function fromNow(moment: string): string {
  const minutes = (Date.parse(moment) - Date.now()) / 60_000;
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}

/** "1 payment", "1,200 payments". */
export const pluralize = (count: number, noun: string) =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;

const terms: Record<string, string> = {
  '': 'Any status',
  created: 'Not tried',
  surplus: 'Too much paid',
  'no-link': 'Open, without a working link',
  'link.live': 'Works',
  'link.ended': 'Ended',
  'link.withdrawn': 'Withdrawn',
  'part-paid': 'Paid in part',
  confirming: 'Being confirmed',
  pending: 'Pending at Razorpay',
  'request.waiting': 'Waits for a second person',
  'voucher.waiting': 'Waits for a second person',
  'voucher.in-hand': 'Received, not yet cleared',
  'voucher.entered': 'Entered',
  'voucher.rejected': 'Rejected',
  'voucher.bounced': 'Bounced',
  'voucher.reversed': 'Taken back',
  'write-off': 'Write-off',
  netbanking: 'Net banking',
  'order.created': 'Order made',
  'payment.captured': 'Paid',
  'payment.moved': 'Moved to another bill',
  moved: 'Moved from another payment',
  'payment.settled': 'Surplus marked as looked at',
  'surplus.settled': 'Surplus marked as looked at',
  // As acts of earlier releases are named.
  'second.settled': 'Surplus marked as looked at',
  'action.dispute': 'A customer disputes a payment',
  'action.refund-failed': 'A refund failed',
  'action.refund-waiting': 'A refund waits for a second person',
  'action.unexplained': 'Money that matches no order',
  'action.settlement-failed': 'A settlement failed and was not paid again',
  'action.settlement-differs': 'A settlement differs from its lines',
  'action.settlement-held': 'A settlement has not been transferred',
  'action.held': 'Razorpay holds a payment back',
  'action.unsettled': 'A payment has not been paid out',
  'action.second': 'A bill was paid a second time',
  'action.webhooks-silent': 'No messages come from Razorpay',
  'action.sweep-late': 'The comparison with Razorpay is late',
  'action.not-captured': 'A payment is authorised and not captured',
  'action.refund-pending': 'A refund is still pending after ten days',
  'action.difference': 'The books differ from Razorpay',
  'action.ledger-restored': 'The books were empty and were filled from Razorpay',
  'action.mail-failed': 'A message could not be delivered',
  'action.voucher-waiting': 'A manual entry waits for a second person',
  'action.cheque': 'A cheque is not cleared after a week',
  'action.overpaid': 'More than a bill was paid',
  'action.paid-cancelled': 'Money came for a cancelled bill',
  tally: 'Vouchers for Tally (XML)',
  'zoho-payments': 'Payments for Zoho Books (CSV)',
  'zoho-journals': 'Journals for Zoho Books (CSV)',
  settlements: 'Settlements (CSV)',
  'by.site': 'the site',
  'by.verification': 'the customer’s browser',
  'by.webhook': 'a message from Razorpay',
  'by.reconciliation': 'reconciliation',
  'by.sweep': 'Razorpay’s own lists',
  'by.receipt': 'the receipt page',
  'by.staff': 'staff asking Razorpay',
};

/** A code of the ledger or of Razorpay, such as `goods_not_received`, in plain words. */
export function labelOf(code: string | null): string {
  if (code === null) return '';
  const text = code.replaceAll(/[_.-]/g, ' ').replace(/^(upi|neft|rtgs|tds)\b/, (name) => name.toUpperCase());
  return terms[code] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export type Tone = 'default' | 'positive' | 'caution' | 'critical';

const tones: [Tone, string[]][] = [
  ['positive', ['paid', 'processed', 'sent', 'answered']],
  [
    'caution',
    ['new', 'part-paid', 'confirming', 'waiting', 'in-hand', 'pending', 'refunded', 'partly-refunded'],
  ],
  ['critical', ['overpaid', 'disputed', 'surplus', 'failed']],
];

export function toneOf(state: string): Tone {
  const [tone] = tones.find(([, states]) => states.includes(state.replace(/^(request|voucher)\./, ''))) ?? [
    'default',
  ];
  return tone;
}
