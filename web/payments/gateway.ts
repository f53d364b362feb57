import type { DisputeStatus, PaymentStatus, RefundStatus } from '#web/contracts/states.ts';

// The site's own terms for a payment gateway. Wire formats, signatures and the checkout belong in the provider's folder,
// which maps them to these types. Amounts are whole paise, times seconds since 1970.

/** An order for which the gateway takes one payment. */
export type GatewayOrder = {
  id: string;
  amount: number;
  amountPaid: number;
  currency: string;
  /** The reference that we gave it; the notes hold the bill. */
  ourReference: string | undefined;
  notes: Record<string, string> | undefined;
  createdAt: number;
};

/** One attempt to pay an order, without e-mail address, phone number and card holder. */
export type GatewayPayment = {
  id: string;
  orderId: string | undefined;
  /** Charged to the customer, with the fee where the customer bears it. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** Whether it was captured, even if it was refunded later. */
  wasCaptured: boolean;
  method: string | undefined;
  methodDetail: string | undefined;
  /** The bank's reference. */
  reference: string | undefined;
  /** UPI address of the payer, in lower case. */
  vpa: string | undefined;
  amountRefunded: number;
  /** Includes the tax; undefined until the gateway names it. */
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
  /** Our id of the refund, when staff requested it here. */
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
  /** Taken from the agency's balance, on a loss or already at the start. */
  deducted: number;
  respondBy: number | undefined;
  createdAt: number;
};

/** A transfer to the agency's bank account. */
export type GatewaySettlement = {
  id: string;
  amount: number;
  /** Of the transfer itself; they include the tax. */
  fees: number;
  tax: number;
  /** The bank's reference of the transfer. */
  utr: string | undefined;
  status: 'created' | 'processed' | 'failed';
  createdAt: number;
};

/** One payment, refund or adjustment in a settlement. */
export type SettlementLine = {
  /** Undefined for what is held back. */
  settlementId: string | undefined;
  kind: string;
  entityId: string;
  disputeId: string | undefined;
  credit: number;
  debit: number;
  settledAt: number;
};

/** What a webhook tells. `asOf` is the time of the news, undefined where the gateway does not say it. */
export type GatewayEvent = {
  payment: GatewayPayment | undefined;
  refund: GatewayRefund | undefined;
  dispute: GatewayDispute | undefined;
  settlement: GatewaySettlement | undefined;
  asOf: number | undefined;
};

/** A payment as the checkout reports it, with the gateway's signature. */
export type Report = { orderId: string; paymentId: string; signature: string };

/** A closed span of time in seconds since 1970. */
export type Span = { from: number; to: number };

/** A list in pages. `unreadable` counts entries of an unknown shape. */
type Pages<Item> = AsyncGenerator<{ items: Item[]; unreadable: number }>;

/** Calls to a payment gateway. Each rejects with a `GatewayError` and nothing else. */
export type Gateway = {
  /** Makes an order that is captured automatically. `ourReference` has at most 40 characters. */
  createOrder(
    order: Pick<GatewayOrder, 'amount' | 'currency'> & {
      ourReference: string;
      notes: Record<string, string>;
    },
  ): Promise<GatewayOrder>;
  fetchOrder(id: string): Promise<GatewayOrder>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** All attempts on one order, paid or not. */
  paymentsOfOrder(id: string): Promise<GatewayPayment[]>;
  /** Captures an authorised payment, or returns it when it already is. */
  capture(payment: Pick<GatewayPayment, 'id' | 'amount' | 'currency'>): Promise<GatewayPayment>;
  /** Idempotent by `key`, which has at least ten characters. */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<GatewayRefund>;
  refundsOfPayment(id: string): Promise<GatewayRefund[]>;
  /** Each list has what was created in the span, newest first. */
  listOrders(span: Span): Pages<GatewayOrder>;
  listPayments(span: Span): Pages<GatewayPayment>;
  listRefunds(span: Span): Pages<GatewayRefund>;
  listDisputes(span: Span): Pages<GatewayDispute>;
  listSettlements(span: Span): Pages<GatewaySettlement>;
  /** Lines settled on a day in India, `2026-03-31`. */
  settlementLines(onDay: string): Pages<SettlementLine>;
};

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
