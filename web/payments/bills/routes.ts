import { z } from 'zod';
import {
  billBodySchema,
  billStates,
  type CsvAnswer,
  csvBodySchema,
  type ListedBill,
} from '#web/contracts/bills.ts';
import { errorResponse } from '#web/http/api-response.ts';
import { cancelBill, findBill, listBills, type StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { blank, placeSchema, searchSchema } from '#web/staff/query.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/staff/staff-route.ts';
import { readCsv } from './csv.ts';
import { type CheckedRow, checkRows, makeBills } from './make-bills.ts';
import { isPayable, payPathOf } from './pay-by-link.ts';

const querySchema = z.object({
  search: searchSchema,
  state: blank(z.enum(billStates)),
  after: placeSchema,
});

/** A bill as the desk is shown it. */
function listed(payments: Payments, bill: StatedBill): ListedBill {
  const { bill_key, erased_at, paid, link_token, earlier_link_token, ...shown } = bill;
  const url = `${payments.settings.siteUrl}${payPathOf(payments, bill)}`;
  return { ...shown, paid_amount: paid, url: isPayable(bill.state) ? url : null };
}

export const listRoute = queryRoute(querySchema, async (query, { payments }) => {
  const { bills, ...next } = await listBills(payments.db, query, payments.now());
  return { status: 200, body: { bills: bills.map((bill) => listed(payments, bill)), ...next } };
});

export const makeRoute = bodyRoute(billBodySchema, async ({ days, ...typed }, { payments, staff }) => {
  const { db, now } = payments;
  const checked = await checkRows(db, [{ line: 1, typed }], now());
  const [row] = await makeBills(db, checked, { actor: staff.name, days, now: now() });
  if (!row || row.outcome === 'new') return errorResponse(503, 'The bill was not made. Please try again.');
  if (row.outcome === 'faulty')
    return errorResponse(400, 'Some details of the bill are not right.', { fieldErrors: row.faults });
  return { status: row.outcome === 'made' ? 201 : 200, body: { bill: listed(payments, row.bill) } };
});

/** Bytes: a character of JSON can take six. */
const csvLimit = 6_000_000;

export const csvRoute = bodyRoute(
  csvBodySchema,
  async ({ csv, dryRun, skipFaulty, days }, { payments, staff }) => {
    const { db, now } = payments;
    const read = readCsv(csv);
    if ('error' in read) return errorResponse(400, read.error);
    let checked = await checkRows(db, read.rows, now());
    const done = !dryRun && (skipFaulty || checked.every(({ outcome }) => outcome !== 'faulty'));
    if (done) checked = await makeBills(db, checked, { actor: staff.name, days, now: now() });
    const count = (wanted: CheckedRow['outcome']) =>
      checked.filter(({ outcome }) => outcome === wanted).length;
    const counts = { new: count('new'), made: count('made'), known: count('known'), faulty: count('faulty') };
    const rows = checked.map((one) => ({
      line: one.row.line,
      bill_number: one.row.typed.billNumber,
      outcome: one.outcome,
      problem: one.outcome === 'faulty' ? Object.values(one.faults).join('. ') : null,
      bill: one.outcome === 'made' || one.outcome === 'known' ? listed(payments, one.bill) : null,
    }));
    return { status: 200, body: { done, counts, rows } satisfies CsvAnswer };
  },
  csvLimit,
);

export const cancelRoute = staffRoute(async ({ payments, params: { billId = '' }, staff }) => {
  const { db, now } = payments;
  const known = await findBill(db, billId, now());
  if (!known) return errorResponse(404, 'There is no such bill.');
  const isCancelled = await db.transaction().execute(async (trx) => {
    if (!(await cancelBill(trx, billId, staff.name, now()))) return false;
    await audit(trx, { actor: staff.name, act: 'bill.cancelled', subject: known.bill_number }, now());
    return true;
  });
  if (!isCancelled) return errorResponse(409, 'This bill was cancelled before.');
  const bill = (await findBill(db, billId, now())) ?? known;
  return { status: 200, body: { bill: listed(payments, bill) } };
});
