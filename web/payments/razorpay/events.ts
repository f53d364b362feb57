import { z } from 'zod';
import { parseJson } from '#web/http/json.ts';
import type { GatewayEvent } from '#web/payments/gateway.ts';
import { disputeSchema, paymentSchema, refundSchema, settlementSchema } from './entities.ts';
import { isWebhookSignature } from './signatures.ts';

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
  .transform(
    ({ event, created_at, payload }): GatewayEvent => ({
      payment: payload.payment?.entity,
      refund: payload.refund?.entity,
      dispute: payload.dispute?.entity,
      settlement: payload.settlement?.entity,
      // The creation of a dispute precedes all other events, even if Razorpay delivers it again.
      asOf: event === 'payment.dispute.created' ? 0 : created_at,
    }),
  );

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
