import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ApiResponse, errorResponse } from '#web/payments/api-response.ts';
import { orderIdSchema } from '#web/payments/bill.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import type { Payments } from '#web/payments/payments.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/payments/staff/staff-route.ts';
import { type Message, mailBodySchema, messageStates } from './contract.ts';
import { receiptMessage } from './news.ts';
import { addMessages, type NewMessage } from './outbox.ts';

const pageSize = 50;
/** A second press within so many milliseconds makes no second message. */
const samePress = 60_000;

const messageId = z.coerce.number().int().positive().max(2_147_483_647);
const listQuerySchema = z.object({
  order: z.optional(orderIdSchema),
  state: z.enum(messageStates).optional(),
  after: messageId.optional(),
});

export const messagesRoute = queryRoute(listQuerySchema, async (query, { payments: { db, settings } }) => {
  const { order, state, after } = query;
  let found = readMessages(db)
    .orderBy('outbox.id', 'desc')
    .limit(pageSize + 1);
  if (order) found = found.where('outbox.order_id', '=', order);
  if (state) found = found.where('outbox.state', '=', state);
  if (after) found = found.where('outbox.id', '<', after);
  const rows = await found.execute();
  const messages = rows.slice(0, pageSize);
  const next = rows.length > pageSize ? { next: String(messages.at(-1)?.id) } : {};
  return { status: 200, body: { messages, ...next, sends: settings.mail !== undefined } };
});

/** "Send again": the same words to the same address, as a new message. */
export const resendRoute = staffRoute('POST', async ({ payments, params, staff }) => {
  const id = messageId.safeParse(params.id);
  const known =
    id.success && (await readMessages(payments.db).where('outbox.id', '=', id.data).executeTakeFirst());
  if (!known) return errorResponse(404, 'There is no such message.');
  const { kind, order_id, subject, recipient, text } = known;
  if (!recipient || !text)
    return errorResponse(
      409,
      'The text of this message was erased. Send the receipt of its payment instead.',
    );
  const dedupe_key = `again:${known.id}:${Math.floor(payments.now() / samePress)}`;
  const message = { kind, order_id, subject, recipient, text, dedupe_key };
  return addedBy(payments, staff.name, 'message.resent', order_id ?? String(known.id), message);
});

/** Sends an order's receipt to an address. */
export const mailRoute = bodyRoute(mailBodySchema, async ({ email }, { payments, params, staff }) => {
  const id = orderIdSchema.safeParse(params.orderId);
  const order = id.success && (await findOrder(payments.db, id.data));
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

function readMessages(db: LedgerDatabase) {
  return db
    .selectFrom('outbox')
    .leftJoin('orders', 'orders.id', 'outbox.order_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.state', 'outbox.recipient', 'outbox.order_id'])
    .select(['orders.bill_number', 'outbox.subject', 'outbox.text', 'outbox.attempts', 'outbox.problem'])
    .select(['outbox.created_at', 'outbox.next_at', 'outbox.sent_at']);
}
