import type { z } from 'zod';
import type * as razorpay from './razorpay/entities.ts';

// The site's terms for a payment gateway; ids, wire formats, signatures and checkout belong in the provider's folder.
// Amounts are whole paise, times seconds since 1970.

export type GatewayOrder = z.infer<typeof razorpay.orderSchema>;
/** Without e-mail address, phone number and card holder. */
export type GatewayPayment = z.infer<typeof razorpay.paymentSchema>;
export type GatewayRefund = z.infer<typeof razorpay.refundSchema>;
export type GatewayDispute = z.infer<typeof razorpay.disputeSchema>;
export type GatewaySettlement = z.infer<typeof razorpay.settlementSchema>;
/** One payment, refund or adjustment in a settlement. */
export type SettlementLine = z.infer<typeof razorpay.settlementLineSchema>;

/** A closed span of time in seconds since 1970. */
export type Span = { from: number; to: number };

/**
 * `refused`: a no, with its reason in `description`; `unauthorised`: wrong keys; `busy`: rate limited; `unavailable`:
 * no connection, or a 5xx; `timeout`: the call may have succeeded; `unreadable`: an unexpected response.
 */
type GatewayErrorKind = 'refused' | 'unauthorised' | 'busy' | 'unavailable' | 'timeout' | 'unreadable';

/** Any failure of a call to the gateway. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayErrorKind;
  readonly status: number | undefined;
  readonly description: string | undefined;

  constructor(
    kind: GatewayErrorKind,
    details: { status?: number; description?: string | undefined; cause?: unknown } = {},
  ) {
    const why = details.status ?? (kind === 'unavailable' ? details.description : undefined);
    super(`Gateway: ${kind}${why ? ` (${why})` : ''}`, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.description = details.description;
  }

  /** Instead of `instanceof`: Next bundles each route separately, with its own copy of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}
