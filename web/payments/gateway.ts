import type { z } from 'zod';
import type * as razorpay from './razorpay/entities.ts';

// What the site needs of a payment gateway, in its own terms. All that is particular to one provider (ids, wire formats,
// signatures, checkout) stands in that provider's folder. Amounts are whole paise, times seconds since 1970.

export type GatewayOrder = z.infer<typeof razorpay.orderSchema>;
/** Reduced to what the ledger keeps: e-mail address, phone number and card holder are left behind. */
export type GatewayPayment = z.infer<typeof razorpay.paymentSchema>;
export type GatewayRefund = z.infer<typeof razorpay.refundSchema>;
export type GatewayDispute = z.infer<typeof razorpay.disputeSchema>;
export type GatewaySettlement = z.infer<typeof razorpay.settlementSchema>;
/** What one payment, refund or adjustment adds to a settlement or takes from it. */
export type SettlementLine = z.infer<typeof razorpay.settlementLineSchema>;

/** A closed span of time in seconds since 1970. */
export type Span = { from: number; to: number };

/**
 * `refused`: the gateway understood and said no (its words are in `description`); `unauthorised`: our keys are wrong;
 * `busy`: too many requests; `unavailable`: no connection or a fault of theirs; `timeout`: no answer in time, so what
 * was asked may have happened; `unreadable`: an answer that makes no sense.
 */
type GatewayErrorKind = 'refused' | 'unauthorised' | 'busy' | 'unavailable' | 'timeout' | 'unreadable';

/** Every way in which a call to the gateway can fail. */
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

  /** Instead of `instanceof`: Next bundles each route by itself, so there are several copies of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}
