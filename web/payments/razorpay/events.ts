import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#web/http/json.ts';
import { disputeSchema, paymentSchema, refundSchema, settlementSchema } from './entities.ts';

// Replaces the SDK's functions, which compare with `===`, throw without a signature, and hash text instead of bytes.

/**
 * Checks the signature of `order_id|payment_id` with the key secret. `storedOrderId` must come from the ledger, not
 * from the browser: in CVE-2026-3507 a signature of one order was accepted for another.
 */
export function isPaymentSignature(
  keySecret: string,
  storedOrderId: string,
  paymentId: string,
  signature: string,
): boolean {
  return isWebhookSignature(keySecret, Buffer.from(`${storedOrderId}|${paymentId}`), signature);
}

/** Checks the hex HMAC-SHA256 of a webhook's raw bytes in constant time. Never throws. */
export function isWebhookSignature(secret: string, body: Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

const holding = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional();

const eventSchema = z
  .object({
    event: z.string().max(64),
    created_at: z.number().int().optional().catch(undefined),
    // Razorpay sometimes writes `[]` for an empty object.
    payload: z.preprocess(
      (payload) => (Array.isArray(payload) ? { ...payload } : payload),
      z.object({
        payment: holding(paymentSchema),
        refund: holding(refundSchema),
        dispute: holding(disputeSchema),
        settlement: holding(settlementSchema),
      }),
    ),
  })
  .transform(({ event, created_at, payload }) => ({
    payment: payload.payment?.entity,
    refund: payload.refund?.entity,
    dispute: payload.dispute?.entity,
    settlement: payload.settlement?.entity,
    // The creation of a dispute precedes all other events, even if Razorpay delivers it again.
    asOfSeconds: event === 'payment.dispute.created' ? 0 : created_at,
  }));

/** The content of a webhook. `asOfSeconds` is the event's time; undefined if the gateway does not send it. */
export type GatewayEvent = z.output<typeof eventSchema>;

/** Reads a webhook if one of the secrets signed it. Returns 'unreadable' for a signed body of an unknown shape. */
export function readEvent(
  secrets: string[],
  body: Uint8Array,
  headers: Headers,
): GatewayEvent | 'unsigned' | 'unreadable' {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!secrets.some((secret) => isWebhookSignature(secret, body, signature))) return 'unsigned';
  return eventSchema.safeParse(parseJson(body)).data ?? 'unreadable';
}
