import type { Updateable } from 'kysely';
import type { Settings } from '#settings';
import { findReason } from '#telemetry/report-check.ts';
import { minute, second } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Tables } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { atMostOnceKinds, claimMessage, isWebhook, type OutboxMessage } from './outbox.ts';
import { type Delivery, type MessageExtras, openMailer } from './smtp.ts';

/**
 * Whether to send a message now (with extras), later (`notBefore`) or never (`withdraw`). `subject` and `text` replace
 * those with which the message was queued.
 */
export type SendDecision = MessageExtras & {
  notBefore?: number;
  withdraw?: string;
  subject?: string;
  text?: string;
};

type Work = { db: Database; settings: Pick<Settings, 'mail'>; now: () => number };

/** The pause grows from a minute to four hours, so all attempts together span more than three days. */
const longestPause = 4 * 60 * minute;
const mostAttempts = 25;

/**
 * Sends due messages one by one; several processes may do so at once. SMTP has no transactions: if a process dies
 * between the server's reply and our write, the message is sent again under the same Message-ID once its claim has
 * expired.
 */
export async function sendDue(
  work: Work,
  decide: (message: OutboxMessage) => Promise<SendDecision> = () => Promise.resolve({}),
): Promise<void> {
  const { db, settings, now } = work;
  const send = settings.mail ? openMailer(settings.mail) : post;
  const claim = () => claimMessage(db, now(), !settings.mail);
  for (let claimed = await claim(); claimed; claimed = await claim()) {
    const {
      notBefore,
      withdraw,
      subject = claimed.subject,
      text = claimed.text,
      ...extras
    } = await decide(claimed);
    const message = { ...claimed, subject, text };
    if (notBefore !== undefined || withdraw !== undefined) {
      // Nothing was sent, so this does not count as an attempt.
      await endClaim(work, message, {
        state: withdraw === undefined ? 'waiting' : 'withdrawn',
        attempts: message.attempts - 1,
        problem: withdraw ?? null,
        next_at: notBefore === undefined ? null : moment(notBefore),
      });
      continue;
    }
    const delivery = await (isWebhook(message) ? post(message) : send(message, extras));
    await endAttempt(work, message, delivery);
    if (delivery.outcome === 'sent') continue;
    const { kind, order_id } = message;
    const status = delivery.status ?? delivery.outcome;
    // Other responses may contain the recipient's address.
    const reason = delivery.outcome === 'no-server' ? { reason: delivery.problem } : {};
    log('warn', 'a message was not sent', {
      kind,
      status,
      ...(order_id && { orderId: order_id }),
      ...reason,
    });
    // The other messages would fail on the same server.
    if (delivery.outcome === 'no-server') return;
  }
}

/** Sends a message to a webhook as JSON: Slack shows `text`; ntfy and Teams can show both fields. */
async function post({ recipient, subject: title, text }: OutboxMessage): Promise<Delivery> {
  try {
    const response = await fetch(recipient ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, text }),
      signal: AbortSignal.timeout(10 * second),
    });
    if (response.ok) return { outcome: 'sent' };
    const { status } = response;
    return { outcome: 'not-yet', problem: 'The webhook refused the message.', status, mayHaveLeft: false };
  } catch (error) {
    return { outcome: 'not-yet', problem: findReason(error), mayHaveLeft: true };
  }
}

/** Ends a claim, unless a later claim has begun. */
async function endClaim(
  { db }: Work,
  { id, attempts }: OutboxMessage,
  changes: Updateable<Tables['outbox']>,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .execute();
}

function endAttempt(work: Work, message: OutboxMessage, delivery: Delivery): Promise<void> {
  const { attempts, kind, subject, text } = message;
  const now = work.now();
  const isLost = delivery.outcome !== 'sent' && delivery.mayHaveLeft && atMostOnceKinds.includes(kind);
  const isOver = isLost || delivery.outcome === 'refused' || attempts >= mostAttempts;
  const state = delivery.outcome === 'sent' ? 'sent' : isOver ? 'failed' : 'waiting';
  const pause = Math.min(minute * 3 ** (attempts - 1), longestPause);
  return endClaim(work, message, {
    ...{ state, subject, text },
    next_at: state === 'waiting' ? moment(now + pause) : null,
    problem: delivery.outcome === 'sent' ? null : delivery.problem,
    sent_at: state === 'sent' ? moment(now) : null,
  });
}
