import { Hono } from 'hono';
import { z } from 'zod';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { findInvoiceOfBill } from '#web/payments/bills/invoice-files.ts';
import { billForStaff } from '#web/payments/bills/pay-by-link.ts';
import {
  actionBodySchema,
  certificateBodySchema,
  manualEntryBodySchema,
  moveBodySchema,
  reverseBodySchema,
} from '#web/payments/bodies.ts';
import { findBill } from '#web/payments/ledger/bills.ts';
import { readManualEntries } from '#web/payments/ledger/manual-entries.ts';
import { unsubscribedAt } from '#web/payments/messages/reminders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { checkedBody, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { addCertificate, applyAction, recordManualEntry } from './actions.ts';
import { moveMoney } from './move-money.ts';

async function billDetails(payments: Payments, billId: string) {
  const { db } = payments;
  const bill = await findBill(db, billId, payments.now());
  if (!bill) refuse(404, 'There is no such bill.');
  const sent = db.selectFrom('customer_notices').selectAll().where('bill_id', '=', billId);
  const notices = (await sent.execute()).map(({ kind, reference }) => `${kind} ${reference}`).join(', ');
  const { orders } = await listOrders(db, { bill: billId });
  const messages = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'state', 'problem', 'created_at', 'sent_at'])
    .where('bill_id', '=', billId)
    .orderBy('id', 'desc')
    .execute();
  return {
    bill: billForStaff(payments, bill),
    notices,
    orders,
    messages,
    vouchers: await readManualEntries(db, billId),
    invoice: (await findInvoiceOfBill(db, billId)) ?? null,
    /** When the customer unsubscribed from reminders. */
    stopped_at: (bill.customer_email && (await unsubscribedAt(db, bill.customer_email))) || null,
  };
}

/** Routes for money outside the gateway, under `/api/payments`. */
export const manualEntryRoutes = new Hono<StaffEnv<Payments>>()
  .get('/bills/:billId', async (c) => c.json(await billDetails(c.var.work, c.req.param('billId'))))
  .post('/bills/:billId/vouchers', checkedBody(manualEntryBodySchema), async (c) => {
    const { work, staff } = c.var;
    const id = await recordManualEntry(work, c.req.param('billId'), c.req.valid('json'), staff);
    return c.json(await billDetails(work, id));
  })
  .post(
    '/vouchers/:voucherId/:act{clear|bounce|approve|reject}',
    checkedBody(actionBodySchema),
    async (c) => {
      const action = z.enum(['clear', 'bounce', 'approve', 'reject']).parse(c.req.param('act'));
      const { work, staff } = c.var;
      const id = await applyAction(work, c.req.param('voucherId'), action, c.req.valid('json'), staff);
      return c.json(await billDetails(work, id));
    },
  )
  .post('/moves', checkedBody(moveBodySchema), async (c) =>
    c.json(await billDetails(c.var.work, await moveMoney(c.var.work, c.req.valid('json'), c.var.staff))),
  )
  .post('/vouchers/:voucherId/reverse', checkedBody(reverseBodySchema), async (c) => {
    const { work, staff } = c.var;
    const id = await applyAction(work, c.req.param('voucherId'), 'reverse', c.req.valid('json'), staff);
    return c.json(await billDetails(work, id));
  })
  .post('/vouchers/:voucherId/certificate', checkedBody(certificateBodySchema), async (c) => {
    const { reference } = c.req.valid('json');
    const { work, staff } = c.var;
    const id = await addCertificate(work, c.req.param('voucherId'), reference, staff);
    return c.json(await billDetails(work, id));
  });
