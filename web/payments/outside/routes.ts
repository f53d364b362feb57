import { Hono } from 'hono';
import { z } from 'zod';
import { listedBill } from '#web/payments/bills/listed.ts';
import { findBill } from '#web/payments/ledger/bills.ts';
import { vouchersOf } from '#web/payments/ledger/vouchers.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { checkedBody, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import {
  actBodySchema,
  certificateBodySchema,
  largestFile,
  moveBodySchema,
  reverseBodySchema,
  voucherBodySchema,
} from './bodies.ts';
import { typeOfScan } from './file-type.ts';
import { moveMoney } from './moved.ts';
import { actOnVoucher, addCertificate, recordVoucher, type VoucherRefusal } from './vouchers.ts';

/** Bytes: base64 of the largest scan, and the fields beside it. */
const bodyLimit = Math.ceil(largestFile / 3) * 4 + 16_384;

const refusals = {
  unknown: [404, 'There is no such bill, entry or payment.'],
  'other-request': [422, 'This was sent before with other details. Please start again.'],
  cancelled: [409, 'This bill was cancelled: make it again, then record what arrived for it.'],
  'same-reference': [409, 'This was recorded before for this bill, with the same reference.'],
  'too-much': [409, 'That is more than is still open of this bill, or left of this payment.'],
  'later-day': [400, 'This day has not come yet.'],
  'earlier-day': [400, 'This day is before that of the entry itself.'],
  own: [403, 'You asked for this, so a second person has to approve it.'],
  disputed: [409, 'The customer disputes this payment: its money may be taken back.'],
  'same-bill': [409, 'The money is on this bill already.'],
  unexplained: [
    409,
    'This money fitted no order, so it stays on this bill. Give it back in Razorpay’s dashboard.',
  ],
  over: [409, 'This was decided on, or corrected, before.'],
} satisfies Record<VoucherRefusal, [status: number, error: string]>;

/** A bill with all that settles it outside the gateway. */
async function billWithVouchers(payments: Payments, billId: string) {
  const bill = await findBill(payments.db, billId, payments.now());
  if (!bill) refuse(404, 'There is no such bill.');
  return { bill: listedBill(payments, bill), vouchers: await vouchersOf(payments.db, billId) };
}

/** The scan with its type; 415 for what is none. */
function scanOf(file: { name: string; content: string } | undefined) {
  if (!file) return undefined;
  const type = typeOfScan(file.content);
  return type
    ? { ...file, type }
    : refuse(415, 'Use a PDF, PNG or JPEG file.', { fieldErrors: { file: 'No PDF, PNG or JPEG' } });
}

type Outcome = Awaited<ReturnType<typeof recordVoucher>>;
const answered = (payments: Payments, done: Outcome) =>
  done.outcome === 'done' ? billWithVouchers(payments, done.billId) : refuse(...refusals[done.outcome]);

/** Money outside the gateway, under `/api/payments`. */
export const voucherRoutes = new Hono<StaffEnv<Payments>>()
  .get('/bills/:billId', async (c) => c.json(await billWithVouchers(c.var.work, c.req.param('billId'))))
  .post('/bills/:billId/vouchers', checkedBody(voucherBodySchema, bodyLimit), async (c) => {
    const { file, ...typed } = c.req.valid('json');
    const voucher = { ...typed, file: scanOf(file) };
    return c.json(
      await answered(
        c.var.work,
        await recordVoucher(c.var.work, c.req.param('billId'), voucher, c.var.staff),
      ),
    );
  })
  .post('/vouchers/:voucherId/:act{clear|bounce|approve|reject}', checkedBody(actBodySchema), async (c) => {
    const act = z.enum(['clear', 'bounce', 'approve', 'reject']).parse(c.req.param('act'));
    const done = await actOnVoucher(
      c.var.work,
      c.req.param('voucherId'),
      act,
      c.req.valid('json'),
      c.var.staff,
    );
    return c.json(await answered(c.var.work, done));
  })
  // Puts stray money on a bill.
  .post('/moves', checkedBody(moveBodySchema), async (c) =>
    c.json(await answered(c.var.work, await moveMoney(c.var.work, c.req.valid('json'), c.var.staff))),
  )
  .post('/vouchers/:voucherId/reverse', checkedBody(reverseBodySchema), async (c) => {
    const done = await actOnVoucher(
      c.var.work,
      c.req.param('voucherId'),
      'reverse',
      c.req.valid('json'),
      c.var.staff,
    );
    return c.json(await answered(c.var.work, done));
  })
  .post('/vouchers/:voucherId/certificate', checkedBody(certificateBodySchema, bodyLimit), async (c) => {
    const { reference, file } = c.req.valid('json');
    const certificate = { reference, file: scanOf(file) };
    return c.json(
      await answered(
        c.var.work,
        await addCertificate(c.var.work, c.req.param('voucherId'), certificate, c.var.staff),
      ),
    );
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
        // What is in it came from outside: the policy of every response lets it run nothing.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
      },
    });
  });
