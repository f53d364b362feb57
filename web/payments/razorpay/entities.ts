import { z } from 'zod';
import { disputeStatuses, paymentStatuses, refundStatuses } from '#web/contracts/states.ts';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';

const paise = z.number().int().nonnegative();
const seconds = z.number().int();
const currency = z.string().max(3);
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`));
// Razorpay sometimes writes `[]` for an empty object, and an odd detail must not keep a payment out of the ledger.
const text = z.string().nullish().catch(undefined);
const detail = paise.nullish().catch(undefined);
/** Zero where Razorpay says nothing. */
const sum = detail.transform((given) => given ?? 0);
const bankReferences = z
  .object({
    rrn: text,
    arn: text,
    utr: text,
    bank_transaction_id: text,
    transaction_id: text,
    auth_code: text,
  })
  .nullish()
  .catch(undefined)
  .transform((given) => Object.values(given ?? {}).find(Boolean));

export const orderSchema = z.object({
  id: orderIdSchema,
  amount: paise,
  amount_paid: detail,
  currency: z.string(),
  /** Our reference; the notes hold the bill. */
  receipt: text,
  notes: z.record(z.string(), z.coerce.string()).nullish().catch(undefined),
  created_at: seconds,
});

export const paymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullish(orderIdSchema),
    /** Charged to the customer, with the fee where the customer bears it. */
    amount: paise,
    currency,
    status: z.enum(paymentStatuses),
    method: text,
    bank: text,
    wallet: text,
    vpa: text,
    card: z.object({ network: text, last4: text }).nullish().catch(undefined),
    amount_refunded: paise.nullish(),
    /** Stays false when Razorpay refunds by itself what was not captured in time. */
    captured: z.boolean().nullish(),
    /** Includes the tax. */
    fee: detail,
    tax: detail,
    error_code: text,
    error_reason: text,
    acquirer_data: bankReferences,
    created_at: seconds,
  })
  .transform(({ id, amount, currency, status, method, fee, tax, ...payment }) => ({
    ...{ id, amount, currency, status, method, fee, tax },
    orderId: payment.order_id ?? null,
    methodDetail:
      payment.bank ??
      payment.wallet ??
      ([payment.card?.network, payment.card?.last4].filter(Boolean).join(' ending ') || undefined),
    reference: payment.acquirer_data,
    vpa: payment.vpa?.toLowerCase(),
    amountRefunded: payment.amount_refunded ?? 0,
    /** Whether it was captured, even if refunded later. */
    isTaken: status === 'captured' || (status === 'refunded' && payment.captured !== false),
    errorReason: payment.error_reason ?? payment.error_code,
    createdAt: payment.created_at,
  }));

export const refundSchema = z
  .object({
    id: idOf('rfnd'),
    payment_id: paymentIdSchema,
    amount: paise,
    currency,
    status: z.enum(refundStatuses),
    /** Our id of the refund, when the desk requested it. */
    receipt: text,
    acquirer_data: bankReferences,
    created_at: seconds,
  })
  .transform(({ payment_id: paymentId, acquirer_data: reference, created_at: createdAt, ...refund }) => ({
    ...refund,
    paymentId,
    reference,
    createdAt,
  }));

export const disputeSchema = z
  .object({
    id: idOf('disp'),
    payment_id: paymentIdSchema,
    amount: paise,
    /** Taken from the agency's balance, on a loss or already at the start. */
    amount_deducted: paise.nullish(),
    currency,
    reason_code: text,
    phase: z.string().max(40),
    status: z.enum(disputeStatuses),
    respond_by: seconds.nullish().catch(undefined),
    created_at: seconds,
  })
  .transform(({ payment_id, amount_deducted, reason_code, respond_by, created_at, ...dispute }) => ({
    ...dispute,
    paymentId: payment_id,
    deducted: amount_deducted ?? 0,
    reason: reason_code,
    respondBy: respond_by,
    createdAt: created_at,
  }));

export const settlementSchema = z
  .object({
    id: idOf('setl'),
    amount: paise,
    fees: sum,
    tax: sum,
    utr: text,
    status: z.enum(['created', 'processed', 'failed']),
    created_at: seconds,
  })
  .transform(({ created_at: createdAt, ...settlement }) => ({ ...settlement, createdAt }));

export const settlementLineSchema = z
  .object({
    entity_id: z.string().max(40),
    type: z.string().max(40),
    debit: sum,
    credit: sum,
    settled_at: seconds.nullish(),
    created_at: seconds,
    /** Null for what is held back. */
    settlement_id: idOf('setl').nullish(),
    settled: z.boolean().nullish().catch(undefined),
    dispute_id: text,
  })
  .transform((line) => ({
    settlementId: line.settled === false ? undefined : line.settlement_id,
    kind: line.type,
    entityId: line.entity_id,
    disputeId: line.dispute_id,
    credit: line.credit,
    debit: line.debit,
    settledAt: line.settled_at ?? line.created_at,
  }));

const holding = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional();

/** The body of a webhook. */
export const eventSchema = z.object({
  event: z.string().max(64),
  created_at: seconds.optional().catch(undefined),
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
});
