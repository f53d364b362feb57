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

/**
 * Razorpay sends an event again for 24 hours, and for 7 days when somebody asks for it in its dashboard; with a day's
 * margin for clocks. In milliseconds.
 */
const redeliveredFor = 8 * 24 * 3_600_000;

const envelopeSchema = z.object({
  event: z.string().max(64),
  /** Seconds since 1970. */
  created_at: z.number().optional(),
  // Razorpay writes an empty object as `[]` at times.
  payload: z.preprocess(
    (payload) => (Array.isArray(payload) ? { ...payload } : payload),
    z.object({ payment: z.object({ entity: gatewayPaymentSchema }).optional() }),
  ),
});

/**
 * Takes in what Razorpay reports. Deliveries come at least once and in no order, and Razorpay switches a webhook off
 * that is not answered with 2xx, so the same event with the same bytes is answered with 200 and changes nothing. These
 * cannot be Razorpay's and are refused with 409: a known body under another event id or under none (the id travels in
 * a header that nothing signs, so a body is known by its digest), another body under a known id, and a known event
 * that is older than Razorpay's last delivery. An old event that is new here is taken in: it is late, not a replay.
 */
export async function receiveWebhook(payments: Payments, webhook: Webhook): Promise<Answer> {
  const { webhookSecrets } = payments.settings;
  const { body, signature } = webhook;
  if (!webhookSecrets.some((secret) => isWebhookSignature(secret, body, signature ?? '')))
    return refusal(401, 'The X-Razorpay-Signature does not fit the body.');
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  const id = webhook.eventId || `body_${bodyDigest}`;
  if (!/^[\w-]{1,100}$/.test(id)) return refusal(400, 'The x-razorpay-event-id is not valid.');

  const parsed = envelopeSchema.safeParse(parseJson(body));
  if (!parsed.success) return refusal(400, 'The body is not a webhook of Razorpay.');
  const { event, payload, created_at: createdAt } = parsed.data;
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
        if (createdAt !== undefined && createdAt * 1000 < payments.now() - redeliveredFor)
          return replayed(event, payment.id);
        return { status: 200, body: { ok: true, duplicate: true } };
      case 'unknown-order':
        // Other payments of the same Razorpay account (payment links, another site) are reported here as well.
        return { status: 200, body: { ok: true, ignored: event } };
      case 'altered-event':
        return replayed(event, payment.id);
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

function replayed(event: string, paymentId: string): Answer {
  log('warn', 'webhook replayed', { event, paymentId });
  return refusal(409, 'This webhook was received before.');
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
