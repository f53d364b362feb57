import type { ActionItem, ListedOrder } from './api-types.ts';

/** Returns the state to show for an order: a surplus takes precedence over all other states. */
export const stateOf = ({ hasSurplus, state }: Pick<ListedOrder, 'hasSurplus' | 'state'>): string =>
  hasSurplus ? 'surplus' : state;

export const advice: Record<ActionItem['kind'], string> = {
  dispute:
    'In Razorpay’s dashboard, accept the dispute or contest it with proof of the work before the deadline.',
  'refund-failed':
    'The customer has not received the money. Refund it again, or pay by bank transfer. If the payment is disputed, answer the dispute first.',
  'refund-waiting':
    'Somebody other than the person who requested the refund must open the payment and approve or reject the refund.',
  unexplained:
    'Find the ID in Razorpay’s dashboard. Move the money to the right bill, or refund it in the dashboard and close this item with a note.',
  'settlement-failed':
    'Check your bank account in Razorpay’s dashboard, and ask Razorpay when the settlement will be paid again.',
  'settlement-differs':
    'Compare the settlement with its lines and with your bank statement, and ask Razorpay about the difference.',
  'settlement-held': 'Ask Razorpay for the reason. Its dashboard shows what is missing in your account.',
  held: 'Razorpay’s dashboard shows the reason and which documents it needs.',
  unsettled: 'Ask Razorpay about the payment. It should have been in a settlement by now.',
  second:
    'Move one of the two payments to another bill, refund it, or mark it as reviewed if both were intended.',
  'not-captured':
    'Open the payment and select “Ask Razorpay now”. If nothing changes, capture the payment in Razorpay’s dashboard within five days.',
  'refund-pending': 'Give Razorpay the ID and ask about the refund. The customer is waiting for the money.',
  'voucher-waiting':
    'Somebody other than the person who requested the entry must open the bill and approve or reject the entry.',
  'customer-notice':
    'Nobody has checked this number yet. Once you find the money in your bank account, record it on the bill with this UTR. Add a certificate’s number to the TDS entry. This item disappears once you have, or after 30 days.',
  'bill-number': 'The day of this bill has come. Enter its number under Retainers.',
  cheque: 'Ask the bank whether the cheque cleared or bounced, then record the result on the bill.',
  overpaid:
    'Open the bill. Refund or move an online payment, correct an entry by bank or cash, or mark the surplus as reviewed.',
  'over-returned':
    'Refunds and disputes took more than the customer paid. Compare them in Razorpay’s dashboard, ask the customer or Razorpay for the difference, and close this item with a note.',
  'paid-cancelled': 'Refund the payment, or move it to the right bill.',
  'mail-failed': 'Check the address under Messages, then send the message again.',
};
