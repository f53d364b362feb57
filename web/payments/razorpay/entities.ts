import { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';
import {
  disputeStatuses,
  type GatewayDispute,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type GatewaySettlement,
  paymentStatuses,
  refundStatuses,
  type SettlementLine,
  settlementStatuses,
} from '#web/payments/gateway.ts';

const paise = z.number().int().nonnegative();
const seconds = z.number().int();
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`));
const refundIdSchema = idOf('rfnd');
// Details that only inform. Razorpay writes an empty object as `[]` at times, and one odd detail must not keep a payment
// out of the ledger.
const text = z.string().nullish().catch(undefined);
const detail = paise.nullish().catch(undefined);
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
  .transform(
    (given) =>
      given?.rrn ??
      given?.arn ??
      given?.utr ??
      given?.bank_transaction_id ??
      given?.transaction_id ??
      given?.auth_code,
  );

export const orderSchema = z
  .object({
    id: orderIdSchema,
    amount: paise,
    currency: z.string(),
    receipt: text,
    notes: z.record(z.string(), z.coerce.string()).nullish().catch(undefined),
    created_at: seconds.optional(),
  })
  .transform(
    ({ id, amount, currency, receipt, notes, created_at }): GatewayOrder => ({
      id,
      amount,
      currency,
      receipt: receipt ?? undefined,
      notes: notes ?? undefined,
      createdAt: created_at,
    }),
  );

export const paymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullish(orderIdSchema),
    amount: paise,
    currency: z.string().max(3),
    status: z.enum(paymentStatuses),
    method: text,
    bank: text,
    wallet: text,
    vpa: text,
    card: z.object({ network: text }).nullish().catch(undefined),
    amount_refunded: paise.nullish(),
    /** False also after a refund when nobody took it: Razorpay gives back by itself what is not captured in time. */
    captured: z.boolean().nullish(),
    fee: detail,
    tax: detail,
    error_code: text,
    error_reason: text,
    acquirer_data: bankReferences,
    created_at: seconds,
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      orderId: payment.order_id ?? null,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      method: payment.method,
      methodDetail: payment.bank ?? payment.wallet ?? payment.card?.network,
      reference: payment.acquirer_data,
      vpa: payment.vpa?.toLowerCase(),
      amountRefunded: payment.amount_refunded ?? 0,
      isTaken: payment.status === 'captured' || (payment.status === 'refunded' && payment.captured !== false),
      fee: payment.fee,
      tax: payment.tax,
      errorReason: payment.error_reason ?? payment.error_code,
      createdAt: payment.created_at,
    }),
  );

export const refundSchema = z
  .object({
    id: refundIdSchema,
    payment_id: paymentIdSchema,
    amount: paise,
    currency: z.string().max(3),
    status: z.enum(refundStatuses),
    receipt: text,
    acquirer_data: bankReferences,
    created_at: seconds,
  })
  .transform(
    (refund): GatewayRefund => ({
      id: refund.id,
      paymentId: refund.payment_id,
      amount: refund.amount,
      currency: refund.currency,
      status: refund.status,
      receipt: refund.receipt,
      reference: refund.acquirer_data,
      createdAt: refund.created_at,
    }),
  );

export const disputeSchema = z
  .object({
    id: idOf('disp'),
    payment_id: paymentIdSchema,
    amount: paise,
    amount_deducted: paise.nullish(),
    currency: z.string().max(3),
    reason_code: text,
    phase: z.string().max(40),
    status: z.enum(disputeStatuses),
    respond_by: seconds.nullish().catch(undefined),
    created_at: seconds,
  })
  .transform(
    (dispute): GatewayDispute => ({
      id: dispute.id,
      paymentId: dispute.payment_id,
      amount: dispute.amount,
      deducted: dispute.amount_deducted ?? 0,
      currency: dispute.currency,
      reason: dispute.reason_code,
      phase: dispute.phase,
      status: dispute.status,
      respondBy: dispute.respond_by,
      createdAt: dispute.created_at,
    }),
  );

export const settlementSchema = z
  .object({
    id: idOf('setl'),
    amount: paise,
    fees: detail,
    tax: detail,
    utr: text,
    status: z.enum(settlementStatuses),
    created_at: seconds,
  })
  .transform(
    (settlement): GatewaySettlement => ({
      id: settlement.id,
      amount: settlement.amount,
      fees: settlement.fees ?? 0,
      tax: settlement.tax ?? 0,
      utr: settlement.utr,
      status: settlement.status,
      createdAt: settlement.created_at,
    }),
  );

export const settlementLineSchema = z
  .object({
    entity_id: z.string().max(40),
    type: z.string().max(40),
    debit: detail,
    credit: detail,
    fee: detail,
    tax: detail,
    settled_at: seconds.nullish(),
    created_at: seconds,
    settlement_id: idOf('setl'),
    dispute_id: text,
  })
  .transform(
    (line): SettlementLine => ({
      settlementId: line.settlement_id,
      kind: line.type,
      entityId: line.entity_id,
      disputeId: line.dispute_id,
      credit: line.credit ?? 0,
      debit: line.debit ?? 0,
      fee: line.fee ?? 0,
      tax: line.tax ?? 0,
      settledAt: line.settled_at ?? line.created_at,
    }),
  );
