import type { ActionItem, ListedOrder } from './api-types.ts';

/** The state to show: that too much was paid comes before what else is known of an order. */
export const stateOf = ({ hasSurplus, state }: Pick<ListedOrder, 'hasSurplus' | 'state'>): string =>
  hasSurplus ? 'surplus' : state;

export const advice: Record<ActionItem['kind'], string> = {
  dispute: 'Accept it, or contest it with proof of the work, in Razorpay’s dashboard before the deadline.',
  'refund-failed':
    'The customer has no money yet. Refund it again, or pay it by bank transfer; answer a dispute of it first.',
  'refund-waiting': 'Somebody other than whoever asked for it opens the payment and approves or rejects it.',
  unexplained:
    'Find it in Razorpay’s dashboard by its ID. Put it on the bill that it is for; or give it back there, and close it here with a note.',
  'settlement-failed':
    'Check your bank account in Razorpay’s dashboard, and ask Razorpay when it is paid again.',
  'settlement-differs':
    'Compare it with its lines and with your bank statement, and ask Razorpay about the difference.',
  'settlement-held': 'Ask Razorpay why it waits; its dashboard shows what your account lacks.',
  held: 'Razorpay’s dashboard says why, and what it wants to see.',
  unsettled: 'Ask Razorpay about it: it is in no settlement, though its days are over.',
  second: 'Put one of the two on another bill, refund it, or mark it as looked at if both were meant.',
  'webhooks-silent': 'Check the webhook in Razorpay’s dashboard. Payments are still found, but later.',
  'sweep-late':
    'Whoever runs the site should look at its log: until it runs again, these figures may be old.',
  'not-captured':
    'Open it and select Ask Razorpay now. If it stays so, capture it in Razorpay’s dashboard within five days.',
  'refund-pending': 'Ask Razorpay about it by its ID: the customer waits for the money.',
  difference: 'Compare the amount with Razorpay’s dashboard and tell whoever runs the site.',
  'ledger-restored':
    'Whoever runs the site restores the last backup: bills, pay links and what was noted here are not at Razorpay.',
  'voucher-waiting': 'Somebody other than whoever asked for it opens the bill and approves or rejects it.',
  cheque: 'Ask the bank, then say on the bill that it cleared or bounced.',
  overpaid: 'Refund the surplus, put it on another bill, or mark it as looked at.',
  'paid-cancelled': 'Refund it, or put it on the bill that it is for.',
  'mail-failed': 'Check the address under Messages, then send it again.',
};
