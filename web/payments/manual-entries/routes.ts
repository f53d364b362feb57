import { Hono } from 'hono';
import { z } from 'zod';
import { billForStaff } from '#web/payments/bills/bill-for-staff.ts';
import { findBill } from '#web/payments/ledger/bills.ts';
import { manualEntriesOf } from '#web/payments/ledger/manual-entries.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { checkedBody, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { addCertificate, applyAction, type ManualEntryOutcome, recordManualEntry } from './actions.ts';
import {
  actionBodySchema,
  certificateBodySchema,
  largestFile,
  manualEntryBodySchema,
  moveBodySchema,
  refusals,
  reverseBodySchema,
} from './bodies.ts';
import { typeOfScan } from './file-type.ts';
import { moveMoney } from './move-money.ts';

/** In bytes: base64 of the largest scan, and the other fields. */
const bodyLimit = Math.ceil(largestFile / 3) * 4 + 16_384;

async function billWithManualEntries(payments: Payments, billId: string) {
  const bill = await findBill(payments.db, billId, payments.now());
  if (!bill) refuse(404, 'There is no such bill.');
  const sent = payments.db.selectFrom('customer_notices').selectAll().where('bill_id', '=', billId);
  const notices = (await sent.execute()).map(({ kind, reference }) => `${kind} ${reference}`).join(', ');
  const vouchers = await manualEntriesOf(payments.db, billId);
  return { bill: billForStaff(payments, bill), vouchers, notices };
}

/** Returns the scan with its type. Refuses other files with 415. */
function scanOf(file: { name: string; content: string } | undefined) {
  if (!file) return undefined;
  const type = typeOfScan(file.content);
  return type
    ? { ...file, type }
    : refuse(415, 'Use a PDF, PNG or JPEG file.', { fieldErrors: { file: 'Not a PDF, PNG or JPEG' } });
}

function responseTo(payments: Payments, done: ManualEntryOutcome) {
  if (done.outcome === 'not-now') return refuse(409, done.why);
  return done.outcome === 'done'
    ? billWithManualEntries(payments, done.billId)
    : refuse(...refusals[done.outcome]);
}

/** Routes for money outside the gateway, under `/api/payments`. */
export const manualEntryRoutes = new Hono<StaffEnv<Payments>>()
  .get('/bills/:billId', async (c) => c.json(await billWithManualEntries(c.var.work, c.req.param('billId'))))
  .post('/bills/:billId/vouchers', checkedBody(manualEntryBodySchema, bodyLimit), async (c) => {
    const { file, ...typed } = c.req.valid('json');
    const { work, staff } = c.var;
    const done = await recordManualEntry(
      work,
      c.req.param('billId'),
      { ...typed, file: scanOf(file) },
      staff,
    );
    return c.json(await responseTo(work, done));
  })
  .post(
    '/vouchers/:voucherId/:act{clear|bounce|approve|reject}',
    checkedBody(actionBodySchema),
    async (c) => {
      const action = z.enum(['clear', 'bounce', 'approve', 'reject']).parse(c.req.param('act'));
      const { work, staff } = c.var;
      const done = await applyAction(work, c.req.param('voucherId'), action, c.req.valid('json'), staff);
      return c.json(await responseTo(work, done));
    },
  )
  .post('/moves', checkedBody(moveBodySchema), async (c) =>
    c.json(await responseTo(c.var.work, await moveMoney(c.var.work, c.req.valid('json'), c.var.staff))),
  )
  .post('/vouchers/:voucherId/reverse', checkedBody(reverseBodySchema), async (c) => {
    const { work, staff } = c.var;
    const done = await applyAction(work, c.req.param('voucherId'), 'reverse', c.req.valid('json'), staff);
    return c.json(await responseTo(work, done));
  })
  .post('/vouchers/:voucherId/certificate', checkedBody(certificateBodySchema, bodyLimit), async (c) => {
    const { reference, file } = c.req.valid('json');
    const { work, staff } = c.var;
    const certificate = { reference, file: scanOf(file) };
    const done = await addCertificate(work, c.req.param('voucherId'), certificate, staff);
    return c.json(await responseTo(work, done));
  })
  .get('/vouchers/:voucherId/files/:fileId', async (c) => {
    const { db, now } = c.var.work;
    const { voucherId, fileId } = c.req.param();
    const file = await db
      .selectFrom('voucher_files')
      .selectAll()
      .where('id', '=', fileId)
      .where('voucher_id', '=', voucherId)
      .executeTakeFirst();
    if (!file) refuse(404, 'There is no such file.');
    await audit(db, { actor: c.var.staff, act: 'file.read', subject: voucherId, detail: fileId }, now());
    return new Response(Buffer.from(file.content, 'base64'), {
      headers: {
        'content-type': file.type,
        // The file is untrusted, so browsers must download it and not guess its type.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
      },
    });
  });
