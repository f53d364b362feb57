import { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';

const paymentStatus = z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

const paise = z.number().int().nonnegative();
// Details that only inform. Razorpay writes an empty object as `[]` at times, and one odd detail must not keep a payment
// out of the ledger.
const text = z.string().nullish().catch(undefined);
const detail = paise.nullish().catch(undefined);

/**
 * A payment as Razorpay describes it in answers and webhooks, reduced to what the ledger keeps: the e-mail address,
 * phone number, UPI id and card holder are left behind here.
 */
export const gatewayPaymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullish(orderIdSchema),
    amount: paise,
    currency: z.string().max(3),
    status: paymentStatus,
    method: text,
    bank: text,
    wallet: text,
    card: z.object({ network: text }).nullish().catch(undefined),
    amount_refunded: paise.nullish(),
    /** False also after a refund when nobody took it: Razorpay gives back by itself what is not captured in time. */
    captured: z.boolean().nullish(),
    fee: detail,
    tax: detail,
    error_code: text,
    error_reason: text,
    acquirer_data: z
      .object({ rrn: text, bank_transaction_id: text, transaction_id: text, auth_code: text })
      .nullish()
      .catch(undefined),
    created_at: z.number().int(),
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id ?? null,
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
    /** Whether the money reached the agency, also when it was given back later. */
    isTaken: payment.status === 'captured' || (payment.status === 'refunded' && payment.captured !== false),
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
