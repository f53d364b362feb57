import { z } from 'zod';

/**
 * `refused`: Razorpay understood and said no (its words are in `description`); `unauthorised`: our keys are wrong;
 * `busy`: too many requests; `unavailable`: no connection or a fault of theirs; `timeout`: no answer in time, so what
 * was asked may have happened; `unreadable`: an answer that makes no sense.
 */
type GatewayErrorKind = 'refused' | 'unauthorised' | 'busy' | 'unavailable' | 'timeout' | 'unreadable';

/** Every way in which a call to Razorpay can fail. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayErrorKind;
  readonly status: number | undefined;
  readonly description: string | undefined;

  constructor(
    kind: GatewayErrorKind,
    details: { status?: number; description?: string; cause?: unknown } = {},
  ) {
    super(`Razorpay: ${kind}${details.status ? ` (${details.status})` : ''}`, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.description = details.description;
  }

  /** Instead of `instanceof`: Next bundles each route by itself, so there are several copies of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}

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
