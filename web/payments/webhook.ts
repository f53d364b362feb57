import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#web/http/json.ts';
import { type ApiResponse, errorResponse } from './api-response.ts';
import { gatewayPaymentSchema } from './gateway/gateway.ts';
import { recordPayment } from './ledger/record.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';
import { isWebhookSignature } from './signatures.ts';

/**
 * Razorpay redelivers an event for 24 hours, and for 7 days on request in its dashboard; with a day's margin for clocks.
 * In milliseconds.
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
 * Records what Razorpay reports. Deliveries come at least once and in no order, and Razorpay switches off a webhook that
 * is not answered with 2xx, so the same event with the same bytes gets 200 and changes nothing. 409 for what cannot be
 * Razorpay's: a known body under another event id or none (no signature covers the header with the id, so a body is
 * known by its digest), another body under a known id, and a known event older than Razorpay's last delivery. An old
 * event that is new here is late, not a replay, and is recorded.
 */
export async function receiveWebhook(
  payments: Payments,
  body: Uint8Array,
  headers: Headers,
): Promise<ApiResponse> {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!payments.settings.webhookSecrets.some((secret) => isWebhookSignature(secret, body, signature)))
    return errorResponse(401, 'The X-Razorpay-Signature does not fit the body.');
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  const id = headers.get('x-razorpay-event-id') || `body_${bodyDigest}`;
  if (!/^[\w-]{1,100}$/.test(id)) return errorResponse(400, 'The x-razorpay-event-id is not valid.');

  const parsed = envelopeSchema.safeParse(parseJson(body));
  if (!parsed.success) return errorResponse(400, 'The body is not a webhook of Razorpay.');
  const { event, payload, created_at: createdAt } = parsed.data;
  if (!payload.payment) return received({ ignored: event });

  const payment = payload.payment.entity;
  const recorded = await recordPayment(payments.db, payment, 'webhook', payments.now(), {
    id,
    type: event,
    bodyDigest,
  });
  switch (recorded.outcome) {
    case 'recorded':
    case 'known':
      return received();
    case 'duplicate-event':
      if (createdAt !== undefined && createdAt * 1000 < payments.now() - redeliveredFor)
        return replayed(event, payment.id);
      return received({ duplicate: true });
    case 'unknown-order':
      // Other payments of the same Razorpay account (payment links, another site) are reported here as well.
      return received({ ignored: event });
    case 'altered-event':
      return replayed(event, payment.id);
    case 'mismatch':
      log('error', 'webhook does not fit its order', {
        event,
        paymentId: payment.id,
        reason: recorded.what,
      });
      return errorResponse(400, `The payment does not fit its order (${recorded.what}).`);
  }
}

function received(more: Record<string, unknown> = {}): ApiResponse {
  return { status: 200, body: { ok: true, ...more } };
}

function replayed(event: string, paymentId: string): ApiResponse {
  log('warn', 'webhook replayed', { event, paymentId });
  return errorResponse(409, 'This webhook was received before.');
}
