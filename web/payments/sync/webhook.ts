import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { currency } from '#web/contracts/money.ts';
import { noteRun } from '#web/database/jobs.ts';
import { parseJson } from '#web/http/json.ts';
import { log } from '#web/log.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { enter } from '#web/payments/ledger/entries.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { recordSettlement } from '#web/payments/ledger/settlements.ts';
import type { Payments } from '#web/payments/payments.ts';
import { eventSchema } from '#web/payments/razorpay/entities.ts';
import { isWebhookSignature } from '#web/payments/razorpay/signatures.ts';

/** `duplicate`: nothing new; `ignored`: nothing that the ledger keeps. */
type Received = 'recorded' | 'duplicate' | 'ignored' | 'unsigned';

/**
 * Deliveries come at least once and in any order, and Razorpay disables a webhook that is not answered with 2xx:
 * everything signed is accepted, and what fits nothing of ours is entered as unexplained.
 */
export async function receiveWebhook(
  payments: Payments,
  body: Uint8Array,
  headers: Headers,
): Promise<Received> {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!payments.settings.webhookSecrets.some((secret) => isWebhookSignature(secret, body, signature)))
    return 'unsigned';
  const { db } = payments;
  const now = payments.now();
  await noteRun(db, 'webhook', now);
  const event = eventSchema.safeParse(parseJson(body)).data;
  if (event) return record(payments, event);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 20);
  log('error', 'a signed webhook could not be read', { event: digest });
  const subject = `event_${digest}`;
  const detail = 'webhook that could not be read';
  await enter(db, [{ kind: 'unexplained', subject, amount: 0, currency, detail }], 'webhook', now);
  return 'recorded';
}

async function record(payments: Payments, event: z.infer<typeof eventSchema>): Promise<Received> {
  const { db } = payments;
  const now = payments.now();
  const { payment, refund, dispute, settlement } = event.payload;
  const outcomes: string[] = [];
  if (payment) {
    const { outcome } = await recordPayment(db, payment.entity, 'webhook', now);
    if (outcome === 'unexplained') log('warn', 'a webhook fits no order', { paymentId: payment.entity.id });
    outcomes.push(outcome);
  }
  if (refund) outcomes.push(await recordRefund(db, refund.entity, 'webhook', now));
  if (dispute) {
    // Creation precedes every other event, also when redelivered.
    const isFirst = event.event === 'payment.dispute.created';
    const asOf = isFirst ? 0 : (event.created_at ?? Math.floor(now / 1000));
    outcomes.push(await recordDispute(db, dispute.entity, 'webhook', { now, asOf }));
  }
  if (settlement) {
    await recordSettlement(db, settlement.entity, 'webhook');
    outcomes.push('recorded');
  }
  if (outcomes.length === 0) return 'ignored';
  return outcomes.every((one) => one === 'known') ? 'duplicate' : 'recorded';
}
