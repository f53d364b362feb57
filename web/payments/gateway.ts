/**
 * What the site needs of a payment gateway, in its own terms. All that is particular to one provider (ids, wire
 * formats, signatures, checkout) stands in that provider's folder. Amounts are whole paise, times seconds since 1970.
 */

/** The states of a payment, in the order in which it moves: a bank can still authorise what it said had failed. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The states of a refund, in the order in which it moves: what a bank took can still come back. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** `closed` ends a warning of fraud, with nothing decided. */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const settlementStatuses = ['created', 'processed', 'failed'] as const;

export type GatewayOrder = {
  id: string;
  amount: number;
  currency: string;
  /** Our own reference, and the bill as we noted it, to find the order in either place. */
  receipt?: string | undefined;
  notes?: Record<string, string> | undefined;
  createdAt?: number | undefined;
};

/** A payment, reduced to what the ledger keeps: e-mail address, phone number and card holder are left behind. */
export type GatewayPayment = {
  id: string;
  orderId: string | null;
  /** What the customer was charged: the order's amount, and the fee where the customer bears it. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  method: string | null | undefined;
  methodDetail: string | null | undefined;
  reference: string | null | undefined;
  vpa?: string | null | undefined;
  amountRefunded: number;
  /** Whether the money reached the agency, also when it was given back later. */
  isTaken: boolean;
  /** With the tax on it. */
  fee: number | null | undefined;
  tax: number | null | undefined;
  errorReason: string | null | undefined;
  createdAt: number;
};

export type GatewayRefund = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  /** Our own id of the refund, when the desk asked for it. */
  receipt: string | null | undefined;
  /** The bank's reference, once it has one. */
  reference: string | null | undefined;
  createdAt: number;
};

export type GatewayDispute = {
  id: string;
  paymentId: string;
  amount: number;
  /** What was taken from the agency's balance; zero until it is lost. */
  deducted: number;
  currency: string;
  reason: string | null | undefined;
  phase: string;
  status: DisputeStatus;
  respondBy: number | null | undefined;
  createdAt: number;
};

export type GatewaySettlement = {
  id: string;
  amount: number;
  fees: number;
  tax: number;
  /** The bank's reference of the transfer. */
  utr: string | null | undefined;
  status: (typeof settlementStatuses)[number];
  createdAt: number;
};

/** What one payment, refund or adjustment adds to a settlement or takes from it. */
export type SettlementLine = {
  settlementId: string;
  kind: string;
  /** The payment, refund or adjustment itself. */
  entityId: string;
  disputeId: string | null | undefined;
  credit: number;
  debit: number;
  fee: number;
  tax: number;
  settledAt: number;
};

/** What a gateway's webhook tells. */
export type GatewayEvent = {
  name: string;
  payment?: GatewayPayment | undefined;
  refund?: GatewayRefund | undefined;
  dispute?: GatewayDispute | undefined;
  settlement?: GatewaySettlement | undefined;
};

/** A closed span of time in seconds since 1970, and the place in the list of what was made in it. */
export type Page = { from: number; to: number; skip: number };

/** A part of a list; `unreadable` counts the entries that are of no known shape. */
export type Listed<T> = { items: T[]; isLast: boolean; unreadable: number };

/** Every call rejects with a `GatewayError` and nothing else. */
export type Gateway = {
  /** Makes an order that is captured by itself; `receipt` is our reference, at most 40 characters. */
  createOrder(order: {
    amount: number;
    currency: string;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<GatewayOrder>;
  fetchOrder(orderId: string): Promise<GatewayOrder>;
  fetchPayment(paymentId: string): Promise<GatewayPayment>;
  /** All attempts on one order, paid or not. */
  paymentsOfOrder(orderId: string): Promise<GatewayPayment[]>;
  /** Takes an authorised payment. Answers with it as well when it was captured already. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** Gives money back. The same `key` (at least ten characters) never does it twice. */
  refund(order: { paymentId: string; amount: number; key: string }): Promise<GatewayRefund>;
  refundsOfPayment(paymentId: string): Promise<GatewayRefund[]>;
  /** Up to 100 of what was made in a span of time, the newest first. */
  listPayments(page: Page): Promise<Listed<GatewayPayment>>;
  listRefunds(page: Page): Promise<Listed<GatewayRefund>>;
  listDisputes(page: Page): Promise<Listed<GatewayDispute>>;
  listSettlements(page: Page): Promise<Listed<GatewaySettlement>>;
  /** Up to 1,000 lines of what was settled on a day in India, `2026-03-31`. */
  settlementLines(day: string, skip: number): Promise<Listed<SettlementLine>>;
};

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
    details: { status?: number; description?: string; cause?: unknown } = {},
  ) {
    super(`Gateway: ${kind}${details.status ? ` (${details.status})` : ''}`, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.description = details.description;
  }

  /** Instead of `instanceof`: Next bundles each route by itself, so there are several copies of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}
