import { randomInt } from 'node:crypto';
import { z } from 'zod';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns 14 letters and digits, like Razorpay's ids after the prefix. */
export function randomId(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Returns random digits, like a bank's reference number. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Returns the time in Unix seconds, as in Razorpay's API. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

const secondsPerDay = 24 * 3600;

// The defaults apply to new entities.
const generateId = (prefix: string) => z.string().default(() => `${prefix}_${randomId()}`);
const text = z.string().nullable().default(null);
const none = z.number().default(0);
const created_at = z.int().default(nowInSeconds);
const bankReferences = z.record(z.string(), z.string().nullable());
const currency = z.string().default('INR');

/** Paise. */
const amount = z.int({
  error: ({ input }) => (input === undefined ? 'amount: is required.' : 'The amount must be an integer.'),
});
const receipt = z
  .string()
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullable()
  .default(null);
const noteTooLong = 'The notes value may not be greater than 256 characters.';
const noteText = z.string().max(256, noteTooLong);
/** Without notes, Razorpay sends an empty list instead of an object. */
const notes = z
  .union([z.record(noteText, z.union([noteText, z.number(), z.null()])), z.array(z.never()), z.null()])
  .default(null)
  .refine((given) => Object.keys(given ?? {}).length <= 15, 'The notes may not have more than 15 keys.')
  .transform((given) => (given && Object.keys(given).length > 0 ? given : []));

export const orderEntity = z.object({
  id: generateId('order'),
  entity: z.string().default('order'),
  amount,
  amount_paid: none,
  amount_due: amount,
  currency,
  receipt,
  offer_id: text,
  status: z.enum(['created', 'attempted', 'paid']).default('created'),
  attempts: none,
  notes,
  created_at,
});

const failure = z.object({
  error_code: text,
  error_description: text,
  error_source: text,
  error_step: text,
  error_reason: text,
});
export type Failure = Partial<z.infer<typeof failure>>;
export const noFailure = failure.parse({});

export const paymentEntity = z.object({
  id: generateId('pay'),
  entity: z.string().default('payment'),
  amount,
  currency,
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).default('created'),
  order_id: z.string(),
  invoice_id: text,
  international: z.boolean().default(false),
  method: z.enum(['card', 'upi', 'netbanking', 'wallet']).default('upi'),
  amount_refunded: none,
  refund_status: z.enum(['partial', 'full']).nullable().default(null),
  captured: z.boolean().default(false),
  description: text,
  card_id: text,
  card: z.object({ network: z.string(), last4: z.string() }).optional(),
  bank: text,
  wallet: text,
  vpa: text,
  email: z.string().nullable().default('void@razorpay.com'),
  contact: text,
  notes,
  fee: z.number().nullable().default(null),
  tax: z.number().nullable().default(null),
  ...failure.shape,
  acquirer_data: bankReferences.default({}),
  created_at,
});

export const refundEntity = z.object({
  id: generateId('rfnd'),
  entity: z.string().default('refund'),
  amount,
  currency,
  payment_id: z.string(),
  notes,
  receipt,
  acquirer_data: bankReferences.default({ arn: null }),
  created_at,
  batch_id: text,
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.string().default('normal'),
  speed_requested: z.string().default('normal'),
});

/** A contested dispute's evidence. Documents are listed by id under Razorpay's field names. */
export const evidenceSchema = z.looseObject({
  amount: z.int().positive().nullable(),
  summary: z.string().max(1000, 'The summary may not be greater than 1000 characters.').nullable(),
  submitted_at: z.number().nullable(),
});

export const disputeEntity = z.object({
  id: generateId('disp'),
  entity: z.string().default('dispute'),
  payment_id: z.string(),
  amount: z.int().positive(),
  currency,
  amount_deducted: none,
  reason_code: z.string().default('goods_or_services_not_received_or_partially_received'),
  reason_description: text,
  respond_by: z.int().default(() => nowInSeconds() + 7 * secondsPerDay),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']).default('open'),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']).default('chargeback'),
  evidence: evidenceSchema.default({ amount: null, summary: null, submitted_at: null }),
  created_at,
});

export const settlementEntity = z.object({
  id: generateId('setl'),
  entity: z.string().default('settlement'),
  amount,
  status: z.enum(['created', 'processed', 'failed']).default('processed'),
  fees: none,
  tax: none,
  utr: z.string().default(() => randomDigits(16)),
  created_at,
});

export type OrderEntity = z.infer<typeof orderEntity>;
export type PaymentEntity = z.infer<typeof paymentEntity>;
export type NewPayment = z.input<typeof paymentEntity>;
export type SettlementEntity = z.infer<typeof settlementEntity>;
export type DisputeEntity = z.infer<typeof disputeEntity>;
