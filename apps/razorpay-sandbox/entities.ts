import { randomInt } from 'node:crypto';
import { z } from 'zod';

export const noteFields = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const notes = z.union([noteFields, z.tuple([])]);
export type Notes = z.infer<typeof notes>;

const orderEntity = z.object({
  id: z.string(),
  entity: z.literal('order'),
  amount: z.number(),
  amount_paid: z.number(),
  amount_due: z.number(),
  currency: z.string(),
  receipt: z.string().nullable(),
  offer_id: z.null(),
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: z.number(),
  notes,
  created_at: z.number(),
});

const text = z.string().nullable();

const paymentEntity = z.object({
  id: z.string(),
  entity: z.literal('payment'),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string(),
  invoice_id: z.null(),
  international: z.boolean(),
  method: z.enum(['card', 'upi', 'netbanking', 'wallet']),
  amount_refunded: z.number(),
  refund_status: z.enum(['partial', 'full']).nullable(),
  captured: z.boolean(),
  description: text,
  card_id: text,
  card: z.object({ network: z.string(), last4: z.string() }).optional(),
  bank: text,
  wallet: text,
  vpa: text,
  email: text,
  contact: text,
  notes,
  fee: z.number().nullable(),
  tax: z.number().nullable(),
  error_code: text,
  error_description: text,
  error_source: text,
  error_step: text,
  error_reason: text,
  acquirer_data: z.record(z.string(), text),
  created_at: z.number(),
});

const refundEntity = z.object({
  id: z.string(),
  entity: z.literal('refund'),
  amount: z.number(),
  currency: z.string(),
  payment_id: z.string(),
  notes,
  receipt: text,
  acquirer_data: z.record(z.string(), text),
  created_at: z.number(),
  batch_id: z.null(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.string(),
  speed_requested: z.string(),
});

export type OrderEntity = z.infer<typeof orderEntity>;
export type PaymentEntity = z.infer<typeof paymentEntity>;
export type RefundEntity = z.infer<typeof refundEntity>;

/** What a list is narrowed by and sorted by. */
export type ListedEntity = { created_at: number; receipt?: string | null };

/** What the sandbox keeps about an order beside what Razorpay shows of it. */
export const storedOrder = z.object({ entity: orderEntity, automaticCapture: z.boolean() });
export const storedPayment = z.object({ entity: paymentEntity });
export const storedRefund = z.object({ entity: refundEntity });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Fourteen letters and digits, the shape of all of Razorpay's ids after the prefix. */
export function randomId(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Seconds since 1970, the unit of every time in Razorpay's API. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
