import { Hono } from 'hono';
import { z } from 'zod';
import { day } from '#web/contracts/durations.ts';
import { addDays, startOfDay } from '#web/contracts/india.ts';
import { billFilters } from '#web/contracts/states.ts';
import { fileResponse } from '#web/http/downloads.ts';
import { maxUpload } from '#web/http/uploads.ts';
import { addMessages, doubleClickWindow } from '#web/mail/outbox.ts';
import {
  billBodySchema,
  csvBodySchema,
  daySchema,
  linkBodySchema,
  reviewBodySchema,
} from '#web/payments/bodies.ts';
import { type BillWithState, billsWithEndingLink, findBill, listBills } from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import { reviewSeenSurplus } from '#web/payments/ledger/surplus-payments.ts';
import { billMessage, wasMailedSince } from '#web/payments/messages/reminders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { cursorSchema, optionalParameter, searchSchema } from '#web/staff/query.ts';
import { checkedBody, checkedFiles, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { type CheckedRow, cancelBill, checkRows, makeBills, renewLink, withdrawLink } from './change-bill.ts';
import { readCsv } from './csv.ts';
import { addInvoice, addInvoices, readInvoice, removeInvoice } from './invoice-files.ts';
import { billForStaff } from './pay-by-link.ts';
import { makeStatementLink } from './statement.ts';

/** `search` matches any part of a bill number, name, phone number or UTR, and whole amounts. */
const querySchema = z.object({
  search: searchSchema,
  state: optionalParameter(z.enum(billFilters)),
  after: cursorSchema,
});

const longestLink = 366 * day;

/** In bytes, for all files of a form together. */
const formLimit = 5 * maxUpload;

/** In bytes. One character can take six bytes in JSON. */
const csvLimit = 6_000_000;

type Vars = StaffEnv<Payments>['Variables'];
const chooseLink = ({ work: { settings, now }, staff }: Vars, days: number) => ({
  ...{ staff, days, reminderDays: settings.reminderDays, now: now() },
});

/** Routes for bills, under `/api/payments/bills`. */
export const billRoutes = new Hono<StaffEnv<Payments>>()
  .get('/', checkedQuery(querySchema), async (c) => {
    const { db, now } = c.var.work;
    const { bills, ...next } = await listBills(db, c.req.valid('query'), now());
    return c.json({ bills: bills.map((bill) => billForStaff(c.var.work, bill)), ...next });
  })
  // Lists the bills whose payment links end on these days.
  .get('/ending', checkedQuery(z.object({ from: daySchema(), to: daySchema() })), async (c) => {
    const { from, to } = c.req.valid('query');
    const { db, now } = c.var.work;
    const until = startOfDay(addDays(to, 1));
    return c.json({ bills: await billsWithEndingLink(db, startOfDay(from), until, now()) });
  })
  // Responds with 201, or with 200 if exactly this bill already exists. If the bill's link has expired, it is renewed.
  .post('/', checkedBody(billBodySchema), async (c) => {
    const { days, ...typed } = c.req.valid('json');
    const { db, now } = c.var.work;
    const checked = await checkRows(db, [{ line: 1, typed }], now());
    const [row] = await makeBills(db, checked, chooseLink(c.var, days));
    if (!row || row.outcome === 'new') refuse(503, 'The bill was not created. Please try again.');
    if (row.outcome === 'faulty')
      refuse(400, 'Some details of the bill are not valid.', { fieldErrors: row.faults });
    if (row.outcome === 'known' && row.bill.link === 'ended')
      return c.json(
        changedBill(c.var.work, await renewLink(c.var.work, row.bill.id, c.var.staff, now() + days * day)),
      );
    return c.json({ bill: billForStaff(c.var.work, row.bill) }, row.outcome === 'made' ? 201 : 200);
  })
  .post('/csv', checkedBody(csvBodySchema, csvLimit), async (c) => {
    const { csv, dryRun, skipFaulty, days } = c.req.valid('json');
    const { db, now } = c.var.work;
    const read = readCsv(csv);
    if ('error' in read) refuse(400, read.error);
    let checked = await checkRows(db, read.rows, now());
    const done = !dryRun && (skipFaulty || checked.every(({ outcome }) => outcome !== 'faulty'));
    if (done) checked = await makeBills(db, checked, chooseLink(c.var, days));
    const count = (kind: CheckedRow['outcome']) => checked.filter(({ outcome }) => outcome === kind).length;
    const counts = { new: count('new'), made: count('made'), known: count('known'), faulty: count('faulty') };
    const rows = checked.map((one) => ({
      line: one.row.line,
      bill_number: one.row.typed.billNumber,
      outcome: one.outcome,
      problem: one.outcome === 'faulty' ? Object.values(one.faults).join('. ') : null,
      bill: one.outcome === 'made' || one.outcome === 'known' ? billForStaff(c.var.work, one.bill) : null,
    }));
    return c.json({ done, counts, rows });
  })
  // Adds tax invoices to the bills whose numbers are in their names, and reports on each.
  .post('/invoices', checkedFiles(formLimit), async (c) =>
    c.json({ files: await addInvoices(c.var.work, c.req.valid('form').file, c.var.staff) }),
  )
  .post('/:billId/invoice', checkedFiles(formLimit, 1), async (c) => {
    const [file] = c.req.valid('form').file;
    const done = file && (await addInvoice(c.var.work, c.req.param('billId'), file, c.var.staff));
    return done?.outcome === 'refused' ? refuse(400, done.problem) : c.json({ outcome: done?.outcome });
  })
  .post('/:billId/invoice/remove', async (c) =>
    c.json({ isRemoved: await removeInvoice(c.var.work, c.req.param('billId'), c.var.staff) }),
  )
  .get('/:billId/invoice', async (c) => {
    const file = await readInvoice(c.var.work.db, c.req.param('billId'));
    return file ? fileResponse(c.req.raw, file) : refuse(404, 'This bill has no tax invoice.');
  })
  .post('/:billId/mail', async (c) => {
    const { db, settings, now } = c.var.work;
    const bill = await findBill(db, c.req.param('billId'), now());
    const message = bill && billMessage(c.var.work, bill);
    if (!message) refuse(409, 'This bill cannot be mailed: it has no e-mail address, or nothing is due.');
    const dedupe_key = `bill:${bill.id}:${now()}`;
    await db.transaction().execute(async (trx) => {
      // Locked, because the second click of a double click may arrive before the first one's message is queued.
      await lockRow(trx, 'bills', bill.id);
      if (await wasMailedSince(trx, bill.id, now() - doubleClickWindow)) return;
      const [added] = await addMessages(trx, [{ ...message, dedupe_key }], settings, now());
      if (added)
        await audit(trx, { actor: c.var.staff, act: 'bill.mailed', subject: bill.bill_number }, now());
    });
    return c.json({ sends: settings.mail !== undefined });
  })
  .post('/:billId/statement', async (c) => {
    const url = await makeStatementLink(c.var.work, c.req.param('billId'), c.var.staff);
    return url ? c.json({ url }, 201) : refuse(409, 'This bill no longer has a customer.');
  })
  .post('/:billId/cancel', async (c) =>
    c.json(changedBill(c.var.work, await cancelBill(c.var.work, c.req.param('billId'), c.var.staff))),
  )
  .post('/:billId/settle', checkedBody(reviewBodySchema), async (c) => {
    const billId = c.req.param('billId');
    await reviewSeenSurplus(c.var.work, { billId }, c.req.valid('json').surplus, c.var.staff);
    return c.json({});
  })
  .post('/:billId/link', checkedBody(linkBodySchema), async (c) => {
    const { work, staff } = c.var;
    const end = startOfDay(addDays(c.req.valid('json').endsOn, 1));
    if (end <= work.now() || end > work.now() + longestLink)
      refuse(400, 'The day is not valid.', {
        fieldErrors: { endsOn: 'Enter a day from today to a year from now' },
      });
    return c.json(changedBill(work, await renewLink(work, c.req.param('billId'), staff, end)));
  })
  .post('/:billId/link/withdraw', async (c) =>
    c.json(changedBill(c.var.work, await withdrawLink(c.var.work, c.req.param('billId'), c.var.staff))),
  );

const changedBill = (work: Payments, bill: BillWithState) => ({ bill: billForStaff(work, bill) });
