import * as z from 'zod/mini';
import { readBody } from '#web/http/body.ts';
import { namesTwice, parseJson } from '#web/http/json.ts';
import { onlyMethods } from '#web/http/methods.ts';
import { type ApiResponse, errorResponse } from '#web/payments/api-response.ts';
import { fieldErrors } from '#web/payments/bill.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { cancelBill, findBill, listBills, type StatedBill } from '#web/payments/ledger/bills.ts';
import type { Payments } from '#web/payments/payments.ts';
import { staffRoute } from '#web/payments/staff/routes.ts';
import { billBodySchema, billStates, type CsvAnswer, csvBodySchema, type ListedBill } from './contract.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { type CheckedRow, checkRows, makeBills } from './make-bills.ts';
import { isPayable, payPathOf } from './pay-by-link.ts';

const querySchema = z.object({
  search: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(100, 'Give at most 100 characters'),
        z.regex(/^\P{Cc}*$/u, 'Leave out control characters'),
      ),
  ),
  state: z.optional(z.enum(billStates)),
  after: z.optional(
    z
      .string()
      .check(
        z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\w-]{16}$/, 'Start from the first page again'),
      ),
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

const listRoute = staffRoute('GET', async ({ payments, request }) => {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '');
  const query = querySchema.safeParse(Object.fromEntries(given));
  if (!query.success)
    return errorResponse(400, 'The filter is not valid.', { fieldErrors: fieldErrors(query.error) });
  const { bills, next } = await listBills(payments.db, query.data, payments.now());
  return { status: 200, body: { bills: bills.map((bill) => listed(payments, bill)), next } };
});

const makeRoute = staffRoute('POST', ({ payments, request, staff: actor }) =>
  withBody(request, billBodySchema, 16_384, async ({ days, ...typed }) => {
    const rows: CsvRow[] = [{ line: 1, typed }];
    const checked = await checkRows(payments.db, rows, payments.now());
    const [row] = await makeBills(payments.db, rows, checked, { actor, days, now: payments.now() });
    if (!row || row.outcome === 'new') return errorResponse(503, 'The bill was not made. Please try again.');
    if (row.outcome === 'faulty')
      return errorResponse(400, 'Some details of the bill are not right.', { fieldErrors: row.faults });
    return { status: row.outcome === 'made' ? 201 : 200, body: { bill: listed(payments, row.bill) } };
  }),
);

/** `GET` and `POST` of `/api/payments/bills`. */
export const billsRoute = onlyMethods({
  GET: listRoute.GET,
  POST: makeRoute.POST,
  OPTIONS: makeRoute.OPTIONS,
});

export const csvRoute = staffRoute('POST', ({ payments, request, staff: actor }) =>
  withBody(request, csvBodySchema, 2_000_000, async ({ csv, dryRun, skipFaulty, days }) => {
    const read = readCsv(csv);
    if ('error' in read) return errorResponse(400, read.error);
    let rows = await checkRows(payments.db, read.rows, payments.now());
    const done = !dryRun && (skipFaulty || rows.every(({ outcome }) => outcome !== 'faulty'));
    if (done) rows = await makeBills(payments.db, read.rows, rows, { actor, days, now: payments.now() });
    return { status: 200, body: csvAnswer(payments, rows, done) };
  }),
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

export const cancelRoute = staffRoute('POST', async ({ payments, params, staff: actor }) => {
  const { db, now } = payments;
  const id = params.billId ?? '';
  const isCancelled = await db.transaction().execute(async (trx) => {
    if (!(await cancelBill(trx, id, actor, now()))) return false;
    await audit(
      trx,
      { actor, act: 'bill.cancelled', subject: (await findBill(trx, id, now()))?.bill_number ?? id },
      now(),
    );
    return true;
  });
  const bill = await findBill(db, id, now());
  if (!bill) return errorResponse(404, 'There is no such bill.');
  if (!isCancelled) return errorResponse(409, 'This bill was cancelled before.');
  return { status: 200, body: { bill: listed(payments, bill) } };
});

/** Handles a JSON body of a known shape; any other is a 4xx that says what is wrong. */
async function withBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  limit: number,
  handle: (body: z.output<Schema>) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const bytes = await readBody(request, limit, 'json');
  if (!(bytes instanceof Uint8Array)) return errorResponse(bytes.status, bytes.error);
  const value = parseJson(bytes);
  if (value === undefined || namesTwice(bytes)) return errorResponse(400, 'The body is not valid JSON.');
  const parsed = schema.safeParse(value);
  if (parsed.success) return handle(parsed.data);
  return errorResponse(400, 'Some details are missing or not right.', {
    fieldErrors: fieldErrors(parsed.error),
  });
}
