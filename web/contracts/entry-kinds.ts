import { formatRupees } from './money.ts';
import type { ManualEntryState } from './states.ts';

/** The accountant's ledgers: the default name, which the owner can change, and the Studio's label. */
export const ledgers = {
  gateway: { name: 'Razorpay', title: 'Balance at Razorpay' },
  bank: { name: 'Bank Account', title: 'Bank account for settlements' },
  customers: { name: 'Website Customers', title: 'Customers' },
  fees: { name: 'Payment Gateway Charges', title: 'Razorpay’s fees' },
  gst: { name: 'Input IGST', title: 'GST paid on the fees' },
  disputes: { name: 'Payments Lost in Disputes', title: 'Lost in disputes' },
  suspense: { name: 'Suspense A/c', title: 'Unexplained money' },
  cash: { name: 'Cash', title: 'Cash in hand' },
  tds: { name: 'TDS Receivable', title: 'TDS deducted by customers' },
  writeOffs: { name: 'Bad Debts Written Off', title: 'Written off' },
  credits: { name: 'Discounts and Credit Notes', title: 'Credits to customers' },
} as const;
export type Ledger = keyof typeof ledgers;

/** Ledgers in the order of exports. */
export const ledgerList = Object.keys(ledgers).filter((name): name is Ledger => name in ledgers);

/** Paise by ledger: debits are positive, credits negative, and the sum is 0. */
export type Postings = Partial<Record<Ledger, number>>;

// Defines each kind of ledger entry. The CSV, the files for Tally and Zoho Books, customer statements, totals,
// messages, bill states and the Studio's labels are derived from this record. Amounts are whole paise.

/** The data that determines an entry's postings. */
export type EntryFacts = {
  amount: number;
  /** The gateway's id of the payment, refund or dispute, or the manual entry's own id. */
  subject: string;
  /** Null if the payment's order was unknown when the entry was made. */
  order_id: string | null;
  /** How staff recorded a manual entry, for example `neft`, and its current state. */
  manual_kind: string | null;
  manual_state: ManualEntryState | null;
  /** The fee and tax reported with the capture. The fee includes the tax. */
  first_fee: number;
  first_tax: number;
  order_amount: number | null;
  payment_amount: number | null;
  /** Paise of the same payment that left its order before this entry, refunded or moved. */
  returned_before: number;
};

/** Says which bill a line belongs to: the bill of its order, or the bill for which staff recorded the entry. */
export type Party = 'order' | 'bill';

/** One line of an entry in exports and statements. A positive `amount` counts as paid, a negative one as returned. */
export type EntryPart = { of: Party; title: string; amount: number; postings: Postings };

type Total = 'captured' | 'fees' | 'refunded' | 'deducted' | 'received' | 'tds' | 'givenUp';

/** A method that staff choose when they record an entry by hand. */
export type ManualMethod = {
  /** The Studio's label for the reference, for example a number from the bank. */
  reference: string;
  /** The error if the reference is missing. Without this text the reference is optional. */
  missing?: string;
};

export type EntryMeaning = {
  /** The name in the Studio and in the CSV. */
  title: string;
  /** The name on a customer's statement, if different. */
  customerTitle?: string;
  /** Whether each subject has at most one such entry, however often and by whomever it is reported. */
  once?: true;
  /** The bill that the entry settles or reopens by posting to the customers' ledger. */
  settles?: Party | 'both';
  /** 1 if the entry takes money from its payment, -1 if it puts money back. */
  returns?: 1 | -1;
  /** The CSV column, if the kind is exported. `none`: listed in the CSV and on statements, without an amount. */
  column?: 'amount' | 'fee' | 'tax' | 'settlement' | 'none';
  /** The period total that the entry changes, and the sign. */
  total?: readonly [name: Total, sign: 1 | -1];
  notifies?: readonly ('customer' | 'staff')[];
  /** How staff can record the entry by hand. */
  recordedAs?: Readonly<Record<string, ManualMethod>>;
  /** Set if the entry reduces what is due and so needs a second person's approval. */
  needsApproval?: true;
  /** Returns the entry's lines; none if it moves no money. */
  parts?(entry: EntryFacts): Omit<EntryPart, 'title'>[] | EntryPart[];
};

/**
 * Returns the postings of an amount that leaves its payment; a negative amount returns to it. Refunds and moves are
 * taken from the part that settles the bill first, then from the fee that the customer paid on top of the order. More
 * than the payment is in suspense until staff find out why it was returned.
 */
function takenFrom(entry: EntryFacts, amount: number): Postings {
  const { order_amount, payment_amount, returned_before: before } = entry;
  const upTo = (limit: number | null) =>
    Math.min(before + amount, limit ?? Infinity) - Math.min(before, limit ?? Infinity);
  const [customers, whole] = [upTo(order_amount), upTo(payment_amount)];
  return { customers, fees: whole - customers, suspense: amount - whole };
}

const singlePart = (of: Party, amount: number, postings: Postings) => [{ of, amount, postings }];

/** Returns the line for a manual entry that settles a bill. A counter-entry has a negative amount. */
const settlesFrom = (ledger: Ledger) => (entry: EntryFacts) =>
  singlePart('bill', entry.amount, { [ledger]: entry.amount, customers: -entry.amount });

/** Returns the line for a payment or refund that matches no order. A dispute has no line: no money has moved yet. */
function inSuspense({ subject, amount }: EntryFacts, sign: 1 | -1) {
  let net = 0;
  if (subject.startsWith('pay_')) net = sign * amount;
  if (subject.startsWith('rfnd_')) net = -sign * amount;
  return net === 0 ? [] : singlePart('order', net, { gateway: net, suspense: -net });
}

export const entryKinds = {
  authorized: { title: 'Authorised', once: true },
  captured: {
    title: 'Payment',
    once: true,
    settles: 'order',
    column: 'amount',
    total: ['captured', 1],
    notifies: ['customer', 'staff'],
    parts({ amount, order_amount, first_fee: fee, first_tax: tax }) {
      const ofBill = Math.min(amount, order_amount ?? amount);
      const fees = fee - tax - (amount - ofBill);
      return singlePart('order', amount, { gateway: amount - fee, fees, gst: tax, customers: -ofBill });
    },
  },
  fee: {
    title: 'Fee correction',
    column: 'fee',
    total: ['fees', 1],
    parts: ({ amount }) => singlePart('order', amount, { fees: amount, gateway: -amount }),
  },
  tax: {
    title: 'Correction of the tax on the fee',
    column: 'tax',
    parts: ({ amount }) => singlePart('order', amount, { gst: amount, fees: -amount }),
  },
  refunded: {
    title: 'Refund',
    once: true,
    settles: 'order',
    column: 'amount',
    returns: 1,
    total: ['refunded', 1],
    notifies: ['customer'],
    parts: (entry) =>
      singlePart('order', -entry.amount, { ...takenFrom(entry, entry.amount), gateway: -entry.amount }),
  },
  'refund-failed': {
    title: 'Refund failed',
    customerTitle: 'Refund returned by the bank',
    settles: 'order',
    column: 'amount',
    returns: -1,
    total: ['refunded', -1],
    notifies: ['staff'],
    parts: (entry) =>
      singlePart('order', entry.amount, { ...takenFrom(entry, -entry.amount), gateway: entry.amount }),
  },
  disputed: { title: 'Disputed', once: true, notifies: ['staff'] },
  'dispute-lost': {
    title: 'Deducted for a dispute',
    column: 'amount',
    total: ['deducted', 1],
    parts: ({ amount }) => [
      {
        of: 'order',
        title: amount < 0 ? 'Returned after a dispute' : 'Deducted for a dispute',
        amount: -amount,
        postings: { disputes: amount, gateway: -amount },
      },
    ],
  },
  'dispute-won': { title: 'Dispute won' },
  'dispute-closed': { title: 'Dispute closed' },
  // Accounting exports book each settlement as one transfer with its fees, and leave these entries out.
  settled: {
    title: 'Settlement',
    column: 'settlement',
    parts: ({ amount }) => singlePart('order', amount, {}),
  },
  unexplained: {
    title: 'Money that matches no order',
    once: true,
    column: 'amount',
    notifies: ['staff'],
    parts: (entry) => inSuspense(entry, 1),
  },
  explained: {
    title: 'Explained: it matches an order now',
    once: true,
    column: 'amount',
    parts: (entry) => inSuspense(entry, -1),
  },
  // The money stays in suspense until the accountant books it, or until it matches an order after all.
  noted: { title: 'Closed with a note' },
  received: {
    title: 'Payment outside the gateway',
    customerTitle: 'Payment',
    settles: 'bill',
    column: 'amount',
    total: ['received', 1],
    recordedAs: {
      neft: { reference: 'UTR', missing: 'Enter the UTR' },
      rtgs: { reference: 'UTR', missing: 'Enter the UTR' },
      cheque: { reference: 'Cheque number', missing: 'Enter the cheque number' },
      cash: { reference: 'Receipt number (if any)' },
    },
    parts: (entry) => settlesFrom(entry.manual_kind === 'cash' ? 'cash' : 'bank')(entry),
  },
  // A cheque settles nothing until the bank clears it, which adds a `received` entry.
  cheque: {
    title: 'Cheque in hand',
    column: 'none',
    parts: ({ amount, manual_state }) =>
      amount < 0 && manual_state === 'bounced'
        ? [{ of: 'bill', title: `Cheque of ${formatRupees(-amount)} bounced`, amount: 0, postings: {} }]
        : [],
  },
  tds: {
    title: 'TDS',
    settles: 'bill',
    column: 'amount',
    total: ['tds', 1],
    recordedAs: { tds: { reference: 'Certificate number (if received)' } },
    parts: settlesFrom('tds'),
  },
  'written-off': {
    title: 'Write-off',
    settles: 'bill',
    column: 'amount',
    total: ['givenUp', 1],
    recordedAs: { 'write-off': { reference: 'Reference (if any)' } },
    needsApproval: true,
    parts: settlesFrom('writeOffs'),
  },
  credited: {
    title: 'Credit',
    settles: 'bill',
    column: 'amount',
    total: ['givenUp', 1],
    recordedAs: { credit: { reference: 'Credit note number (if any)' } },
    needsApproval: true,
    parts: settlesFrom('credits'),
  },
  /** Money that staff moved to another bill. If the payment matches no order, the money leaves suspense. */
  moved: {
    title: 'Moved between bills',
    settles: 'both',
    returns: 1,
    column: 'amount',
    recordedAs: { moved: { reference: 'Payment' } },
    parts(entry) {
      const { amount, order_id } = entry;
      const from = order_id === null ? { suspense: amount } : takenFrom(entry, amount);
      return [
        { of: 'order', title: 'Moved to another bill', amount: -amount, postings: from },
        { of: 'bill', title: 'Moved from another payment', amount, postings: { customers: -amount } },
      ];
    },
  },
} as const satisfies Record<string, EntryMeaning>;

export type EntryKind = keyof typeof entryKinds;

/**
 * Returns the meaning of a kind, typed with all optional properties.
 * @example findMeaning('refunded').title // 'Refund'
 */
export const findMeaning = (kind: EntryKind): EntryMeaning => entryKinds[kind];

const entryKindNames = Object.keys(entryKinds).filter((name): name is EntryKind => name in entryKinds);

/** @example kindsWhere(({ returns }) => returns === -1) // ['refund-failed'] */
export const kindsWhere = (holds: (meaning: EntryMeaning) => boolean): EntryKind[] =>
  entryKindNames.filter((kind) => holds(findMeaning(kind)));

/** @example splitEntry({ kind: 'tax', amount: 18 })[0].postings // { gst: 18, fees: -18 } */
export function splitEntry(entry: EntryFacts & { kind: EntryKind }): EntryPart[] {
  const { title, parts } = findMeaning(entry.kind);
  return (parts?.(entry) ?? []).map((part) => ({ title, ...part }));
}

/** The kinds that notify customers or staff. */
export type NotifiedKind<Of extends 'customer' | 'staff'> = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind] extends { notifies: readonly (infer Who)[] }
    ? Of extends Who
      ? Kind
      : never
    : never;
}[EntryKind];
