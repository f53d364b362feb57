import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { readPage } from '#web/database/page.ts';
import type { Database } from '#web/database/tables.ts';
import { emailSchema } from '#web/mail/address.ts';
import { addMessages, doubleClickWindow, type NewMessage } from '#web/mail/outbox.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { numericCursorSchema } from '#web/staff/query.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { checkedBody, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { receiptMessage } from './notifications.ts';

const messageId = z.coerce.number().int().positive().max(2_147_483_647);

/** Routes for messages about payments, under `/api/payments`. */
export const messageRoutes = new Hono<StaffEnv<Payments>>()
  .get('/messages', checkedQuery(z.object({ after: numericCursorSchema })), async (c) => {
    const { rows, ...next } = await readPage(readMessages(c.var.work.db), ['id'], c.req.valid('query').after);
    return c.json({ messages: rows, ...next, sends: c.var.work.settings.mail !== undefined });
  })
  // The button "Send again": queues a new message with the same text and address.
  .post('/messages/:id/resend', async (c) => {
    const { db, now } = c.var.work;
    const id = messageId.safeParse(c.req.param('id'));
    const known = id.success && (await readMessages(db).where('id', '=', id.data).executeTakeFirst());
    if (!known) refuse(404, 'There is no such message.');
    const { kind, order_id, bill_id, subject, recipient, text } = known;
    if (!recipient || !text)
      refuse(409, 'The text of this message was erased. Send the receipt of its payment instead.');
    const again = readMessages(db).where('dedupe_key', 'like', `again:${known.id}:%`);
    const last = await again.orderBy('id', 'desc').limit(1).executeTakeFirst();
    if (last && Date.parse(last.created_at) > now() - doubleClickWindow) return c.json({ message: last });
    // The requests of a double click find the same last message, so their messages have the same key.
    const dedupe_key = `again:${known.id}:${last?.id ?? 0}`;
    const message = { kind, order_id, bill_id, subject, recipient, text, dedupe_key };
    const about = order_id ?? String(known.id);
    return c.json(await addMessage(c.var.work, c.var.staff, 'message.resent', about, message));
  })
  // Sends the receipt of a paid order to an address.
  .post('/:orderId/mail', checkedBody(z.object({ email: emailSchema })), async (c) => {
    const order = await findOrder(c.var.work.db, c.req.param('orderId'));
    if (!order) refuse(404, 'There is no such order.');
    const receipt = await receiptMessage(c.var.work, order.id);
    if (!receipt) refuse(409, 'This order is not paid, so it has no receipt.');
    const { kind, subject, text } = receipt;
    const dedupe_key = `mail:${randomUUID()}`;
    const recipient = c.req.valid('json').email;
    const message = { kind, order_id: order.id, subject, text, recipient, dedupe_key };
    return c.json(await addMessage(c.var.work, c.var.staff, 'receipt.mailed', order.id, message));
  });

async function addMessage(
  { db, settings, now }: Payments,
  staff: Staff,
  act: string,
  subject: string,
  message: NewMessage,
) {
  const made = await db.transaction().execute(async (trx) => {
    const [added] = await addMessages(trx, [message], settings, now());
    if (added) await audit(trx, { actor: staff, act, subject, detail: `message ${added.id}` }, now());
    return readMessages(trx).where('dedupe_key', '=', message.dedupe_key).executeTakeFirstOrThrow();
  });
  return { message: made };
}

/** Leaves out copies of enquiries and notes on content, which other staff read. */
const readMessages = (db: Database) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('enquiry_id', 'is', null)
    .where('kind', 'not in', ['review', 'condition'])
    .select(
      sql<string | null>`coalesce((select bill_number from orders o where o.id = order_id),
      (select bill_number from bills b where b.id = bill_id))`.as('bill_number'),
    );
