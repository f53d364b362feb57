import { kindsWhere, meaningOf, type Party, partsOf } from '#web/contracts/entry-kinds.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { type Ledger, ledgerList, type Postings } from '#web/contracts/ledgers.ts';
import { currency } from '#web/contracts/money.ts';
import { methodNames } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import { closedMonthNote } from '#web/payments/back-office/months.ts';
import { pagesOf } from '#web/staff/csv.ts';
import { type Line, linesAfter, type Payout, payoutsAfter } from './lines.ts';

type VoucherType = 'Receipt' | 'Payment' | 'Journal' | 'Contra';

/** A debit (positive) or credit (negative) in paise. A posting to the customers' ledger has a bill and a customer. */
export type Posting = { ledger: Ledger; amount: number; bill: string | null; customer: string | null };

export type Voucher = {
  /** The same in every export, so that an import recognises vouchers it already has. */
  id: string;
  type: VoucherType;
  /** A day in India, `2026-03-31`. */
  day: string;
  /** The gateway's id of the payment, refund or settlement; null for a manual entry, which Tally numbers. */
  number: string | null;
  bill: string | null;
  customer: string | null;
  reference: string | null;
  mode: string | null;
  narration: string;
  postings: Posting[];
};

/** Leaves out the lines of settlements: a settlement is booked as one transfer. */
const bookedKinds = kindsWhere(({ parts, column }) => parts !== undefined && column !== 'settlement');

/** Returns the bill and customer of a line: those of its order, or those for which staff recorded the entry. */
export function partyOf(line: Line, of: Party) {
  return of === 'order'
    ? { bill: line.bill_number, customer: line.customer_name, phone: line.customer_phone }
    : { bill: line.known_bill, customer: line.known_name, phone: line.known_phone };
}

/** Returns who paid, if it was not the bill's customer. */
export const payerOf = ({ payer, customer_name }: Line): string | null =>
  payer && payer !== customer_name ? `paid by ${payer}` : null;

/** Returns the bank's reference for an entry: from the refund, the manual entry or the payment. */
export const referenceOf = (line: Line): string | null =>
  line.manual_reference ?? (line.subject.startsWith('rfnd_') ? line.refund_reference : line.reference);

/** Returns the section and rate of TDS; null for other entries. */
export const deductionOf = ({ section, rate }: Line): string | null =>
  section && `section ${section}, ${rate}%`;

/** Undefined if the entry moves no money, or money in another currency. */
function voucherOf(line: Line): Voucher | undefined {
  if (line.currency !== currency) return undefined;
  const { kind, subject, at, amount, detail, nth } = line;
  const parts = partsOf(line);
  const postings = parts.flatMap(({ of, postings }) => postingsOf(postings, partyOf(line, of)));
  if (postings.length === 0) return undefined;
  const { bill, customer } = partyOf(line, parts.at(-1)?.of ?? 'order');
  const reference = referenceOf(line);
  const method = line.manual_kind ?? line.method;
  const mode = method ? (methodNames[method] ?? method) : null;
  const number = line.manual_kind === null ? subject : null;
  const late = closedMonthNote(line.belongs_to);
  const about = [bill && `Bill ${bill}`, customer, payerOf(line), mode, deductionOf(line), reference, number];
  const details = [...about, late, detail];
  // A dispute's money can be deducted, returned and deducted again, all dated the day of the dispute.
  const again = nth > 1 ? `-${nth}` : '';
  return {
    id: meaningOf(kind).once
      ? `${kind}-${subject}`
      : `${kind}-${subject}-${Date.parse(at)}-${amount}${again}`,
    type: typeOf(postings),
    day: dayInIndia(Date.parse(at)),
    ...{ number, bill, customer, reference, mode, postings },
    narration: [...new Set(details.filter(Boolean))].join(', '),
  };
}

/** Debits before credits, each in the order of `ledgerList`. */
function postingsOf(amounts: Postings, party: { bill: string | null; customer: string | null }): Posting[] {
  return ledgerList
    .map((ledger) => ({
      ledger,
      amount: amounts[ledger] ?? 0,
      bill: ledger === 'customers' ? party.bill : null,
      customer: ledger === 'customers' ? party.customer : null,
    }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => Number(b.amount > 0) - Number(a.amount > 0));
}

/** Ledgers that Tally files under Bank Accounts or Cash-in-Hand, and does not accept in a journal. */
const money: Ledger[] = ['gateway', 'bank', 'cash'];

/** Returns Tally's voucher type: money in, money out, transfer, or no money. Throws if debits and credits differ. */
function typeOf(postings: Posting[]): VoucherType {
  const sum = postings.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) throw new Error(`postings do not balance: ${JSON.stringify(postings)}`);
  const moved = postings.filter(({ ledger }) => money.includes(ledger));
  const net = moved.reduce((total, { amount }) => total + amount, 0);
  if (net !== 0) return net > 0 ? 'Receipt' : 'Payment';
  return moved.length > 0 ? 'Contra' : 'Journal';
}

/** Returns a voucher for a transfer to the bank or for its return, and one for the fee of an instant transfer. */
function payoutVouchers({ settlement, at, amount, utr, ...costs }: Payout): Voucher[] {
  const isInstant = costs.fees > 0 && amount === costs.transferred + costs.fees;
  const [fee, tax] = isInstant ? [costs.fees, costs.tax] : [0, 0];
  const nobody = { bill: null, customer: null };
  const made = (suffix: string, about: string, amounts: Postings): Voucher[] => {
    const postings = postingsOf(amounts, nobody);
    if (postings.length === 0) return [];
    return [
      {
        id: `settled-${settlement}-${Date.parse(at)}${suffix}`,
        type: typeOf(postings),
        day: dayInIndia(Date.parse(at)),
        ...{ number: settlement, ...nobody, reference: utr, mode: null, postings },
        narration: [`${about} ${settlement}`, utr && `UTR ${utr}`].filter(Boolean).join(' '),
      },
    ];
  };
  return [
    ...made('', 'Settlement', { bank: amount - fee, gateway: fee - amount }),
    ...made('-fee', 'Fee of settlement', { fees: fee - tax, gst: tax, gateway: -fee }),
  ];
}

/** Yields the vouchers of a time range page by page. Transfers to the bank come last. */
export async function* vouchersOf(db: Database, { from, to }: { from: string; to: string }) {
  const lines = pagesOf<Line>((last) =>
    linesAfter(db, bookedKinds, last ?? { at: from, id: 0 }, to).execute(),
  );
  for await (const page of lines) yield page.flatMap((line) => voucherOf(line) ?? []);
  const payouts = pagesOf<Payout>((last) =>
    payoutsAfter(db, last ?? { at: from, settlement: '' }, to).execute(),
  );
  for await (const page of payouts) yield page.flatMap(payoutVouchers);
}
