import { awaitsPayment } from '#web/contracts/bill-actions.ts';
import { dateInIndia } from '#web/contracts/india.ts';
import { formatRupees, smallestAmount } from '#web/contracts/money.ts';
import { doNotPayAgain } from '#web/contracts/outcomes.ts';
import type { BillState, LinkState } from '#web/contracts/states.ts';

/** Response of `POST /api/bill-status` `{link}`: the part of a bill that its link shows. Amounts are in paise. */
export type BillStatus = {
  state: BillState;
  link: LinkState;
  billNumber: string;
  /** Initials only, `A••• V•••`. */
  customer: string | null;
  /** The last four digits only, `••••••3210`. */
  phone: string | null;
  amount: number;
  paid: number;
  /** The amount above the bill that staff have not reviewed, if there is any. */
  surplus?: number;
  /** Payable through the link; zero if the link takes no payment. */
  open: number;
  /** The amount in uncleared cheques, if there are any. */
  cheques?: number;
  dueOn: string | null;
  note: string | null;
  /** The path of the tax invoice, if the bill has one. */
  invoice?: string;
  /** A payment that somebody else started with this link. `isUnpaid`: the gateway says that nothing was paid so far. */
  underWay?: { amount: number; at: string; isUnpaid: boolean } | undefined;
};

export type BillSummary = Pick<
  BillStatus,
  'billNumber' | 'state' | 'link' | 'amount' | 'paid' | 'surplus' | 'cheques'
>;

/** Returns the title and text about a bill for its customer: on the payment page, in the API and on the receipt. */
export function billText({ billNumber, state, link, amount, paid, surplus = 0, cheques = 0 }: BillSummary) {
  const bill = `bill ${billNumber}`;
  const arrived = `${formatRupees(paid)} of ${formatRupees(amount)} paid`;
  const cheque =
    cheques > 0 ? ` We have received a cheque for ${formatRupees(cheques)}, which has not cleared yet.` : '';
  const rest = amount - paid;
  const toPay =
    rest < smallestAmount
      ? `${formatRupees(rest)} is left, which is too little to pay online.`
      : `${formatRupees(rest)} to pay.`;
  const texts: Record<BillState, [title: string, text: string]> = {
    open: [`Bill ${billNumber}`, `${formatRupees(amount)} to pay.${cheque}`],
    'part-paid': [`Bill ${billNumber} is paid in part`, `${arrived}, ${toPay}${cheque}`],
    confirming: [
      `A payment for ${bill} is being confirmed`,
      `${doNotPayAgain} Reload this page in a few minutes to see whether the bill is paid.`,
    ],
    paid: [
      `Bill ${billNumber} is paid in full`,
      `We received ${formatRupees(amount)}. Thank you, nothing is left to pay.`,
    ],
    overpaid: [
      `Bill ${billNumber} is overpaid`,
      `${arrived}. You paid ${formatRupees(surplus)} too much. Please contact us for a refund.`,
    ],
    disputed: [
      `A payment for ${bill} is disputed`,
      `${arrived}. Please contact us before you pay anything more.`,
    ],
    cancelled: [
      `Bill ${billNumber} was cancelled`,
      'This link no longer takes payments. Please contact us if you did not expect this.',
    ],
  };
  const noLink = `${arrived}. This link no longer takes payments. Please ask us for a new one.`;
  const inactiveLinkTitles = {
    ended: `The link for ${bill} has expired`,
    withdrawn: `The link for ${bill} was withdrawn`,
  };
  const [title, text] =
    awaitsPayment(state) && link !== 'live' ? [inactiveLinkTitles[link], noLink] : texts[state];
  return { title, text };
}

/** Returns the request for payment in e-mails and chats. `today` is the day in India (`2026-03-31`). */
export function paymentRequest(
  { billNumber, amount, paid, dueOn }: BillSummary & { dueOn: string | null },
  today: string,
): string {
  const sum = `${formatRupees(amount - paid)} for bill ${billNumber}`;
  if (dueOn === null) return `${sum} to pay`;
  if (dueOn === today) return `${sum} is due today`;
  return `${sum} ${dueOn > today ? 'is' : 'was'} due on ${dateInIndia(dueOn)}`;
}

/** Returns the receipt's line about its bill. `ownAmount` is the amount of the receipt's own order, in paise. */
export function receiptLine({ billNumber, state, amount, paid }: BillSummary, ownAmount: number): string {
  const part = ownAmount < amount ? `Part of bill ${billNumber}` : `Bill ${billNumber}`;
  const ends: Partial<Record<BillState, string>> = {
    paid: ', in full',
    overpaid: ', more than the bill: please contact us',
    disputed: ', and a payment is disputed',
    cancelled: ', and the bill was cancelled',
  };
  return `${part}: ${formatRupees(paid)} of ${formatRupees(amount)} paid${ends[state] ?? ''}`;
}

/** Returns why an amount cannot be paid towards the open amount. Both are in paise. */
export function amountProblem(amount: number, open: number): string | undefined {
  if (amount > open) return `Pay at most ${formatRupees(open)}, the amount still due`;
  const rest = open - amount;
  // The gateway would refuse a later payment of so small an amount.
  if (rest > 0 && rest < smallestAmount)
    return `Pay ${formatRupees(open)} in full, or leave at least ${formatRupees(smallestAmount)}`;
  return undefined;
}
