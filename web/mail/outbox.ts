import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Settings } from '#settings';
import { minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Tables } from '#web/database/tables.ts';

export type OutboxMessage = Selectable<Tables['outbox']>;

export type NewMessage = Pick<OutboxMessage, 'dedupe_key' | 'kind' | 'order_id' | 'subject' | 'text'> & {
  recipient: string;
  entry_id?: number;
  enquiry_id?: string;
  bill_id?: string | null;
  reply_to?: string | null;
};

/** After this time in milliseconds, the process that attempted to send counts as dead. */
const longestAttempt = 10 * minute;

/** A second press of the same button within this time in milliseconds queues no second message. */
export const doubleClickWindow = minute;

/** States of a message that is still to be sent. */
export const unsentStates = ['waiting', 'sending'] as const satisfies OutboxMessage['state'][];

/** Kinds of message that are better lost than sent twice: a second request for money does more harm than none. */
export const atMostOnceKinds = ['reminder'];

/** Whether a message goes to a URL instead of a mailbox. */
export const isWebhook = ({ recipient }: Pick<OutboxMessage, 'recipient'>): boolean =>
  /^https?:/.test(recipient ?? '');

/** Messages per statement: SQLite takes 32,766 values. */
const atOnce = 500;

/** Queues messages, except those already queued. Returns the new ones. */
export async function addMessages(
  db: Database,
  messages: NewMessage[],
  { mail, siteUrl }: Pick<Settings, 'mail' | 'siteUrl'>,
  now: number,
): Promise<OutboxMessage[]> {
  const at = moment(now);
  const rows = messages.map((message) => ({
    entry_id: null,
    ...message,
    ...(mail || isWebhook(message) ? { state: 'waiting' as const, next_at: at } : { state: 'kept' as const }),
    // Random, because a restored ledger reuses its ids.
    message_id: `<${randomUUID()}@${new URL(siteUrl).hostname}>`,
    created_at: at,
  }));
  const added: OutboxMessage[] = [];
  for (let first = 0; first < rows.length; first += atOnce)
    added.push(
      ...(await db
        .insertInto('outbox')
        .values(rows.slice(first, first + atOnce))
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .returningAll()
        .execute()),
    );
  return added;
}

const isInterrupted = (is: ExpressionBuilder<Tables, 'outbox'>) =>
  is.and([is('state', '=', 'sending'), is('kind', 'not in', atMostOnceKinds)]);

const dueMessage = (db: Database, now: number, isMailOff: boolean) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where((is) => is.or([is('state', '=', 'waiting'), isInterrupted(is)]))
    .where('next_at', '<=', moment(now))
    .where('recipient', isMailOff ? 'like' : 'is not', isMailOff ? 'http%' : null)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1);

/**
 * Claims the message that has been due longest, even if it was claimed by a process that died. Returns undefined if
 * no message is due, or if another process was faster; that process also sends the remaining messages. While
 * `isMailOff`, claims only messages to webhooks.
 */
export function claimMessage(
  db: Database,
  now: number,
  isMailOff = false,
): Promise<OutboxMessage | undefined> {
  return db
    .updateTable('outbox')
    .set((is) => ({
      state: 'sending',
      attempts: is('attempts', '+', 1),
      next_at: moment(now + longestAttempt),
    }))
    .where('id', '=', dueMessage(db, now, isMailOff))
    .where('next_at', '<=', moment(now))
    .returningAll()
    .executeTakeFirst();
}

/** Erases recipients and texts of messages from before a time, or only of those with `ids`. Returns their number. */
export async function eraseMessages(db: Database, before: number, ids?: number[]): Promise<number> {
  const old = db
    .updateTable('outbox')
    .set({ recipient: null, reply_to: null, text: null, problem: null })
    .where('recipient', 'is not', null)
    .where('created_at', '<=', moment(before));
  // An unsent message without a recipient would never be sent.
  const erased = await (ids
    ? old.where('id', 'in', ids).where('state', 'not in', unsentStates)
    : old
  ).executeTakeFirst();
  return Number(erased.numUpdatedRows);
}
