export { formatTime } from '#schemas/days.ts';
export { formatMonth } from '#web/contracts/india.ts';

const relative = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

/** Formats an ISO time relative to now, such as “in 3 days” or “2 hours ago”. */
export function fromNow(moment: string): string {
  const minutes = (Date.parse(moment) - Date.now()) / 60_000;
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}

/** Returns a count with its noun, such as “1 payment”, “1,200 payments” or “2 cities”. */
export const pluralize = (count: number, noun: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`}`;

const terms: Record<string, string> = {
  '': 'Any status',
  created: 'Not attempted',
  surplus: 'Overpaid',
  'no-link': 'Open, without a working link',
  'link.live': 'Works',
  'link.ended': 'Ended',
  'link.withdrawn': 'Withdrawn',
  'part-paid': 'Partly paid',
  confirming: 'Pending confirmation',
  pending: 'Pending at Razorpay',
  'request.waiting': 'Waiting for approval',
  'manual-entry.waiting': 'Waiting for approval',
  'manual-entry.in-hand': 'Received, not yet cleared',
  'manual-entry.entered': 'Entered',
  'manual-entry.rejected': 'Rejected',
  'manual-entry.bounced': 'Bounced',
  'manual-entry.reversed': 'Reversed',
  'write-off': 'Write-off',
  netbanking: 'Net banking',
  'payment.captured': 'Paid',
  due: 'About to be made',
  moved: 'Moved from another payment',
  'surplus.settled': 'Surplus marked as reviewed',
  'action.dispute': 'A customer disputes a payment',
  'action.refund-failed': 'A refund failed',
  'action.refund-waiting': 'A refund is waiting for approval',
  'action.unexplained': 'Money that matches no order',
  'action.settlement-failed': 'A settlement failed and was not paid again',
  'action.settlement-differs': 'A settlement does not match its lines',
  'action.settlement-held': 'A settlement has not been transferred',
  'action.held': 'Razorpay is holding a payment',
  'action.unsettled': 'A payment has not been paid out',
  'action.second': 'A bill was paid twice',
  'action.not-captured': 'A payment is authorised but not captured',
  'action.refund-pending': 'A refund is still pending after ten days',
  'action.mail-failed': 'A message could not be delivered',
  'action.voucher-waiting': 'A manual entry is waiting for approval',
  'action.customer-notice': 'A customer sent a UTR or a TDS certificate',
  'action.bill-number': 'A bill is waiting for its number',
  'action.cheque': 'A cheque has not cleared after a week',
  'action.overpaid': 'A bill was overpaid',
  'action.paid-cancelled': 'A cancelled bill was paid',
  'action.over-returned': 'More was returned than was paid',
  tally: 'Vouchers for Tally (XML)',
  'zoho-payments': 'Payments for Zoho Books (CSV)',
  'zoho-journals': 'Journals for Zoho Books (CSV)',
  settlements: 'Settlements (CSV)',
  'by.verification': 'the customer’s browser',
  'by.webhook': 'a message from Razorpay',
  'by.sweep': 'Razorpay’s own lists',
  'by.receipt': 'the receipt page',
  'by.staff': 'staff asking Razorpay',
};

/** Returns the label of a code of the ledger or Razorpay: from `terms`, or the code as words (“Goods not received”). */
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
  const [tone] = tones.find(([, states]) =>
    states.includes(state.replace(/^(request|manual-entry)\./, '')),
  ) ?? ['default'];
  return tone;
}
