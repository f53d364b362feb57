import { createHash } from 'node:crypto';
import { minute } from '#web/contracts/durations.ts';
import { currency } from '#web/contracts/money.ts';
import { recordRun, runJob } from '#web/database/jobs.ts';
import { log } from '#web/log.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { recordSettlement } from '#web/payments/ledger/settlements.ts';
import type { Payments } from '#web/payments/payments.ts';
import { type GatewayEvent, readEvent } from '#web/payments/razorpay/events.ts';

/** `duplicate`: nothing new; `ignored`: nothing that the ledger stores. */
type Received = 'recorded' | 'duplicate' | 'ignored' | 'unsigned';

/**
 * Handles a webhook. Razorpay retries webhooks, sends them in any order, and disables an endpoint that does not return
 * 2xx. So everything signed is accepted, and money that matches no order is entered as unexplained.
 */
export async function receiveWebhook(
  payments: Payments,
  body: Uint8Array,
  headers: Headers,
): Promise<Received> {
  const event = readEvent(payments.settings.webhookSecrets, body, headers);
  const { db } = payments;
  const now = payments.now();
  if (event === 'unsigned') {
    // Anybody can send these, so at most one a minute is stored.
    await runJob(db, { name: 'unsigned webhook', every: minute, now: payments.now }, async () => undefined);
    return event;
  }
  await recordRun(db, 'webhook', now);
  if (event !== 'unreadable') return record(payments, event);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 20);
  log('error', 'a signed webhook could not be read', { event: digest });
  const subject = `event_${digest}`;
  const detail = 'webhook that could not be read';
  await addEntries(db, [{ kind: 'unexplained', subject, amount: 0, currency, detail }], 'webhook', now);
  return 'recorded';
}

async function record({ db, now }: Payments, event: GatewayEvent): Promise<Received> {
  const { payment, refund, dispute, settlement } = event;
  const time = now();
  const outcomes: string[] = [];
  if (payment) {
    const { outcome } = await recordPayment(db, payment, 'webhook', time);
    if (outcome === 'unexplained') log('warn', 'a webhook matches no order', { paymentId: payment.id });
    outcomes.push(outcome);
  }
  if (refund) outcomes.push(await recordRefund(db, refund, 'webhook', time));
  if (dispute) {
    const asOfSeconds = event.asOfSeconds ?? Math.floor(time / 1000);
    outcomes.push(await recordDispute(db, dispute, 'webhook', { now: time, asOfSeconds }));
  }
  if (settlement) {
    await recordSettlement(db, settlement, 'webhook');
    outcomes.push('recorded');
  }
  if (outcomes.length === 0) return 'ignored';
  return outcomes.every((one) => one === 'known') ? 'duplicate' : 'recorded';
}
