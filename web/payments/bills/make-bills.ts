import { billKey } from '#web/payments/bill.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { findBillsByKey, insertBills, type NewBill, type StatedBill } from '#web/payments/ledger/bills.ts';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import type { CsvRow } from './csv.ts';
import { readBill } from './rules.ts';

/** What is, or would be, the outcome for one row. */
export type RowOutcome =
  | { outcome: 'new'; bill: NewBill }
  | { outcome: 'made' | 'known'; bill: StatedBill }
  | { outcome: 'faulty'; faults: Record<string, string> };

export type CheckedRow = { line: number; billNumber: string } & RowOutcome;

/** What must be the same in a bill that was made before. */
const compared = [
  ['customer_name', 'name'],
  ['customer_phone', 'phone'],
  ['customer_email', 'e-mail'],
  ['amount', 'amount'],
  ['due_on', 'due date'],
  ['note', 'note'],
] as const;

/** Says of each row whether it is right, also beside the others and beside the bills that are known. */
export async function checkRows(db: LedgerDatabase, rows: CsvRow[], now: number): Promise<CheckedRow[]> {
  const read = rows.map((row) => ({
    row,
    result: row.problem ? { faults: { row: row.problem } } : readBill(row.typed),
  }));
  const keys = read.flatMap(({ result }) => ('bill' in result ? [billKey(result.bill.bill_number)] : []));
  const known = await findBillsByKey(db, [...new Set(keys)], now);
  const lines = new Map<string, number>();
  return read.map(({ row: { line, typed }, result }): CheckedRow => {
    const about = { line, billNumber: typed.billNumber };
    if ('faults' in result) return { ...about, outcome: 'faulty', faults: result.faults };
    const key = billKey(result.bill.bill_number);
    const earlier = lines.get(key);
    if (earlier !== undefined)
      return { ...about, ...faulty(`The same bill number is on line ${earlier}: keep one of the two`) };
    lines.set(key, line);
    return { ...about, ...besideKnown(result.bill, known.get(key)) };
  });
}

const faulty = (problem: string) => ({ outcome: 'faulty', faults: { billNumber: problem } }) as const;

function besideKnown(bill: NewBill, known: StatedBill | undefined): RowOutcome {
  if (!known) return { outcome: 'new', bill };
  const differing = compared.filter(([field]) => bill[field] !== known[field]).map(([, name]) => name);
  if (differing.length === 0) return { outcome: 'known', bill: known };
  return faulty(
    `A bill with this number is known with another ${differing.join(', ')}: cancel that one first, or correct this one`,
  );
}

/** Makes the bills of the rows that are new. Each row then is what became of it; the same again makes nothing. */
export async function makeBills(
  db: LedgerDatabase,
  rows: CsvRow[],
  checked: CheckedRow[],
  { actor, days, now }: { actor: string; days: number; now: number },
): Promise<CheckedRow[]> {
  const bills = checked.flatMap((row) => (row.outcome === 'new' ? [row.bill] : []));
  const stored = await db.transaction().execute(async (trx) => {
    const keys = await insertBills(trx, bills, { actor, days, now });
    const [only] = bills;
    if (keys.length > 0 && only)
      await audit(
        trx,
        bills.length === 1
          ? { actor, act: 'bill.made', subject: only.bill_number }
          : { actor, act: 'bills.imported', subject: `${keys.length} bills` },
        now,
      );
    return new Set(keys);
  });
  // Read again: somebody else may have made one of them at the same time.
  return (await checkRows(db, rows, now)).map((row) =>
    row.outcome === 'known' && stored.has(row.bill.bill_key) ? { ...row, outcome: 'made' } : row,
  );
}
