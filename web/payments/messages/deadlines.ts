import { sql } from 'kysely';
import { day } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { Payments } from '#web/payments/payments.ts';
import { deadlineMessage } from './texts.ts';

/** Staff are reminded this many milliseconds before a deadline. The last stage that has begun counts. */
const stages = [3 * day, day];

/**
 * Queues messages to staff about disputes that wait for a response: when a dispute is reopened or its deadline moves,
 * and three days and one day before the deadline. Each message is sent once per deadline.
 */
export async function addDeadlineMessages({ db, settings, now }: Payments): Promise<void> {
  const recipient = settings.noticeTo;
  if (!recipient) return;
  const time = now();
  const open = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.bill_number', 'orders.currency'])
    .select(
      sql<string | null>`(select min(recorded_at) from entries
        where subject = disputes.id and kind = 'disputed')`.as('known_since'),
    )
    .where('disputes.status', '=', 'open')
    .where('respond_by', '>', moment(time))
    .execute();
  const messages = open.flatMap((dispute) => {
    const end = Date.parse(dispute.respond_by ?? '');
    const since = Date.parse(dispute.deadline_since ?? dispute.created_at);
    const [stage] = stages.filter((before) => end - before <= time).slice(-1);
    // No reminder if staff learned of the deadline only after the stage had begun.
    const isDue = stage !== undefined && since < end - stage;
    const isChanged = since > Date.parse(dispute.known_since ?? '') && since > time - day;
    return [
      ...(isChanged ? [{ again: true, key: `dispute-again:${dispute.id}:${dispute.deadline_since}` }] : []),
      ...(isDue ? [{ again: false, key: `dispute-${stage / day}:${dispute.id}:${dispute.respond_by}` }] : []),
    ].map(({ again, key }) => ({
      ...deadlineMessage(dispute, again, settings),
      recipient,
      order_id: dispute.order_id,
      dedupe_key: key,
    }));
  });
  await addMessages(db, messages, settings, time);
}
