import { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '../bill.ts';

const paymentStatus = z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

const text = z.string().nullish();
const paise = z.number().int().nonnegative();

/**
 * A payment as Razorpay describes it in answers and webhooks, reduced to what the ledger keeps: the e-mail address,
 * phone number, UPI id and card holder are left behind here.
 */
export const gatewayPaymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullable(orderIdSchema),
    amount: paise,
    currency: z.string().max(3),
    status: paymentStatus,
    method: text,
    bank: text,
    wallet: text,
    card: z.object({ network: text, last4: text }).nullish(),
    amount_refunded: paise.nullish(),
    fee: paise.nullish(),
    tax: paise.nullish(),
    error_code: text,
    error_reason: text,
    acquirer_data: z
      .object({ rrn: text, bank_transaction_id: text, transaction_id: text, auth_code: text })
      .nullish(),
    created_at: z.number().int(),
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    method: payment.method ?? undefined,
    methodDetail: payment.bank ?? payment.wallet ?? payment.card?.network ?? undefined,
    reference:
      payment.acquirer_data?.rrn ??
      payment.acquirer_data?.bank_transaction_id ??
      payment.acquirer_data?.transaction_id ??
      payment.acquirer_data?.auth_code ??
      undefined,
    amountRefunded: payment.amount_refunded ?? 0,
    fee: payment.fee ?? undefined,
    tax: payment.tax ?? undefined,
    errorReason: payment.error_reason ?? payment.error_code ?? undefined,
    /** Seconds since 1970, as Razorpay gives times. */
    createdAt: payment.created_at,
  }));
export type GatewayPayment = z.output<typeof gatewayPaymentSchema>;

export const gatewayOrderSchema = z
  .object({
    id: orderIdSchema,
    amount: paise,
    currency: z.string(),
    status: z.enum(['created', 'attempted', 'paid']),
    receipt: text,
  })
  .transform(({ id, amount, currency, status }) => ({ id, amount, currency, status }));
export type GatewayOrder = z.output<typeof gatewayOrderSchema>;

export const gatewayPaymentsSchema = z.object({ items: z.array(gatewayPaymentSchema) });
