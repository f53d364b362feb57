import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Message, mailBodySchema, messageStates } from '#web/contracts/messages.ts';
import { pageOf } from '#web/database/page.ts';
import type { Database } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { addMessages, type NewMessage } from '#web/mail/outbox.ts';
import { orderIdSchema } from '#web/payments/bill.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { numberedPlaceSchema } from '#web/staff/query.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/staff/staff-route.ts';
import { receiptMessage } from './news.ts';

/** A second press within so many milliseconds makes no second message. */
const samePress = 60_000;

const messageId = z.coerce.number().int().positive().max(2_147_483_647);
const listQuerySchema = z.object({
  order: z.optional(orderIdSchema),
  state: z.enum(messageStates).optional(),
  after: numberedPlaceSchema,
});

export const messagesRoute = queryRoute(listQuerySchema, async (query, { payments: { db, settings } }) => {
  const { order, state, after } = query;
  let found = readMessages(db);
  if (order) found = found.where('order_id', '=', order);
  if (state) found = found.where('state', '=', state);
  const { rows, ...next } = await pageOf(found, ['id'], after);
  return { status: 200, body: { messages: rows, ...next, sends: settings.mail !== undefined } };
});

/** "Send again": the same words to the same address, as a new message. */
export const resendRoute = staffRoute(async ({ payments, params, staff }) => {
  const id = messageId.safeParse(params.id);
  const known = id.success && (await readMessages(payments.db).where('id', '=', id.data).executeTakeFirst());
  if (!known) return errorResponse(404, 'There is no such message.');
  const { kind, order_id, subject, recipient, text } = known;
  if (!recipient || !text)
    return errorResponse(409, 'The text of this message was erased. Send the receipt of its payment.');
  const dedupe_key = `again:${known.id}:${Math.floor(payments.now() / samePress)}`;
  const message = { kind, order_id, subject, recipient, text, dedupe_key };
  return addedBy(payments, staff.name, 'message.resent', order_id ?? String(known.id), message);
});

/** Sends an order's receipt to an address. */
export const mailRoute = bodyRoute(mailBodySchema, async ({ email }, { payments, params, staff }) => {
  const order = await findOrder(payments.db, params.orderId ?? '');
  if (!order) return errorResponse(404, 'There is no such order.');
  const receipt = await receiptMessage(payments, order.id);
  if (!receipt) return errorResponse(409, 'This order is not paid, so it has no receipt.');
  const { kind, subject, text } = receipt;
  const dedupe_key = `mail:${randomUUID()}`;
  const message = { kind, order_id: order.id, subject, text, recipient: email, dedupe_key };
  return addedBy(payments, staff.name, 'receipt.mailed', order.id, message);
});

async function addedBy(
  { db, settings, now }: Payments,
  actor: string,
  act: string,
  subject: string,
  message: NewMessage,
): Promise<ApiResponse> {
  const made = await db.transaction().execute(async (trx): Promise<Message> => {
    const [added] = await addMessages(trx, [message], settings, now());
    if (added) await audit(trx, { actor, act, subject, detail: `message ${added.id}` }, now());
    return readMessages(trx).where('dedupe_key', '=', message.dedupe_key).executeTakeFirstOrThrow();
  });
  return { status: 200, body: { message: made } };
}

/** Messages about money: copies of enquiries are for others to read. */
const readMessages = (db: Database) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('enquiry_id', 'is', null)
    .select(sql<string | null>`(select bill_number from orders o where o.id = order_id)`.as('bill_number'));
