import { z } from 'zod';
import { onlyMethods } from '#web/http/methods.ts';
import { errorResponse } from '#web/payments/api-response.ts';
import { blank } from '#web/payments/desk/listing.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { cancelBill, findBill, listBills, type StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/payments/staff/staff-route.ts';
import { billBodySchema, billStates, type CsvAnswer, csvBodySchema, type ListedBill } from './contract.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { type CheckedRow, checkRows, makeBills } from './make-bills.ts';
import { isPayable, payPathOf } from './pay-by-link.ts';

const querySchema = z.object({
  search: blank(
    z
      .string()
      .trim()
      .max(100, 'Give at most 100 characters')
      .regex(/^\P{Cc}*$/u, 'Leave out control characters'),
  ),
  state: blank(z.enum(billStates)),
  after: blank(
    z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\w-]{16}$/, 'Start from the first page again'),
  ),
});

/** A bill as the desk is shown it. */
function listed(payments: Payments, bill: StatedBill): ListedBill {
  const { bill_key, erased_at, paid, ...shown } = bill;
  return {
    ...shown,
    paid_amount: paid,
    url: isPayable(bill.state) ? `${payments.settings.siteUrl}${payPathOf(payments, bill.id)}` : null,
  };
}

const listRoute = queryRoute(querySchema, async (query, { payments }) => {
  const { bills, next } = await listBills(payments.db, query, payments.now());
  return { status: 200, body: { bills: bills.map((bill) => listed(payments, bill)), next } };
});

const makeRoute = bodyRoute(billBodySchema, async ({ days, ...typed }, { payments, staff }) => {
  const { db, now } = payments;
  const rows: CsvRow[] = [{ line: 1, typed }];
  const checked = await checkRows(db, rows, now());
  const [row] = await makeBills(db, rows, checked, { actor: staff.name, days, now: now() });
  if (!row || row.outcome === 'new') return errorResponse(503, 'The bill was not made. Please try again.');
  if (row.outcome === 'faulty')
    return errorResponse(400, 'Some details of the bill are not right.', { fieldErrors: row.faults });
  return { status: row.outcome === 'made' ? 201 : 200, body: { bill: listed(payments, row.bill) } };
});

/** `GET` and `POST` of `/api/payments/bills`. */
export const billsRoute = onlyMethods({
  GET: listRoute.GET,
  POST: makeRoute.POST,
  OPTIONS: makeRoute.OPTIONS,
});

/** Bytes: a character of JSON can take six. */
const csvLimit = 6_000_000;

export const csvRoute = bodyRoute(
  csvBodySchema,
  async ({ csv, dryRun, skipFaulty, days }, { payments, staff }) => {
    const { db, now } = payments;
    const read = readCsv(csv);
    if ('error' in read) return errorResponse(400, read.error);
    let rows = await checkRows(db, read.rows, now());
    const done = !dryRun && (skipFaulty || rows.every(({ outcome }) => outcome !== 'faulty'));
    if (done) rows = await makeBills(db, read.rows, rows, { actor: staff.name, days, now: now() });
    return { status: 200, body: csvAnswer(payments, rows, done) };
  },
  csvLimit,
);

function csvAnswer(payments: Payments, rows: CheckedRow[], done: boolean): CsvAnswer {
  const count = (outcome: CheckedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    done,
    counts: { new: count('new'), made: count('made'), known: count('known'), faulty: count('faulty') },
    rows: rows.map((row) => ({
      line: row.line,
      bill_number: row.billNumber,
      outcome: row.outcome,
      problem: row.outcome === 'faulty' ? Object.values(row.faults).join('. ') : null,
      bill: row.outcome === 'made' || row.outcome === 'known' ? listed(payments, row.bill) : null,
    })),
  };
}

export const cancelRoute = staffRoute('POST', async ({ payments, params, staff }) => {
  const { db, now } = payments;
  const id = params.billId ?? '';
  const isCancelled = await db.transaction().execute(async (trx) => {
    if (!(await cancelBill(trx, id, staff.name, now()))) return false;
    await audit(
      trx,
      {
        actor: staff.name,
        act: 'bill.cancelled',
        subject: (await findBill(trx, id, now()))?.bill_number ?? id,
      },
      now(),
    );
    return true;
  });
  const bill = await findBill(db, id, now());
  if (!bill) return errorResponse(404, 'There is no such bill.');
  if (!isCancelled) return errorResponse(409, 'This bill was cancelled before.');
  return { status: 200, body: { bill: listed(payments, bill) } };
});
