import { billKey } from '#web/contracts/bill-key.ts';
import type { Database } from '#web/database/tables.ts';
import { type BillWithState, findBillsByKey, insertBills, type NewBill } from '#web/payments/ledger/bills.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import type { CsvRow } from './csv.ts';
import { readBill } from './rules.ts';

type Outcome =
  | { outcome: 'new'; bill: NewBill }
  | { outcome: 'made' | 'known'; bill: BillWithState }
  | { outcome: 'faulty'; faults: Record<string, string> };

export type CheckedRow = Outcome & { row: CsvRow };

/** A row with the number of an existing bill must not differ from that bill in these fields. */
const compared = [
  ['customer_name', 'name'],
  ['customer_phone', 'phone'],
  ['customer_email', 'e-mail'],
  ['amount', 'amount'],
  ['due_on', 'due date'],
  ['note', 'note'],
] as const;

/** Validates each row by itself and against the other rows and existing bills. */
export async function checkRows(db: Database, rows: CsvRow[], now: number): Promise<CheckedRow[]> {
  const read = rows.map((row) => ({ row, ...readRow(row) }));
  const keys = read.map((one) => ('bill' in one ? billKey(one.bill.bill_number) : ''));
  const known = await findBillsByKey(db, keys, now);
  return read.map((one, index): CheckedRow => {
    const { row } = one;
    if ('faults' in one) return { row, outcome: 'faulty', faults: one.faults };
    const key = keys[index] ?? '';
    const first = keys.indexOf(key);
    if (first === index) return { row, ...compareWithKnown(one.bill, known.get(key)) };
    return { row, ...faulty(`The same bill number is on line ${rows[first]?.line}: keep one of the two`) };
  });
}

const readRow = ({ typed, problem }: CsvRow) => (problem ? { faults: { row: problem } } : readBill(typed));
const faulty = (problem: string): Outcome => ({ outcome: 'faulty', faults: { billNumber: problem } });

function compareWithKnown(bill: NewBill, known: BillWithState | undefined): Outcome {
  if (!known) return { outcome: 'new', bill };
  const differing = compared.filter(([field]) => bill[field] !== known[field]).map(([, name]) => name);
  if (differing.length === 0) return { outcome: 'known', bill: known };
  return faulty(
    `A bill with this number exists with a different ${differing.join(', ')}: correct this row, or cancel the existing bill first (not possible if it holds money)`,
  );
}

/** Stores the new bills and returns every row's outcome. Idempotent. */
export async function makeBills(
  db: Database,
  checked: CheckedRow[],
  { staff, now, ...link }: { staff: Staff; days: number; reminderDays: number[]; now: number },
): Promise<CheckedRow[]> {
  const bills = checked.flatMap((row) => (row.outcome === 'new' ? [row.bill] : []));
  const stored = await db.transaction().execute(async (trx) => {
    const keys = await insertBills(trx, bills, { actor: staff.name, ...link, now });
    const [only, ...others] = bills;
    const made =
      others.length === 0 && only
        ? { act: 'bill.made', subject: only.bill_number }
        : { act: 'bills.imported', subject: `${keys.length} bills` };
    if (keys.length > 0) await audit(trx, { actor: staff, ...made }, now);
    return keys;
  });
  // Another request may have created one of the bills meanwhile.
  const rows = checked.map(({ row }) => row);
  return (await checkRows(db, rows, now)).map((row) =>
    row.outcome === 'known' && stored.includes(row.bill.bill_key) ? { ...row, outcome: 'made' } : row,
  );
}
