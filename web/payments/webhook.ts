import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Answer, answerTo, refusal } from './answers.ts';
import { gatewayPaymentSchema } from './gateway/entities.ts';
import { recordPayment } from './ledger/record.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { isWebhookSignature } from './signatures.ts';

export type Webhook = {
  /** The bytes as they came: they are what is signed. */
  body: Uint8Array;
  signature: string | null;
  eventId: string | null;
};

const envelopeSchema = z.object({
  event: z.string().max(64),
  payload: z.object({ payment: z.object({ entity: gatewayPaymentSchema }).optional() }),
});

/**
 * Takes in what Razorpay reports. Deliveries come at least once and in no order: a repeated one is answered with 200
 * and changes nothing. The same body under another event id, or another body under a known id, is a replay: 400.
 */
export async function receiveWebhook(payments: Payments, webhook: Webhook): Promise<Answer> {
  if (!isWebhookSignature(payments.settings.webhookSecret, webhook.body, webhook.signature ?? ''))
    return refusal(401, 'The X-Razorpay-Signature does not fit the body.');
  const bodyDigest = createHash('sha256').update(webhook.body).digest('hex');
  const id = webhook.eventId ?? `body_${bodyDigest}`;
  if (!/^[\w-]{1,100}$/.test(id)) return refusal(400, 'The x-razorpay-event-id is not valid.');

  const parsed = envelopeSchema.safeParse(parseJson(webhook.body));
  if (!parsed.success) return refusal(400, 'The body is not a webhook of Razorpay.');
  const { event, payload } = parsed.data;
  if (!payload.payment) return { status: 200, body: { ok: true, ignored: event } };

  const payment = payload.payment.entity;
  try {
    const recorded = await recordPayment(payments.db, payment, 'webhook', payments.now(), {
      id,
      type: event,
      bodyDigest,
    });
    switch (recorded.outcome) {
      case 'recorded':
      case 'known':
        return { status: 200, body: { ok: true } };
      case 'duplicate-event':
        return { status: 200, body: { ok: true, duplicate: true } };
      case 'unknown-order':
        // Other payments of the same Razorpay account (payment links, another site) are reported here as well.
        return { status: 200, body: { ok: true, ignored: event } };
      case 'altered-event':
        log('warn', 'webhook replayed', { event, paymentId: payment.id });
        return refusal(400, 'This webhook was received before.');
      case 'mismatch':
        log('error', 'webhook does not fit its order', {
          event,
          paymentId: payment.id,
          reason: recorded.what,
        });
        return refusal(400, `The payment does not fit its order (${recorded.what}).`);
    }
  } catch (error) {
    return answerTo(error, 'receiving a webhook');
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
