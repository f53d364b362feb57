// What each kind of ledger entry means. The CSV, the files for Tally and Zoho Books, the customer's statement, totals,
// messages, the state of a bill and the Studio's labels are all derived from this record. Amounts are whole paise.

import type { Ledger, Postings } from './ledgers.ts';
import { formatRupees } from './money.ts';
import type { ManualEntryState } from './states.ts';

/** The facts about an entry on which its postings depend. */
export type EntryFacts = {
  amount: number;
  /** The gateway's id of the payment, refund or dispute; of a manual entry, its own. */
  subject: string;
  source: string;
  /** The method of the payment that the entry names; null where the ledger has no such payment. */
  method: string | null;
  /** How staff recorded a manual entry, such as `neft`, and what became of it. */
  voucher_kind: string | null;
  voucher_state: ManualEntryState | null;
  /** Fee and tax that came with a capture; the fee includes the tax. */
  first_fee: number;
  first_tax: number;
  order_amount: number | null;
  /** Refunded, or moved to other bills, of the same payment before this entry. */
  returned_before: number;
};

/** The bill that a part of an entry is about: the order's, or the one that staff recorded it for. */
export type Party = 'order' | 'bill';

/** One line of an entry in exports and statements. `amount` adds to, or takes from, what the agency has been paid. */
export type EntryPart = { of: Party; title: string; amount: number; postings: Postings };

type Total = 'captured' | 'fees' | 'refunded' | 'deducted' | 'received' | 'tds' | 'givenUp';

/** A way in which staff record an entry by hand. */
export type ManualMethod = {
  /** What the Studio calls the reference, such as a number that the bank gives. */
  reference: string;
  /** The error where the reference is missing. Without it, the reference is optional. */
  missing?: string;
};

export type EntryMeaning = {
  /** Names it in the Studio and in the CSV. */
  title: string;
  /** Names it on a customer's statement, where that differs. */
  customerTitle?: string;
  /** Whether there is one entry for each subject, in every ledger that is made from the gateway. */
  once?: true;
  /** Which bill it settles, or opens again, by its posting to the customers' ledger. */
  settles?: Party | 'both';
  /** Whether it takes back (1), or restores (-1), money of the payment that it names. */
  returns?: 1 | -1;
  /** The column of the CSV, if it is exported. `none`: told in CSV and statement, without an amount. */
  column?: 'amount' | 'fee' | 'tax' | 'settlement' | 'none';
  /** The total of a span of days to which it adds, or from which it takes. */
  total?: readonly [name: Total, sign: 1 | -1];
  /** Who gets a message about it. */
  notifies?: readonly ('customer' | 'staff')[];
  /** The ways in which staff record it by hand. */
  recordedAs?: Readonly<Record<string, ManualMethod>>;
  /** Whether a second person has to approve it, since it says that less is due. */
  needsApproval?: true;
  /** The lines of one entry; none where it moves no money. */
  parts?(entry: EntryFacts): Omit<EntryPart, 'title'>[] | EntryPart[];
};

/**
 * The part of a payment that settles its bill. A fee that the customer paid on top of the order is the rest; refunds and
 * moves give back the bill's part first, however many there are.
 */
function billPart({ order_amount, returned_before: before }: EntryFacts, amount: number): number {
  const settled = (returned: number) => Math.min(returned, order_amount ?? returned);
  return settled(before + amount) - settled(before);
}

/** Postings of a payment that came in, or (negative) of a refund that went out. */
function throughGateway(amount: number, ofBill: number): Postings {
  return { gateway: amount, fees: ofBill - amount, customers: -ofBill };
}

const singlePart = (of: Party, amount: number, postings: Postings) => [{ of, amount, postings }];

/** A manual entry that settles a bill; a counter-entry has a negative amount. */
const settlesFrom = (ledger: Ledger) => (entry: EntryFacts) =>
  singlePart('bill', entry.amount, { [ledger]: entry.amount, customers: -entry.amount });

/** Money that fits no order: a payment came in, a refund went out, a dispute has moved nothing yet. */
function inSuspense({ subject, amount }: EntryFacts, sign: 1 | -1) {
  const direction = subject.startsWith('pay_') ? sign : subject.startsWith('rfnd_') ? -sign : 0;
  const came = direction * amount;
  return came === 0 ? [] : singlePart('order', came, { gateway: came, suspense: -came });
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
    title: 'Fee, corrected',
    column: 'fee',
    total: ['fees', 1],
    parts: ({ amount }) => singlePart('order', amount, { fees: amount, gateway: -amount }),
  },
  tax: {
    title: 'Tax on the fee, corrected',
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
      singlePart('order', -entry.amount, throughGateway(-entry.amount, -billPart(entry, entry.amount))),
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
      singlePart('order', entry.amount, throughGateway(entry.amount, -billPart(entry, -entry.amount))),
  },
  disputed: { title: 'Disputed', once: true, notifies: ['staff'] },
  'dispute-lost': {
    title: 'Deducted for a dispute',
    column: 'amount',
    total: ['deducted', 1],
    parts: ({ amount }) => [
      {
        of: 'order',
        title: amount < 0 ? 'Given back after a dispute' : 'Deducted for a dispute',
        amount: -amount,
        postings: { disputes: amount, gateway: -amount },
      },
    ],
  },
  'dispute-won': { title: 'Dispute won' },
  'dispute-closed': { title: 'Dispute closed' },
  // Exports have the transfers of whole settlements instead, with their fees.
  settled: {
    title: 'Settlement',
    column: 'settlement',
    parts: ({ amount }) => singlePart('order', amount, {}),
  },
  unexplained: {
    title: 'Money that fits no order',
    once: true,
    column: 'amount',
    notifies: ['staff'],
    parts: (entry) => inSuspense(entry, 1),
  },
  explained: {
    title: 'Explained: it fits an order now',
    once: true,
    column: 'amount',
    // Money that staff explained by a note stays in suspense, until the accountant moves it to where it belongs.
    parts: (entry) => (entry.source === 'staff' ? [] : inSuspense(entry, -1)),
  },
  received: {
    title: 'Payment outside the gateway',
    customerTitle: 'Payment',
    settles: 'bill',
    column: 'amount',
    total: ['received', 1],
    recordedAs: {
      neft: { reference: 'UTR', missing: 'Give the UTR' },
      rtgs: { reference: 'UTR', missing: 'Give the UTR' },
      cheque: { reference: 'Number of the cheque', missing: 'Give the number of the cheque' },
      cash: { reference: 'Number of the receipt (if any)' },
    },
    parts: (entry) => settlesFrom(entry.voucher_kind === 'cash' ? 'cash' : 'bank')(entry),
  },
  // Settles nothing until the bank has cleared it, which is a `received` entry.
  cheque: {
    title: 'Cheque in hand',
    column: 'none',
    parts: ({ amount, voucher_state }) =>
      amount < 0 && voucher_state === 'bounced'
        ? [{ of: 'bill', title: `Cheque of ${formatRupees(-amount)} bounced`, amount: 0, postings: {} }]
        : [],
  },
  tds: {
    title: 'TDS',
    settles: 'bill',
    column: 'amount',
    total: ['tds', 1],
    recordedAs: { tds: { reference: 'Number of the certificate (if it has come)' } },
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
    recordedAs: { credit: { reference: 'Number of the credit note (if any)' } },
    needsApproval: true,
    parts: settlesFrom('credits'),
  },
  /** Money of a payment that staff put on another bill. Of a payment that fits no order it leaves suspense. */
  moved: {
    title: 'Moved from another payment',
    settles: 'both',
    returns: 1,
    column: 'amount',
    recordedAs: { moved: { reference: 'Payment' } },
    parts(entry) {
      const { amount, method } = entry;
      const ofBill = method === null ? 0 : billPart(entry, amount);
      const from: Postings =
        method === null ? { suspense: amount } : { customers: ofBill, fees: amount - ofBill };
      return [
        { of: 'order', title: 'Moved to another bill', amount: -amount, postings: from },
        { of: 'bill', title: 'Moved from another payment', amount, postings: { customers: -amount } },
      ];
    },
  },
} as const satisfies Record<string, EntryMeaning>;

export type EntryKind = keyof typeof entryKinds;

/** The meaning of a kind, with every property that a kind can have. */
export const meaningOf = (kind: EntryKind): EntryMeaning => entryKinds[kind];

const entryKindNames = Object.keys(entryKinds).filter((name): name is EntryKind => name in entryKinds);

/** Kinds whose meaning fulfils a condition. */
export const kindsWhere = (holds: (meaning: EntryMeaning) => boolean): EntryKind[] =>
  entryKindNames.filter((kind) => holds(meaningOf(kind)));

/** The lines of an entry, with their titles. A counter-entry says so. */
export function partsOf(entry: EntryFacts & { kind: EntryKind }): EntryPart[] {
  const { title, parts } = meaningOf(entry.kind);
  return (parts?.(entry) ?? []).map((part) => ({ title, ...part }));
}

/** Kinds that people of this sort get a message about. */
export type NotifiedKind<Of extends 'customer' | 'staff'> = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind] extends { notifies: readonly (infer Who)[] }
    ? Of extends Who
      ? Kind
      : never
    : never;
}[EntryKind];
