import { sql } from 'kysely';
import { day as oneDay } from '#web/contracts/durations.ts';
import { kindsWhere, splitEntry } from '#web/contracts/entry-kinds.ts';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import {
  ageAfter,
  findAgeStart,
  noOwedParts,
  type OwedPart,
  owedParts,
  owedTitles,
} from '#web/contracts/owed-parts.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { type Line, linesAfter } from '#web/payments/accounting/vouchers.ts';
import { balance, paysBill } from '#web/payments/ledger/bill-state.ts';
import { sumCheques } from '#web/payments/ledger/manual-entries.ts';
import { undecidedDisputes } from '#web/payments/ledger/reports.ts';
import { type CsvColumns, csvResponse, readPages } from '#web/staff/csv.ts';

/** Days after the bill within which section 15 of the MSMED Act, 2006, has a buyer pay at the latest. */
const longestCredit = 45;
const changing = kindsWhere(({ settles, column }) => settles !== undefined || column === 'none');

export type OwedBill = Awaited<ReturnType<typeof readOwedBills>>[number];

/**
 * Returns the bills on which something was owed, or paid too much, at the end of a day in India: today's balance of each
 * bill (`bill-state.ts`) without the statement lines of later days. `parts` add up to `balance`, in paise.
 */
export async function readOwedBills(db: Database, day: string, now: number) {
  const end = moment(startOfDay(addDays(day, 1)));
  const isPast = end <= moment(now);
  const later = isPast ? await sumLater(db, day, end) : new Map<string, Change>();
  const bills = await db
    .selectFrom('bills')
    .select(['id', 'bill_number', 'customer_name', 'customer_phone', 'amount', 'due_on'])
    .select(['created_at', 'cancelled_at', balance.as('balance'), sumCheques('bills').as('cheques')])
    .select(
      sql<number>`(select count(*) from orders x join disputes d on d.order_id = x.id where ${paysBill('x', 'bills')}
        and d.created_at < ${end} and (d.status in ${undecidedDisputes} or d.ended_at >= ${end}))`.as(
        'disputes',
      ),
    )
    .$if(!isPast, (all) => all.where(balance, '<>', 0))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return bills.flatMap(({ created_at, cancelled_at, disputes, ...bill }) => {
    const { settled, cheques } = later.get(bill.id) ?? { settled: 0, cheques: 0 };
    const wasBilled = created_at < end && (cancelled_at === null || cancelled_at >= end);
    const change = Number(wasBilled) - Number(cancelled_at === null);
    const open = bill.balance + change * bill.amount - settled;
    if (open === 0) return [];
    const billedOn = dayInIndia(Date.parse(created_at));
    const daysLate =
      Math.max(0, Date.parse(day) - Date.parse(findAgeStart({ ...bill, created_at }))) / oneDay;
    const parts = splitOpen(open, { daysLate, cheques: bill.cheques - cheques, isDisputed: disputes > 0 });
    // The law limits the time to pay, so a bill that is paid too much has no end.
    const creditEndsOn = open > 0 ? addDays(billedOn, longestCredit) : null;
    return [{ ...bill, balance: open, billedOn, daysLate, creditEndsOn, parts }];
  });
}

/** What lines after a day change, in paise: the open amount of a bill, and its uncleared cheques. */
type Change = { settled: number; cheques: number };

async function sumLater(db: Database, day: string, end: string): Promise<Map<string, Change>> {
  const sums = new Map<string, Change>();
  const add = (id: string | null, settled: number, cheques: number) => {
    const known = sums.get(id ?? '') ?? { settled: 0, cheques: 0 };
    sums.set(id ?? '', { settled: known.settled + settled, cheques: known.cheques + cheques });
  };
  const pages = readPages<Line>((last) =>
    linesAfter(db, changing, last ?? { at: end, id: 0 }, '9999').execute(),
  );
  for await (const lines of pages)
    for (const line of lines) {
      // The month of its own day was closed before it became known.
      if (line.belongs_to && line.belongs_to <= day) continue;
      if (line.kind === 'cheque') add(line.bill_id, 0, line.amount);
      for (const { of, postings } of splitEntry(line))
        add(of === 'bill' ? line.bill_id : line.order_bill_id, postings.customers ?? 0, 0);
    }
  return sums;
}

type About = { daysLate: number; cheques: number; isDisputed: boolean };

/** A cheque in hand is as good as promised, and nobody is asked for a disputed bill. The rest has an age. */
function splitOpen(open: number, { daysLate, cheques, isDisputed }: About): Record<OwedPart, number> {
  if (open < 0) return { ...noOwedParts, credit: open };
  if (isDisputed) return { ...noOwedParts, disputed: open };
  const cheque = Math.min(open, Math.max(0, cheques));
  return { ...noOwedParts, cheque, [ageAfter(daysLate)]: open - cheque };
}

/** Adds up bills by part. */
export function sumParts(bills: Pick<OwedBill, 'parts'>[]): Record<OwedPart, number> {
  const sums = { ...noOwedParts };
  for (const { parts } of bills) for (const part of owedParts) sums[part] += parts[part];
  return sums;
}

/** Adds up a customer's bills. The id is of one of them, because a phone number in a URL would be logged. */
export const sumCustomer = (id: string, bills: OwedBill[]) => ({
  ...{ id, name: bills.at(-1)?.customer_name ?? null },
  creditEndsOn: bills.flatMap(({ creditEndsOn }) => creditEndsOn ?? []).sort()[0] ?? null,
  balance: bills.reduce((sum, bill) => sum + bill.balance, 0),
  parts: sumParts(bills),
});

/** Returns what each customer (a phone number, as on statements) owes: most money over 60 days late first. */
export function groupByCustomer(bills: OwedBill[]) {
  const late = ({ parts }: Pick<OwedBill, 'parts'>) => parts['61-90'] + parts['over-90'];
  return [...Map.groupBy(bills, (bill) => bill.customer_phone).values()]
    .map((own) => sumCustomer(own[0]?.id ?? '', own))
    .sort((a, b) => late(b) - late(a) || b.balance - a.balance);
}

type Column = CsvColumns<OwedBill>[number];

/** Exports the bills of a day as CSV. `hasUdyam` adds the end of the 45 days. */
export function exportOwed(bills: OwedBill[], day: string, hasUdyam: boolean): Promise<Response> {
  const creditColumn: Column = ['45 days end (MSMED Act)', ({ creditEndsOn }) => creditEndsOn];
  const columns: Column[] = [
    ['Customer', ({ customer_name }) => customer_name],
    ['Phone', ({ customer_phone }) => customer_phone],
    ['Bill number', ({ bill_number }) => bill_number],
    ['Billed on', ({ billedOn }) => billedOn],
    ['Due on', ({ due_on }) => due_on],
    ['Days late', ({ daysLate }) => String(daysLate)],
    ...(hasUdyam ? [creditColumn] : []),
    ['Amount (INR)', ({ amount }) => amount],
    ...owedParts.map((part): Column => [owedTitles[part], ({ parts }) => parts[part]]),
    ['Balance (INR)', ({ balance }) => balance],
  ];
  return csvResponse(`owing-${day}.csv`, columns, [bills]);
}
