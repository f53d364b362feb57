import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { singleLine, visibleOnly } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { isPdf, maxUpload } from '#web/http/uploads.ts';
import { linkStateAt } from '#web/payments/ledger/bill-state.ts';
import { isLinkToken } from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';

// The tax invoice of a bill: a PDF that finance made in its own software. The site computes nothing from it.

/** Characters of a stored name, without its ending. */
const longestName = 100;
/** Letters and digits of a bill number from which a longer file name may contain it. Shorter ones are parts of dates. */
const shortestPart = 5;

type Context = Pick<Payments, 'db' | 'now'>;
type Refused = { outcome: 'refused'; problem: string };
export type InvoiceOutcome = { outcome: 'added' | 'replaced' | 'unchanged' } | Refused;
/** What happened to one of several files. `bill` is the bill that its name matches. */
export type InvoiceReport = InvoiceOutcome & { name: string; bill: { id: string; number: string } | null };

const refused = (problem: string): Refused => ({ outcome: 'refused', problem });

/** Returns a file's whole name without its folders and its ending. */
const readStem = (typed: string) => (singleLine(typed).split(/[/\\]/).at(-1) ?? '').replace(/\.pdf$/i, '');

/**
 * Returns a name that is safe on every system, at most 104 characters long, and ends in `.pdf`.
 * @example invoiceName('C:\\bills\\INV: 1.PDF') // 'INV_ 1.pdf'
 */
export function invoiceName(typed: string): string {
  const stem = readStem(typed)
    .replace(/[<>:"|?*%]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${Array.from(stem).slice(0, longestName).join('') || 'invoice'}.pdf`;
}

/** Adds a PDF to a bill, or replaces the one that it has. The same file a second time changes nothing. */
export async function addInvoice(
  { db, now }: Context,
  billId: string,
  file: File,
  staff: Staff,
): Promise<InvoiceOutcome> {
  if (file.size > maxUpload) return refused('The file is larger than 5 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isPdf(bytes)) return refused('This is not a complete PDF file.');
  const [name, digest] = [invoiceName(file.name), createHash('sha256').update(bytes).digest('hex')];
  return db.transaction().execute(async (trx): Promise<InvoiceOutcome> => {
    const bill = await lockRow(trx, 'bills', billId);
    if (!bill) return refused('There is no such bill.');
    if (bill.cancelled_at) return refused('This bill was cancelled.');
    if (bill.erased_at) return refused('The customer of this bill was erased.');
    const known = await findInvoiceOfBill(trx, billId);
    if (known?.digest === digest && known.name === name) return { outcome: 'unchanged' };
    const row = { bill_id: billId, name, size: bytes.length, digest, bytes, added_by: staff.name };
    const values = { ...row, added_at: moment(now()) };
    const stored = trx.insertInto('bill_files').values(values);
    await stored.onConflict((conflict) => conflict.column('bill_id').doUpdateSet(values)).execute();
    const outcome = known ? 'replaced' : 'added';
    const detail = known ? `${name} instead of ${known.name}` : name;
    const act = { actor: staff, act: `invoice.${outcome}`, subject: bill.bill_number, detail };
    await audit(trx, act, now());
    return { outcome };
  });
}

/**
 * Adds each file to the bill whose number is in its name. A name that matches no bill or several is refused: a guess would
 * show a customer somebody else's invoice.
 */
export async function addInvoices(context: Context, files: File[], staff: Staff): Promise<InvoiceReport[]> {
  const rows = await context.db
    .selectFrom('bills')
    .select(['id', 'bill_number as number'])
    .where('cancelled_at', 'is', null)
    .where('erased_at', 'is', null)
    .execute();
  const bills = rows.map((bill) => ({ ...bill, words: wordsIn(bill.number) }));
  const reports: InvoiceReport[] = [];
  for (const file of files) {
    const found = findByName(bills, file.name);
    const [bill = null, ...others] = found;
    const name = invoiceName(file.name);
    if (bill && others.length === 0)
      reports.push({
        ...(await addInvoice(context, bill.id, file, staff)),
        name,
        bill: { id: bill.id, number: bill.number },
      });
    else {
      const numbers = found.map(({ number }) => number).join(', ');
      const problem = bill
        ? `The name matches several bills: ${numbers}.`
        : 'No bill has a number that is in this name.';
      reports.push({ ...refused(problem), name, bill: null });
    }
  }
  return reports;
}

/** A bill with the words of its number. */
type Named = { id: string; number: string; words: string };

/** Returns the words of a number or name: `INV/2026-001` and `inv_2026_001` both have `-INV-2026-001-`. */
const wordsIn = (text: string) =>
  visibleOnly(`-${text.normalize('NFKC').toUpperCase()}-`.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'));

/** Returns the bills whose number is the name, or else those whose number is a part of the name. */
function findByName(bills: Named[], name: string): Named[] {
  // The stored name may be cut within a number, which then is another bill's.
  const words = wordsIn(readStem(name));
  const whole = bills.filter((bill) => bill.words === words);
  if (whole.length > 0) return whole;
  return bills.filter(
    (bill) => bill.words.replaceAll('-', '').length >= shortestPart && words.includes(bill.words),
  );
}

/** Removes a bill's file. Returns whether it had one. */
export function removeInvoice({ db, now }: Context, billId: string, staff: Staff): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const bill = await lockRow(trx, 'bills', billId);
    const known = bill && (await findInvoiceOfBill(trx, billId));
    if (!known) return false;
    await trx.deleteFrom('bill_files').where('bill_id', '=', billId).execute();
    const act = { act: 'invoice.removed', subject: bill.bill_number, detail: known.name };
    await audit(trx, { actor: staff, ...act }, now());
    return true;
  });
}

/** Finds what is known of a bill's file, without its bytes. */
export const findInvoiceOfBill = (db: Database, billId: string) =>
  db
    .selectFrom('bill_files')
    .select(['name', 'size', 'digest', 'added_by', 'added_at'])
    .where('bill_id', '=', billId)
    .executeTakeFirst();

/** Reads a bill's file. */
export async function readInvoice(db: Database, billId: string) {
  const file = await db.selectFrom('bill_files').selectAll().where('bill_id', '=', billId).executeTakeFirst();
  return file && { ...file, type: 'application/pdf' };
}

/** Returns the path of a bill's file for the holder of its payment link or of a receipt. */
export const invoicePath = (token: string) => `/api/bill-invoice/${token}`;

/**
 * Reads the file for the token of a payment link that works, or of the receipt of a payment made through the bill's link.
 * A receipt of a bill number that somebody typed shows nothing: its payer may be a stranger.
 */
export async function readInvoiceByToken({ db, now }: Context, token: string) {
  // PostgreSQL refuses a text with a null byte.
  if (!/^[\w-]+$/.test(token)) return undefined;
  const bills = db.selectFrom('bills').select('bills.id').where('cancelled_at', 'is', null);
  const found = isLinkToken(token)
    ? bills.where('link_token', '=', token).where(sql<boolean>`${linkStateAt(now())} = 'live'`)
    : bills
        .innerJoin('orders', 'orders.bill_id', 'bills.id')
        .where('orders.receipt_token', '=', token)
        .where('orders.status', '=', 'paid');
  const bill = await found.executeTakeFirst();
  return bill && readInvoice(db, bill.id);
}
