import { runJob } from '#web/payments/ledger/jobs.ts';
import { moment } from '#web/payments/ledger/orders.ts';
import { log } from '#web/payments/log.ts';
import type { Payments } from '#web/payments/payments.ts';
import { addNews } from './news.ts';
import { claimMessage, endAttempt, type OutboxMessage } from './outbox.ts';
import { type Delivery, openMailer } from './smtp.ts';

const minute = 60_000;
/** Pauses grow from a minute to four hours; with so many attempts, over two days. */
const longestPause = 4 * 60 * minute;
const mostAttempts = 18;

/** Writes the messages that the books ask for, unless another process does, and sends those that are due. */
export async function mailNow(payments: Payments): Promise<void> {
  const { db, now } = payments;
  await runJob(db, { name: 'messages', every: 0, now }, (since) => addNews(payments, since));
  await sendDue(payments);
}

/**
 * Sends what is due, one message after the other; several processes may do so at the same time. SMTP knows no
 * transactions: when a process dies after the server took the message and before that is written here, it is sent again
 * after the claim ran out, under the same Message-ID.
 */
export async function sendDue({ db, settings, now }: Payments): Promise<void> {
  if (!settings.mail) return;
  const send = openMailer(settings.mail);
  for (let message = await claimMessage(db, now()); message; message = await claimMessage(db, now())) {
    const delivery = await send(message);
    await endAttempt(db, message, endOf(message, delivery, now()));
    if (delivery.outcome === 'sent') continue;
    const { kind, order_id } = message;
    const status = delivery.status ?? delivery.outcome;
    log('warn', 'a message was not sent', { kind, status, ...(order_id ? { orderId: order_id } : {}) });
    // The others would only wait for the same server in vain.
    if (delivery.outcome === 'no-server') return;
  }
}

function endOf({ attempts }: OutboxMessage, delivery: Delivery, now: number) {
  if (delivery.outcome === 'sent')
    return { state: 'sent', next_at: null, problem: null, sent_at: moment(now) } as const;
  const { outcome, problem } = delivery;
  if (outcome === 'refused' || attempts >= mostAttempts)
    return { state: 'failed', next_at: null, problem, sent_at: null } as const;
  const pause = Math.min(minute * 3 ** (attempts - 1), longestPause);
  return { state: 'waiting', next_at: moment(now + pause), problem, sent_at: null } as const;
}
