import { type BillAction, findRefusal } from '#web/contracts/bill-actions.ts';
import { billKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, StoredBill } from '#web/database/tables.ts';
import { readBill } from '#web/payments/bodies.ts';
import {
  type BillWithState,
  findBill,
  findBillsByKey,
  insertBills,
  linkEnd,
  type NewBill,
  newLinkToken,
} from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import { findHeldNumbers, heldNumber, reviewSurplus } from '#web/payments/ledger/surplus-payments.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { refuse } from '#web/staff/staff-route.ts';
import type { CsvRow } from './csv.ts';

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
  const isHeld = await findHeldNumbers(db, keys);
  return read.map((one, index): CheckedRow => {
    const { row } = one;
    if ('faults' in one) return { row, outcome: 'faulty', faults: one.faults };
    const key = keys[index] ?? '';
    const first = keys.indexOf(key);
    if (first !== index)
      return { row, ...faulty(`The same bill number is on line ${rows[first]?.line}: keep one of the two`) };
    return { row, ...(isHeld(one.bill) ? faulty(heldNumber) : compareWithKnown(one.bill, known.get(key))) };
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

type LedgerContext = Pick<Payments, 'db' | 'now'>;

/** Cancels a bill that holds no money, or less than ₹1. A new bill can then use its number. */
export const cancelBill = (payments: LedgerContext, billId: string, staff: Staff): Promise<BillWithState> =>
  change(payments, billId, staff, 'cancel', () => ({
    cancelled_at: moment(payments.now()),
    cancelled_by: staff.name,
  }));

/**
 * Renews a bill's link until `until` (milliseconds since 1970), or until its last reminder if later. A withdrawn link
 * gets a new address; any other link keeps its address.
 */
export const renewLink = (
  payments: LedgerContext & Pick<Payments, 'settings'>,
  billId: string,
  staff: Staff,
  until: number,
): Promise<BillWithState> =>
  change(payments, billId, staff, 'renew-link', ({ due_on, link }) => ({
    expires_at: moment(linkEnd(until, due_on, payments.settings.reminderDays)),
    ...(link === 'withdrawn' && { link_withdrawn_at: null, link_token: newLinkToken() }),
  }));

/** Withdraws a bill's link. The bill itself stays as it is. */
export const withdrawLink = (payments: LedgerContext, billId: string, staff: Staff): Promise<BillWithState> =>
  change(payments, billId, staff, 'withdraw-link', () => {
    const at = moment(payments.now());
    return { link_withdrawn_at: at, expires_at: at };
  });

const auditActions = {
  cancel: 'bill.cancelled',
  'renew-link': 'link.renewed',
  'withdraw-link': 'link.withdrawn',
};

/** Changes a bill if its state allows it; otherwise ends the request with the reason. Locks the bill meanwhile. */
function change(
  { db, now }: LedgerContext,
  billId: string,
  staff: Staff,
  action: keyof typeof auditActions & BillAction,
  valuesFor: (bill: BillWithState) => Partial<StoredBill>,
): Promise<BillWithState> {
  return db.transaction().execute(async (trx) => {
    const known = (await lockRow(trx, 'bills', billId)) && (await findBill(trx, billId, now()));
    if (!known) refuse(404, 'There is no such bill.');
    const why = findRefusal(action, known);
    if (why !== undefined) refuse(409, why);
    await trx.updateTable('bills').set(valuesFor(known)).where('id', '=', billId).execute();
    // Less than ₹1 may be left of a payment, which nobody can refund.
    if (action === 'cancel') await reviewSurplus(trx, { billId }, staff, now());
    await audit(trx, { actor: staff, act: auditActions[action], subject: known.bill_number }, now());
    return (await findBill(trx, billId, now())) ?? known;
  });
}
