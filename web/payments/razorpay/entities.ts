import { z } from 'zod';
import { disputeStatuses, paymentStatuses, refundStatuses } from '#web/contracts/states.ts';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';

// Schemas of Razorpay's entities with Razorpay's own field names, from which their types are inferred. Amounts are in
// whole paise, and times are in seconds since 1970. E-mail address, phone number and card holder are left out.

const paise = z.number().int().nonnegative();
const seconds = z.number().int();
const currency = z.string().max(3);
const idSchema = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`));
/** Accepts null, and drops invalid values: an odd detail must not keep a payment out of the ledger. */
const detail = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((given) => given ?? undefined)
    .optional();
const text = detail(z.string());
/** Zero if Razorpay sends nothing. */
const amountOrZero = paise.nullish().transform((given) => given ?? 0);
const sum = detail(paise).transform((given) => given ?? 0);
const acquirerData = detail(
  z.object({
    rrn: text,
    arn: text,
    utr: text,
    bank_transaction_id: text,
    transaction_id: text,
    auth_code: text,
  }),
);

/** Returns the bank's reference for a payment or refund. */
export const findBankReference = (data: z.output<typeof acquirerData>): string | undefined =>
  data && Object.values(data).find(Boolean);

export const orderSchema = z.object({
  id: orderIdSchema,
  amount: paise,
  currency: z.string(),
  receipt: text,
  notes: detail(z.record(z.string(), z.coerce.string())),
  created_at: seconds,
});
/** An order, which takes one payment for it. `receipt` is our reference for it, the notes hold the bill. */
export type GatewayOrder = z.output<typeof orderSchema>;

export const paymentSchema = z.object({
  id: paymentIdSchema,
  order_id: z.nullish(orderIdSchema),
  amount: paise,
  currency,
  status: z.enum(paymentStatuses),
  method: text,
  bank: text,
  wallet: text,
  vpa: detail(z.string().toLowerCase()),
  card: detail(z.object({ network: text, last4: text })),
  amount_refunded: amountOrZero,
  /** Stays false if Razorpay itself refunds a payment that was not captured in time. */
  captured: z.boolean().nullish(),
  fee: detail(paise),
  tax: detail(paise),
  error_code: text,
  error_reason: text,
  acquirer_data: acquirerData,
  created_at: seconds,
});
/** One attempt to pay an order. `amount` includes the fee if the customer bears it, and `fee` includes the tax. */
export type GatewayPayment = z.output<typeof paymentSchema>;

/** Returns whether a payment was captured, even if it was refunded later. */
export const wasCaptured = ({ status, captured }: Pick<GatewayPayment, 'status' | 'captured'>): boolean =>
  status === 'captured' || (status === 'refunded' && captured !== false);

export const refundSchema = z.object({
  id: idSchema('rfnd'),
  payment_id: paymentIdSchema,
  amount: paise,
  currency,
  status: z.enum(refundStatuses),
  /** Our id of the refund, if staff requested it here. */
  receipt: text,
  acquirer_data: acquirerData,
  created_at: seconds,
});
export type GatewayRefund = z.output<typeof refundSchema>;

export const disputeSchema = z.object({
  id: idSchema('disp'),
  payment_id: paymentIdSchema,
  amount: paise,
  /** Deducted from the agency's balance, when the dispute opens or after it is lost. */
  amount_deducted: amountOrZero,
  currency,
  reason_code: text,
  phase: z.string().max(40),
  status: z.enum(disputeStatuses),
  respond_by: detail(seconds),
  created_at: seconds,
});
export type GatewayDispute = z.output<typeof disputeSchema>;

export const settlementSchema = z.object({
  id: idSchema('setl'),
  amount: paise,
  fees: sum,
  tax: sum,
  utr: text,
  status: z.enum(['created', 'processed', 'failed']),
  created_at: seconds,
});
/** A transfer to the agency's bank account. `fees` are those of the transfer itself, with the tax. */
export type GatewaySettlement = z.output<typeof settlementSchema>;

export const settlementLineSchema = z.object({
  entity_id: z.string().max(40),
  type: z.string().max(40),
  debit: sum,
  credit: sum,
  settled_at: seconds.nullish(),
  created_at: seconds,
  /** Null if the amount is held back. */
  settlement_id: idSchema('setl').nullish(),
  settled: detail(z.boolean()),
  dispute_id: text,
});
/** One payment, refund or adjustment in a settlement. */
export type SettlementLine = z.output<typeof settlementLineSchema>;

/** Returns the settlement that paid a line out; undefined if the amount is held back. */
export const findSettlementId = ({ settled, settlement_id }: SettlementLine): string | undefined =>
  settled === false ? undefined : (settlement_id ?? undefined);
