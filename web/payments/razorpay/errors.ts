import { z } from 'zod';
import { GatewayError } from '#web/payments/gateway.ts';

const apiError = z.object({
  statusCode: z.coerce.number(),
  error: z.object({ description: z.string().nullish() }).nullish().catch(undefined),
});

/**
 * The SDK rejects with plain objects; an HTML error page gives one without `error`, and a timeout or a refused
 * connection a TypeError, because its normaliser reads a response that is not there. `elapsedMs` tells those two apart.
 */
export function toGatewayError(thrown: unknown, elapsedMs: number, timeoutMs: number): GatewayError {
  if (GatewayError.is(thrown)) return thrown;
  const parsed = apiError.safeParse(thrown);
  if (!parsed.success) {
    return new GatewayError(elapsedMs >= timeoutMs * 0.95 ? 'timeout' : 'unavailable', { cause: thrown });
  }
  const { statusCode: status, error } = parsed.data;
  const details = { status, description: error?.description ?? undefined };
  if (status === 401 || status === 403) return new GatewayError('unauthorised', details);
  if (status === 429) return new GatewayError('busy', details);
  if (status >= 500) return new GatewayError('unavailable', details);
  // A 4xx without Razorpay's envelope comes from something in between, not from Razorpay.
  return new GatewayError(error ? 'refused' : 'unreadable', details);
}
