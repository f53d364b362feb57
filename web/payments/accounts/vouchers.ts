import { dayInIndia } from '#web/contracts/india.ts';
import { currency } from '#web/contracts/money.ts';
import { methodNames } from '#web/contracts/states.ts';
import type { EntryKind } from '#web/database/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';
import { ofClosedMonth } from '#web/payments/desk/months.ts';
import { csvPageSize } from '#web/staff/csv.ts';
import type { Ledger } from './ledger-names.ts';
import { type Line, linesAfter, type Payout, payoutsAfter } from './lines.ts';

/** Paise by ledger: debits are positive, credits negative, and the sum is 0. */
type Postings = Partial<Record<Ledger, number>>;
type VoucherType = 'Receipt' | 'Payment' | 'Journal' | 'Contra';

export type Voucher = {
  /** The same in every export, so that an import recognises what it has. */
  id: string;
  type: VoucherType;
  /** A day in India, `2026-03-31`. */
  day: string;
  /** The gateway's id of what moved the money. */
  subject: string;
  bill: string | null;
  customer: string | null;
  reference: string | null;
  mode: string | null;
  narration: string;
  postings: [Ledger, number][];
};

type Booked = { type: VoucherType; postings: Postings } | null;

/** What goes beyond the order is the fee that the customer bore. */
function split(line: Line) {
  const ofBill = Math.min(line.amount, line.order_amount ?? line.amount);
  return { ofBill, surcharge: line.amount - ofBill };
}

/** The voucher of an entry of each kind, if there is one; settlements are booked by transfer, not by line. */
const booked = {
  authorized: null,
  captured: (line) => {
    const { ofBill, surcharge } = split(line);
    const fees = line.first_fee - line.first_tax - surcharge;
    const gateway = line.amount - line.first_fee;
    return { type: 'Receipt', postings: { gateway, fees, gst: line.first_tax, customers: -ofBill } };
  },
  fee: ({ amount }) => ({ type: 'Journal', postings: { fees: amount, gateway: -amount } }),
  tax: ({ amount }) => ({ type: 'Journal', postings: { gst: amount, fees: -amount } }),
  refunded: (line) => {
    const { ofBill, surcharge } = split(line);
    return { type: 'Payment', postings: { customers: ofBill, fees: surcharge, gateway: -line.amount } };
  },
  'refund-failed': (line) => {
    const { ofBill, surcharge } = split(line);
    return { type: 'Receipt', postings: { gateway: line.amount, fees: -surcharge, customers: -ofBill } };
  },
  disputed: null,
  'dispute-lost': ({ amount }) => ({ type: 'Journal', postings: { disputes: amount, gateway: -amount } }),
  'dispute-won': null,
  'dispute-closed': null,
  settled: null,
  unexplained: (line) => inSuspense(line, 1),
  // What staff explained by a note stays in suspense, until the accountant moves it to where it belongs.
  explained: (line) => (line.source === 'staff' ? null : inSuspense(line, -1)),
  received: (line) => settles(line.voucher_kind === 'cash' ? 'cash' : 'bank', line.amount),
  cheque: null,
  tds: ({ amount }) => settles('tds', amount),
  'written-off': ({ amount }) => settles('writeOffs', amount),
  credited: ({ amount }) => settles('credits', amount),
  // Money that fitted no order stood in suspense; of a known payment it is with the customers already.
  moved: (line) => (line.method === null ? settles('suspense', line.amount) : null),
} satisfies Record<EntryKind, ((line: Line) => Booked) | null>;
const bookedKinds = Object.entries(booked).flatMap(([kind, book]) => (book ? [kind] : []));

/** What settles a bill outside the gateway; a counter-entry takes it back. */
const settles = (ledger: Ledger, amount: number): Booked => ({
  type: ledger === 'bank' || ledger === 'cash' ? (amount < 0 ? 'Payment' : 'Receipt') : 'Journal',
  postings: { [ledger]: amount, customers: -amount },
});

/** A payment came in, a refund went out; a dispute of an unknown payment has moved nothing yet. */
function inSuspense({ subject, amount }: Line, sign: 1 | -1): Booked {
  const direction = subject.startsWith('pay_') ? sign : subject.startsWith('rfnd_') ? -sign : 0;
  const came = direction * amount;
  return { type: came < 0 ? 'Payment' : 'Receipt', postings: { gateway: came, suspense: -came } };
}

/** Kinds of which there is one entry for each subject, in every ledger made from the gateway. */
const once = ['captured', 'refunded', 'unexplained', 'explained'];

/** Undefined for what moves no money, or money in another currency. */
function voucherOf(line: Line): Voucher | undefined {
  const { kind, subject, at, amount, detail, nth } = line;
  const bill = line.known_bill ?? line.bill_number;
  const customer = line.known_name ?? line.customer_name;
  const book = line.currency === currency ? booked[kind]?.(line) : undefined;
  if (!book) return undefined;
  const ownReference = subject.startsWith('rfnd_') ? line.refund_reference : line.reference;
  const reference = line.voucher_reference ?? ownReference ?? null;
  const method = line.voucher_kind ?? line.method;
  const mode = method ? (methodNames[method] ?? method) : null;
  const late = ofClosedMonth(line.belongs_to);
  const words = [bill && `Bill ${bill}`, customer, mode, reference, subject, late, detail];
  // Deducted, given back and deducted again, all on the day of the dispute.
  const again = nth > 1 ? `-${nth}` : '';
  return madeOf(book.postings, {
    id: once.includes(kind) ? `${kind}-${subject}` : `${kind}-${subject}-${Date.parse(at)}-${amount}${again}`,
    type: book.type,
    day: dayInIndia(Date.parse(at)),
    ...{ subject, bill, customer, reference, mode },
    narration: words.filter(Boolean).join(', '),
  });
}

/** A transfer to the bank, or back if it failed. An instant one costs a fee. */
function payoutVoucher({ settlement, at, amount, utr, ...costs }: Payout): Voucher | undefined {
  const isInstant = costs.fees > 0 && amount === costs.transferred + costs.fees;
  const [fee, tax] = isInstant ? [costs.fees, costs.tax] : [0, 0];
  const postings = { bank: amount - fee, fees: fee - tax, gst: tax, gateway: -amount };
  return madeOf(postings, {
    id: `settled-${settlement}-${Date.parse(at)}`,
    type: 'Contra',
    day: dayInIndia(Date.parse(at)),
    ...{ subject: settlement, bill: null, customer: null, reference: utr, mode: null },
    narration: ['Settlement', settlement, utr && `UTR ${utr}`].filter(Boolean).join(' '),
  });
}

function madeOf(amounts: Postings, voucher: Omit<Voucher, 'postings'>): Voucher | undefined {
  const order: Ledger[] = [
    'bank',
    'cash',
    'gateway',
    'fees',
    'gst',
    'disputes',
    'tds',
    'writeOffs',
    'credits',
    'suspense',
    'customers',
  ];
  const postings = order.flatMap((ledger): [Ledger, number][] => {
    const amount = amounts[ledger] ?? 0;
    return amount === 0 ? [] : [[ledger, amount]];
  });
  return postings.length > 0 ? { ...voucher, postings } : undefined;
}

/** The vouchers of the entries in a span of moments, a page at a time; transfers to the bank come last. */
export async function* vouchersOf(db: Database, span: { from: string; to: string }) {
  let place = { at: span.from, id: 0 };
  for (;;) {
    const lines = await linesAfter(db, bookedKinds, place, span.to).execute();
    yield lines.flatMap((line) => voucherOf(line) ?? []);
    const last = lines[csvPageSize - 1];
    if (!last) break;
    place = last;
  }
  let after = { at: span.from, settlement: '' };
  for (;;) {
    const payouts = await payoutsAfter(db, after, span.to).execute();
    yield payouts.flatMap((payout) => payoutVoucher(payout) ?? []);
    const last = payouts[csvPageSize - 1];
    if (!last) return;
    after = last;
  }
}
