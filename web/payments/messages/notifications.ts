import { sql } from 'kysely';
import { day, minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import { addMessages, type NewMessage } from '#web/mail/outbox.ts';
import type { Payments } from '#web/payments/payments.ts';
import { messagesFor, notifiedEntries } from './texts.ts';

/** Milliseconds before the last run that a run rereads: slow transactions and clocks add entries with earlier times. */
const overlap = 10 * minute;

/** A later outcome, such as a late capture or a failed refund, is announced however old the payment or refund is. */
const hasEarlierEntry = sql<boolean>`exists (select 1 from entries b where b.subject = entries.subject
  and b.recorded_at < entries.recorded_at)`;

/**
 * Queues messages about entries since `since` (milliseconds since 1970), so that recording a payment does not have to.
 * Events more than a day old are not announced, for example after a backup is restored; the back office shows them.
 */
export async function addNotifications(payments: Payments, since: number | undefined): Promise<void> {
  const { db, settings, now } = payments;
  const started = now();
  const fresh = await notifiedEntries(db)
    .where('entries.recorded_at', '>=', moment((since ?? started) - overlap))
    .where((is) => is.or([is('entries.at', '>=', moment(started - day)), hasEarlierEntry]))
    .where((is) =>
      is.not(is.exists(is.selectFrom('outbox').select('outbox.id').whereRef('entry_id', '=', 'entries.id'))),
    )
    .$if(!settings.noticeTo, (query) => query.where('orders.customer_email', 'is not', null))
    .orderBy('entries.recorded_at')
    .orderBy('entries.id')
    .execute();
  const messages = fresh.flatMap((entry) =>
    messagesFor(entry, settings).flatMap(({ recipient, ...message }): NewMessage[] => {
      const { id: entry_id, order_id } = entry;
      const dedupe_key = `${message.kind}:${entry_id}`;
      return recipient ? [{ ...message, recipient, entry_id, order_id, dedupe_key }] : [];
    }),
  );
  await addMessages(db, messages, settings, started);
}

/** Returns the receipt message of an order's latest payment; undefined for an unpaid order. */
export async function receiptMessage({ db, settings }: Payments, orderId: string) {
  const captured = await notifiedEntries(db)
    .where('entries.order_id', '=', orderId)
    .where('entries.kind', '=', 'captured')
    .orderBy('entries.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return captured && messagesFor(captured, settings).find(({ kind }) => kind === 'receipt');
}
