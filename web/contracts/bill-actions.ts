import { formatRupees, smallestAmount } from './money.ts';
import { billRefusals } from './outcomes.ts';
import type { BillState, LinkState } from './states.ts';

const unsettled = ['open', 'part-paid', 'confirming', 'disputed'] as const;
const alive = [...unsettled, 'paid', 'overpaid'] as const;
const all = [...alive, 'cancelled'] as const;

/**
 * The bill states in which customers, staff and jobs may take each action. Amounts that staff enter are checked
 * separately against the open amount.
 */
export const billActions = {
  /** The customer pays through the payment link, which must be live. */
  pay: ['open', 'part-paid'],
  /** Staff, or a reminder, may send the payment link to the customer. */
  'request-payment': ['open', 'part-paid'],
  'renew-link': alive,
  'withdraw-link': alive,
  /** Staff record a bank transfer, a cheque or cash. The money has arrived, so it may exceed the open amount. */
  'record-money': alive,
  'clear-cheque': alive,
  /** Staff record TDS, a write-off, a credit or money from another payment, up to the open amount. */
  reduce: unsettled,
  /** Undoes an entry, for example after a bounced cheque, a rejected request or a mistake. */
  'take-back': all,
  /** Cancels a bill that holds no money, or less than can be refunded. Staff refund or move its payments first. */
  cancel: ['open', 'part-paid'],
  /** Erases the customer's personal data. Not allowed while anything is open or owed. */
  erase: ['paid', 'cancelled'],
} as const satisfies Record<string, readonly BillState[]>;

export type BillAction = keyof typeof billActions;

/**
 * Returns whether a bill in this state is waiting for a payment.
 * @example awaitsPayment('part-paid') // true
 */
export const awaitsPayment = (state: BillState): boolean => billActions.pay.some((one) => one === state);

/** The facts that decide whether an action is allowed. Amounts are in paise, and `cheques` have not cleared. */
type BillFacts = { state: BillState; link: LinkState; amount: number; paid: number; cheques: number };

/**
 * Returns why an action on a bill is refused, as a message for staff; undefined if it is allowed.
 * @example findRefusal('cancel', { state: 'cancelled', link: 'live', amount: 100, paid: 0, cheques: 0 }) // billRefusals.cancelled
 */
export function findRefusal(action: BillAction, bill: BillFacts): string | undefined {
  const { state, link, amount, paid, cheques } = bill;
  const states: readonly BillState[] = billActions[action];
  const holdsMoney = paid >= smallestAmount || cheques > 0;
  if (action === 'cancel' && state !== 'cancelled' && holdsMoney)
    return `This bill holds ${formatRupees(paid + cheques)}. Refund or move that money, or reverse its entry, then cancel the bill. To stop payments only, withdraw the link.`;
  if (!states.includes(state)) return billRefusals[state];
  if (action === 'reduce' && paid >= amount) return 'Nothing of this bill is left to pay.';
  const isPayment = action === 'pay' || action === 'request-payment';
  if (isPayment && amount - paid < smallestAmount)
    return 'Less than ₹1 is left to pay, which Razorpay does not take. Write it off on the bill’s page.';
  const needsLink = isPayment || action === 'withdraw-link';
  if (needsLink && link !== 'live') return 'The payment link of this bill no longer works. Renew it first.';
  return undefined;
}

/** @example isAllowed('pay', { state: 'open', link: 'ended', amount: 500, paid: 0, cheques: 0 }) // false */
export const isAllowed = (action: BillAction, bill: BillFacts) => findRefusal(action, bill) === undefined;
