import { type InferResult, sql } from 'kysely';
import {
  type EntryKind,
  findMeaning,
  kindsWhere,
  type Ledger,
  ledgerList,
  type Party,
  type Postings,
  splitEntry,
} from '#web/contracts/entry-kinds.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { currency } from '#web/contracts/money.ts';
import { methodNames } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import { closedMonthNote } from '#web/payments/back-office/months.ts';
import { paysBill } from '#web/payments/ledger/bill-state.ts';
import { csvPageSize, readPages } from '#web/staff/csv.ts';

export type Line = InferResult<ReturnType<typeof ledgerLines>>[number];
type LedgerPosition = { id: number; at: string };

const joinKinds = (kinds: EntryKind[]) => sql.join(kinds.map((kind) => sql.lit(kind)));
const returning = joinKinds(kindsWhere(({ returns }) => returns !== undefined));
const restoring = joinKinds(kindsWhere(({ returns }) => returns === -1));

const ofBillOrOrder = (['bill_number', 'customer_name', 'customer_phone'] as const).map((column) =>
  sql<string | null>`coalesce(${sql.ref(`order_bill.${column}`)}, ${sql.ref(`orders.${column}`)})`.as(column),
);

/** Selects ledger entries for exports and statements. A payment's line includes the fees reported with its capture. */
export function ledgerLines(db: Database, kinds: EntryKind[]) {
  const cost = (kind: string) => sql<number>`coalesce((select sum(f.amount) from entries f
    where f.subject = entries.subject and f.kind = ${kind} and f.at = entries.at), 0)`;
  return (
    db
      .selectFrom('entries')
      .leftJoin('payments', 'payments.id', 'entries.payment_id')
      // Entries of moved money name the payment, not the order.
      .leftJoin('orders', (join) =>
        join.on(sql<boolean>`orders.id = coalesce(entries.order_id, payments.order_id)`),
      )
      // Payers may type the name and the bill number differently, so the bill's own values come first.
      .leftJoin('bills as order_bill', (join) => join.on(paysBill('orders', 'order_bill')))
      .leftJoin('refunds', 'refunds.id', 'entries.subject')
      .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
      .leftJoin('bills', 'bills.id', 'entries.bill_id')
      .leftJoin('vouchers', 'vouchers.id', 'entries.subject')
      .selectAll('entries')
      .select(['bills.bill_number as known_bill', 'bills.customer_name as known_name'])
      .select(['bills.customer_phone as known_phone', 'vouchers.kind as manual_kind'])
      .select(['vouchers.reference as manual_reference', 'vouchers.state as manual_state'])
      .select(['vouchers.section', 'vouchers.rate'])
      .select([
        'order_bill.id as order_bill_id',
        'orders.id as ofOrder',
        'orders.customer_name as payer',
        ...ofBillOrOrder,
      ])
      .select(['orders.reference as order_reference', 'orders.amount as order_amount'])
      .select(['payments.amount as payment_amount', 'payments.method'])
      .select(['payments.method_detail', 'payments.reference'])
      .select(['refunds.reference as refund_reference', 'settlements.utr'])
      .select([cost('fee').as('first_fee'), cost('tax').as('first_tax')])
      .select(
        sql<number>`case when entries.kind in (${returning}) then coalesce((
          select sum(case when b.kind in (${restoring}) then 0 - b.amount else b.amount end) from entries b
          where b.payment_id = entries.payment_id and b.order_id is not null and b.kind in (${returning})
            and (b.at, b.id) < (entries.at, entries.id)), 0) else 0 end`.as('returned_before'),
      )
      // Deductions of one dispute all have the dispute's date, so `nth` numbers those with the same amount.
      .select(
        sql<number>`case when entries.kind = 'dispute-lost' then (select count(*) from entries e
        where e.subject = entries.subject and e.kind = entries.kind and e.amount = entries.amount
        and e.at = entries.at and e.id <= entries.id) else 1 end`.as('nth'),
      )
      .where('entries.kind', 'in', kinds)
  );
}

/** Selects a page of entries of these kinds, after a position and before `to`. */
export function linesAfter(db: Database, kinds: EntryKind[], after: LedgerPosition, to: string) {
  return ledgerLines(db, kinds)
    .where(
      sql<boolean>`(entries.kind not in ('fee', 'tax') or not exists (select 1 from entries c
      where c.subject = entries.subject and c.at = entries.at and c.kind = 'captured'))`,
    )
    .where(sql<boolean>`(entries.at, entries.id) > (${after.at}, ${after.id})`)
    .where('entries.at', '<', to)
    .orderBy('entries.at')
    .orderBy('entries.id')
    .limit(csvPageSize);
}

/** Selects the sum paid out or taken back for each settlement and time, after a position and before `to`. */
export function payoutsAfter(db: Database, after: { settlement: string; at: string }, to: string) {
  return db
    .selectFrom('entries')
    .innerJoin('settlements', 'settlements.id', 'entries.settlement_id')
    .select(['settlements.id as settlement', 'entries.at', 'settlements.utr'])
    .select(['settlements.amount as transferred', 'settlements.fees', 'settlements.tax'])
    .select(sql<number>`sum(entries.amount)`.as('amount'))
    .where('entries.kind', '=', 'settled')
    .where(sql<boolean>`(entries.at, settlements.id) > (${after.at}, ${after.settlement})`)
    .where('entries.at', '<', to)
    .groupBy(['settlements.id', 'entries.at'])
    .orderBy('entries.at')
    .orderBy('settlements.id')
    .limit(csvPageSize);
}
export type Payout = InferResult<ReturnType<typeof payoutsAfter>>[number];

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
export function findParty(line: Line, of: Party) {
  return of === 'order'
    ? { bill: line.bill_number, customer: line.customer_name, phone: line.customer_phone }
    : { bill: line.known_bill, customer: line.known_name, phone: line.known_phone };
}

/** Returns who paid, if it was not the bill's customer. */
export const describePayer = ({ payer, customer_name }: Line): string | null =>
  payer && payer !== customer_name ? `paid by ${payer}` : null;

/** Returns the bank's reference for an entry: from the refund, the manual entry or the payment. */
export const findReference = (line: Line): string | null =>
  line.manual_reference ?? (line.subject.startsWith('rfnd_') ? line.refund_reference : line.reference);

/** Returns the section and rate of TDS; null for other entries. */
export const describeDeduction = ({ section, rate }: Line): string | null =>
  section && `section ${section}, ${rate}%`;

/** Undefined if the entry moves no money, or money in another currency. */
function toVoucher(line: Line): Voucher | undefined {
  if (line.currency !== currency) return undefined;
  const { kind, subject, at, amount, detail, nth } = line;
  const parts = splitEntry(line);
  const postings = parts.flatMap(({ of, postings }) => listPostings(postings, findParty(line, of)));
  if (postings.length === 0) return undefined;
  const { bill, customer } = findParty(line, parts.at(-1)?.of ?? 'order');
  const reference = findReference(line);
  const method = line.manual_kind ?? line.method;
  const mode = method ? (methodNames[method] ?? method) : null;
  const number = line.manual_kind === null ? subject : null;
  const late = closedMonthNote(line.belongs_to);
  const about = [
    bill && `Bill ${bill}`,
    customer,
    describePayer(line),
    mode,
    describeDeduction(line),
    reference,
    number,
  ];
  const details = [...about, late, detail];
  // A dispute's money can be deducted, returned and deducted again, all dated the day of the dispute.
  const again = nth > 1 ? `-${nth}` : '';
  return {
    id: findMeaning(kind).once
      ? `${kind}-${subject}`
      : `${kind}-${subject}-${Date.parse(at)}-${amount}${again}`,
    type: findVoucherType(postings),
    day: dayInIndia(Date.parse(at)),
    ...{ number, bill, customer, reference, mode, postings },
    narration: [...new Set(details.filter(Boolean))].join(', '),
  };
}

/** Debits before credits, each in the order of `ledgerList`. */
function listPostings(amounts: Postings, party: { bill: string | null; customer: string | null }): Posting[] {
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
function findVoucherType(postings: Posting[]): VoucherType {
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
    const postings = listPostings(amounts, nobody);
    if (postings.length === 0) return [];
    return [
      {
        id: `settled-${settlement}-${Date.parse(at)}${suffix}`,
        type: findVoucherType(postings),
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
export async function* readVouchers(db: Database, { from, to }: { from: string; to: string }) {
  const lines = readPages<Line>((last) =>
    linesAfter(db, bookedKinds, last ?? { at: from, id: 0 }, to).execute(),
  );
  for await (const page of lines) yield page.flatMap((line) => toVoucher(line) ?? []);
  const payouts = readPages<Payout>((last) =>
    payoutsAfter(db, last ?? { at: from, settlement: '' }, to).execute(),
  );
  for await (const page of payouts) yield page.flatMap(payoutVouchers);
}
