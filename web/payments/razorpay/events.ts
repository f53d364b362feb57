import { z } from 'zod';
import type { GatewayEvent } from '#web/payments/gateway.ts';
import { disputeSchema, paymentSchema, refundSchema, settlementSchema } from './entities.ts';

const holding = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional();

const envelopeSchema = z
  .object({
    event: z.string().max(64),
    // Razorpay writes an empty object as `[]` at times.
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
    ({ event, payload: { payment, refund, dispute, settlement } }): GatewayEvent => ({
      name: event,
      payment: payment?.entity,
      refund: refund?.entity,
      dispute: dispute?.entity,
      settlement: settlement?.entity,
    }),
  );

/** What the body of a webhook tells, or undefined when it is of no known shape. */
export function readEvent(value: unknown): GatewayEvent | undefined {
  return envelopeSchema.safeParse(value).data;
}
