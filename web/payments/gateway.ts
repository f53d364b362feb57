import type { DisputeStatus, PaymentStatus, RefundStatus } from '#web/contracts/states.ts';

// The site's own terms for a payment gateway. Wire formats, signatures and the checkout belong in the provider's
// folder, which maps them to these types. Amounts are in whole paise, and times are in seconds since 1970.

/** An order at the gateway, which takes one payment for it. */
export type GatewayOrder = {
  id: string;
  amount: number;
  amountPaid: number;
  currency: string;
  /** Our reference for the order. The notes hold the bill. */
  ourReference: string | undefined;
  notes: Record<string, string> | undefined;
  createdAt: number;
};

/** One attempt to pay an order, without e-mail address, phone number and card holder. */
export type GatewayPayment = {
  id: string;
  orderId: string | undefined;
  /** Charged to the customer, including the fee if the customer bears it. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** Whether the payment was captured, even if it was refunded later. */
  wasCaptured: boolean;
  method: string | undefined;
  methodDetail: string | undefined;
  /** The bank's reference. */
  reference: string | undefined;
  /** The payer's UPI address in lower case. */
  vpa: string | undefined;
  amountRefunded: number;
  /** Includes the tax. Undefined until the gateway reports it. */
  fee: number | undefined;
  tax: number | undefined;
  errorReason: string | undefined;
  createdAt: number;
};

export type GatewayRefund = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  /** Our id of the refund, if staff requested it here. */
  ourReference: string | undefined;
  /** The bank's reference. */
  reference: string | undefined;
  createdAt: number;
};

export type GatewayDispute = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  status: DisputeStatus;
  phase: string;
  reason: string | undefined;
  /** Deducted from the agency's balance, when the dispute opens or after it is lost. */
  deducted: number;
  respondBy: number | undefined;
  createdAt: number;
};

/** A transfer to the agency's bank account. */
export type GatewaySettlement = {
  id: string;
  amount: number;
  /** Fees of the transfer itself, including the tax. */
  fees: number;
  tax: number;
  /** The bank's reference for the transfer. */
  utr: string | undefined;
  status: 'created' | 'processed' | 'failed';
  createdAt: number;
};

/** One payment, refund or adjustment in a settlement. */
export type SettlementLine = {
  /** Undefined if the amount is held back. */
  settlementId: string | undefined;
  kind: string;
  entityId: string;
  disputeId: string | undefined;
  credit: number;
  debit: number;
  settledAt: number;
};

/** The content of a webhook. `asOf` is the event's time; undefined if the gateway does not send it. */
export type GatewayEvent = {
  payment: GatewayPayment | undefined;
  refund: GatewayRefund | undefined;
  dispute: GatewayDispute | undefined;
  settlement: GatewaySettlement | undefined;
  asOf: number | undefined;
};

/** A payment as the checkout reports it, with the gateway's signature. */
export type Report = { orderId: string; paymentId: string; signature: string };

/** A span of time in seconds since 1970. Both ends are included. */
export type Span = { from: number; to: number };

/** A paged list. `unreadable` counts entries of an unknown shape. */
type Pages<Item> = AsyncGenerator<{ items: Item[]; unreadable: number }>;

/** Calls to a payment gateway. Each rejects only with a `GatewayError`. */
export type Gateway = {
  /** Creates an order that is captured automatically. `ourReference` has at most 40 characters. */
  createOrder(
    order: Pick<GatewayOrder, 'amount' | 'currency'> & {
      ourReference: string;
      notes: Record<string, string>;
    },
  ): Promise<GatewayOrder>;
  fetchOrder(id: string): Promise<GatewayOrder>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** Returns all attempts to pay an order, successful or not. */
  paymentsOfOrder(id: string): Promise<GatewayPayment[]>;
  /** Captures an authorised payment; returns it if it is already captured. */
  capture(payment: Pick<GatewayPayment, 'id' | 'amount' | 'currency'>): Promise<GatewayPayment>;
  /** Idempotent by `key`, which has at least ten characters. */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<GatewayRefund>;
  refundsOfPayment(id: string): Promise<GatewayRefund[]>;
  /** Each list has the entities created in the span, newest first. */
  listOrders(span: Span): Pages<GatewayOrder>;
  listPayments(span: Span): Pages<GatewayPayment>;
  listRefunds(span: Span): Pages<GatewayRefund>;
  listDisputes(span: Span): Pages<GatewayDispute>;
  listSettlements(span: Span): Pages<GatewaySettlement>;
  /** Returns the lines settled on a day in India, `2026-03-31`. */
  settlementLines(onDay: string): Pages<SettlementLine>;
};

/**
 * `refused`: rejected, with a reason in `description`; `unauthorised`: wrong keys; `busy`: rate limited; `unavailable`:
 * no connection, or a 5xx; `timeout`: the call may have succeeded; `unreadable`: an unexpected response.
 */
type GatewayErrorKind = 'refused' | 'unauthorised' | 'busy' | 'unavailable' | 'timeout' | 'unreadable';

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

  /** Replaces `instanceof`: Next bundles each route separately, with its own copy of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}
