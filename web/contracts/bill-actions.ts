import { formatRupees } from './money.ts';
import type { BillState, LinkState } from './states.ts';

const unsettled = ['open', 'part-paid', 'confirming', 'disputed'] as const;
const alive = [...unsettled, 'paid', 'overpaid'] as const;
const all = [...alive, 'cancelled'] as const;

/**
 * What may be done with a bill in each state, by a customer, by staff and by jobs. Whether an amount still fits is
 * another question, that is asked of what is open.
 */
export const billActions = {
  /** By its link, which has to be live. */
  pay: ['open', 'part-paid'],
  /** By staff or as a reminder, with its link. */
  'ask-for-payment': ['open', 'part-paid'],
  'renew-link': alive,
  'withdraw-link': alive,
  /** Money that came by bank, cheque or cash: also more than is open, since it is there. */
  'record-money': alive,
  'clear-cheque': alive,
  /** TDS, a write-off, a credit, or money of another payment: never more than is open. */
  reduce: unsettled,
  /** A cheque that bounced, a request that is rejected, an entry that was wrong. */
  'take-back': all,
  /** Only a bill that holds no money: what was paid is refunded or moved first. */
  cancel: ['open'],
  /** Its customer's data, in the end: never while something is open or owed. */
  erase: ['paid', 'cancelled'],
} as const satisfies Record<string, readonly BillState[]>;

export type BillAction = keyof typeof billActions;

/** Whether a bill in this state asks its customer for money, by a link if one is live. */
export const awaitsPayment = (state: BillState): boolean => billActions.pay.some((one) => one === state);

/** What decides about an act; `paid` and `cheques` (not cleared) in paise. */
type BillFacts = { state: BillState; link: LinkState; paid: number; cheques: number };

/** Why an act on a bill is refused, for staff to read; undefined when it is allowed. */
export function refusalOf(act: BillAction, { state, link, paid, cheques }: BillFacts): string | undefined {
  const states: readonly BillState[] = billActions[act];
  if (act === 'cancel' && state !== 'cancelled' && (paid !== 0 || cheques > 0))
    return `This bill holds ${formatRupees(paid + cheques)}: refund that money, move it or take its entry back, then cancel the bill. To stop payments by its link alone, withdraw the link.`;
  if (!states.includes(state)) return refusalTexts[state];
  const needsLink = act === 'pay' || act === 'ask-for-payment' || act === 'withdraw-link';
  if (needsLink && link !== 'live')
    return 'The pay link of this bill does not work any more: renew it first.';
  return undefined;
}

const refusalTexts: Record<BillState, string> = {
  open: 'Nothing was paid of this bill yet.',
  'part-paid': 'A part of this bill is still to be paid.',
  confirming: 'A payment of this bill is being confirmed. Try again in a few minutes.',
  paid: 'This bill is paid in full.',
  overpaid: 'More than this bill was paid: refund the surplus or move it to another bill first.',
  disputed: 'A customer disputes a payment of this bill. Wait until that is decided.',
  cancelled: 'This bill was cancelled: make it again, then record what arrived for it.',
};

/** Whether an act on a bill is allowed. */
export const isAllowed = (act: BillAction, bill: BillFacts): boolean => refusalOf(act, bill) === undefined;
