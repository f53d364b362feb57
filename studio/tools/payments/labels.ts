import type { ListedOrder, OrderDetails } from './requests.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Paise as rupees in Indian grouping. */
export function asRupees(paise: number): string {
  return rupees.format(paise / 100);
}

/** A moment in UTC as the time in India. */
export function asTime(moment: string): string {
  return time.format(new Date(moment));
}

const statusLabels = { paid: 'Paid', created: 'Not tried', attempted: 'Tried, not paid' } as const;

/** States that the list can be narrowed to, with their labels. */
export const states = Object.entries({
  '': 'All states',
  ...statusLabels,
  refunded: 'Refunded',
  'refund-due': 'Second payment: check for refund',
});

/** The label of an order's state, and how urgent it is. */
export function stateOf(order: ListedOrder) {
  if (order.duplicate) return { label: 'Second payment', tone: 'critical' } as const;
  if (order.refunded_amount > 0)
    return {
      label: order.refunded_amount >= order.paid_amount ? 'Refunded' : 'Partly refunded',
      tone: 'caution',
    } as const;
  return {
    label: statusLabels[order.status],
    tone: order.status === 'paid' ? 'positive' : 'default',
  } as const;
}

const sources: Record<string, string> = {
  site: 'the site',
  verification: "the customer's browser",
  webhook: "Razorpay's webhook",
  reconciliation: 'reconciliation',
  receipt: 'the receipt page',
  staff: 'staff asking Razorpay',
};

const events: Record<string, string> = {
  'order.created': 'Order made',
  'payment.created': 'Attempt begun',
  'payment.authorized': 'Authorised by the bank',
  'payment.captured': 'Paid',
  'payment.failed': 'Attempt failed',
  'payment.refunded': 'Refunded in full',
  'payment.partly_refunded': 'Refunded in part',
  'payment.details': 'More details known',
  'payment.settled': 'Second payment marked as settled by hand',
};

/** An event of an order's trail as a sentence. */
export function eventLabel({ event, source, actor }: OrderDetails['events'][number]): string {
  const what = events[event] ?? event;
  return actor === null ? `${what}, known from ${sources[source] ?? source}` : `${what}, by ${actor}`;
}
