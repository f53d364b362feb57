import { createHash } from 'node:crypto';
import { parseJson } from '#web/http/json.ts';
import type { GatewayEvent } from './gateway.ts';
import { recordDispute } from './ledger/disputes.ts';
import { noteRun } from './ledger/jobs.ts';
import { recordPayment } from './ledger/record.ts';
import { recordRefund } from './ledger/refunds.ts';
import { recordSettlement } from './ledger/settlements.ts';
import { enterOdd } from './ledger/unexplained.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { readEvent } from './razorpay/events.ts';
import { isWebhookSignature } from './razorpay/signatures.ts';

/** `duplicate`: nothing in it was new; `ignored`: it tells of nothing that the ledger keeps. */
export type Received = { outcome: 'recorded' | 'duplicate' | 'ignored' | 'unsigned' };

/**
 * Records what Razorpay reports. Deliveries come at least once, in no order and from several registrations, and Razorpay
 * switches off a webhook that is not answered with 2xx, so all that is signed is taken: recording is idempotent, and
 * what fits nothing of ours, or cannot be read, is entered as unexplained.
 */
export async function receiveWebhook(
  payments: Payments,
  body: Uint8Array,
  headers: Headers,
): Promise<Received> {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!payments.settings.webhookSecrets.some((secret) => isWebhookSignature(secret, body, signature)))
    return { outcome: 'unsigned' };
  const event = readEvent(parseJson(body));
  await noteRun(payments.db, 'webhook', payments.now());
  if (event) return record(payments, event);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 20);
  log('error', 'a signed webhook could not be read', { event: digest });
  const odd = { id: `event_${digest}`, amount: 0 };
  await enterOdd(payments.db, odd, 'webhook that could not be read', 'webhook', payments.now());
  return { outcome: 'recorded' };
}

async function record(payments: Payments, event: GatewayEvent): Promise<Received> {
  const { db } = payments;
  const now = payments.now();
  const { name, payment, refund, dispute, settlement } = event;
  const outcomes: string[] = [];
  if (payment) {
    const { outcome } = await recordPayment(db, payment, 'webhook', now);
    if (outcome === 'unexplained')
      log('warn', 'a webhook fits no order', { event: name, paymentId: payment.id });
    outcomes.push(outcome);
  }
  if (refund) {
    const outcome = await recordRefund(db, refund, 'webhook', now);
    if (outcome === 'unknown-payment')
      await enterOdd(db, refund, 'refund of an unknown payment', 'webhook', now);
    outcomes.push(outcome);
  }
  if (dispute) {
    const outcome = await recordDispute(db, dispute, 'webhook', now);
    if (outcome === 'unknown-payment')
      await enterOdd(db, dispute, 'dispute of an unknown payment', 'webhook', now);
    outcomes.push(outcome);
  }
  if (settlement) {
    await recordSettlement(db, settlement);
    outcomes.push('recorded');
  }
  if (outcomes.length === 0) return { outcome: 'ignored' };
  return { outcome: outcomes.every((one) => one === 'known') ? 'duplicate' : 'recorded' };
}
