import { z } from 'zod';
import { disputeStatuses, paymentStatuses, refundStatuses } from '#web/contracts/states.ts';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';
import type {
  GatewayDispute,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewaySettlement,
  SettlementLine,
} from '#web/payments/gateway.ts';

// Schemas that map Razorpay's entities to the site's own types.

const paise = z.number().int().nonnegative();
const seconds = z.number().int();
const currency = z.string().max(3);
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`));
/** Accepts null. `detail` also drops invalid values: an odd detail must not keep a payment out of the ledger. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((given) => given ?? undefined);
const detail = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((given) => given ?? undefined);
const text = detail(z.string());
/** Zero if Razorpay sends nothing. */
const sum = detail(paise).transform((given) => given ?? 0);
const bankReferences = z.object({
  rrn: text,
  arn: text,
  utr: text,
  bank_transaction_id: text,
  transaction_id: text,
  auth_code: text,
});
const bankReference = detail(bankReferences).transform(
  (given) => given && Object.values(given).find(Boolean),
);

export const orderSchema = z
  .object({
    id: orderIdSchema,
    amount: paise,
    amount_paid: sum,
    currency: z.string(),
    receipt: text,
    notes: detail(z.record(z.string(), z.coerce.string())),
    created_at: seconds,
  })
  .transform(
    ({ id, amount, currency, notes, ...order }): GatewayOrder => ({
      ...{ id, amount, currency, notes },
      amountPaid: order.amount_paid,
      ourReference: order.receipt,
      createdAt: order.created_at,
    }),
  );

export const paymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullish(orderIdSchema),
    amount: paise,
    currency,
    status: z.enum(paymentStatuses),
    method: text,
    bank: text,
    wallet: text,
    vpa: text,
    card: detail(z.object({ network: text, last4: text })),
    amount_refunded: optional(paise),
    /** Stays false if Razorpay itself refunds a payment that was not captured in time. */
    captured: optional(z.boolean()),
    fee: detail(paise),
    tax: detail(paise),
    error_code: text,
    error_reason: text,
    acquirer_data: bankReference,
    created_at: seconds,
  })
  .transform(
    ({ id, amount, currency, status, method, fee, tax, ...payment }): GatewayPayment => ({
      ...{ id, amount, currency, status, method, fee, tax },
      orderId: payment.order_id ?? undefined,
      methodDetail:
        payment.bank ??
        payment.wallet ??
        ([payment.card?.network, payment.card?.last4].filter(Boolean).join(' ending ') || undefined),
      reference: payment.acquirer_data,
      vpa: payment.vpa?.toLowerCase(),
      amountRefunded: payment.amount_refunded ?? 0,
      wasCaptured: status === 'captured' || (status === 'refunded' && payment.captured !== false),
      errorReason: payment.error_reason ?? payment.error_code,
      createdAt: payment.created_at,
    }),
  );

export const refundSchema = z
  .object({
    id: idOf('rfnd'),
    payment_id: paymentIdSchema,
    amount: paise,
    currency,
    status: z.enum(refundStatuses),
    receipt: text,
    acquirer_data: bankReference,
    created_at: seconds,
  })
  .transform(
    ({ id, amount, currency, status, ...refund }): GatewayRefund => ({
      ...{ id, amount, currency, status },
      paymentId: refund.payment_id,
      ourReference: refund.receipt,
      reference: refund.acquirer_data,
      createdAt: refund.created_at,
    }),
  );

export const disputeSchema = z
  .object({
    id: idOf('disp'),
    payment_id: paymentIdSchema,
    amount: paise,
    amount_deducted: optional(paise),
    currency,
    reason_code: text,
    phase: z.string().max(40),
    status: z.enum(disputeStatuses),
    respond_by: detail(seconds),
    created_at: seconds,
  })
  .transform(
    ({ id, amount, currency, phase, status, ...dispute }): GatewayDispute => ({
      ...{ id, amount, currency, phase, status },
      paymentId: dispute.payment_id,
      deducted: dispute.amount_deducted ?? 0,
      reason: dispute.reason_code,
      respondBy: dispute.respond_by,
      createdAt: dispute.created_at,
    }),
  );

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
  .transform(({ created_at: createdAt, ...settlement }): GatewaySettlement => ({ ...settlement, createdAt }));

export const settlementLineSchema = z
  .object({
    entity_id: z.string().max(40),
    type: z.string().max(40),
    debit: sum,
    credit: sum,
    settled_at: optional(seconds),
    created_at: seconds,
    /** Null if the amount is held back. */
    settlement_id: optional(idOf('setl')),
    settled: detail(z.boolean()),
    dispute_id: text,
  })
  .transform(
    ({ credit, debit, ...line }): SettlementLine => ({
      ...{ credit, debit },
      settlementId: line.settled === false ? undefined : line.settlement_id,
      kind: line.type,
      entityId: line.entity_id,
      disputeId: line.dispute_id,
      settledAt: line.settled_at ?? line.created_at,
    }),
  );
