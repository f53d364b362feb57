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

const documents = z.array(z.string().regex(/^doc_[A-Za-z0-9]{14}$/, 'must be ids of documents')).nullable();
/** What a dispute is contested with; the documents are named by their ids. */
export const evidenceFields = z.strictObject({
  amount: z.int().positive().nullable(),
  summary: z.string().max(1000, 'The summary may not be greater than 1000 characters.').nullable(),
  shipping_proof: documents,
  billing_proof: documents,
  cancellation_proof: documents,
  customer_communication: documents,
  proof_of_service: documents,
  explanation_letter: documents,
  refund_confirmation: documents,
  access_activity_log: documents,
  refund_cancellation_policy: documents,
  term_and_conditions: documents,
  others: z.array(z.strictObject({ type: z.string(), document_ids: documents })).nullable(),
});
const evidence = evidenceFields.extend({ submitted_at: z.number().nullable() });
export const noEvidence = evidence.parse(
  Object.fromEntries(Object.keys(evidence.shape).map((field) => [field, null])),
);

export const disputePhases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;

const disputeEntity = z.object({
  id: z.string(),
  entity: z.literal('dispute'),
  payment_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  amount_deducted: z.number(),
  reason_code: z.string(),
  reason_description: text,
  respond_by: z.number(),
  status: z.enum(disputeStatuses),
  phase: z.enum(disputePhases),
  evidence,
  created_at: z.number(),
});

const settlementEntity = z.object({
  id: z.string(),
  entity: z.literal('settlement'),
  amount: z.number(),
  status: z.enum(['created', 'processed', 'failed']),
  fees: z.number(),
  tax: z.number(),
  utr: z.string(),
  created_at: z.number(),
});

/** A line of a settlement's reconciliation report; `source` is what it settles, for the sandbox alone. */
const settlementItem = z.looseObject({ source: z.string(), credit: z.number(), debit: z.number() });

export type OrderEntity = z.infer<typeof orderEntity>;
export type PaymentEntity = z.infer<typeof paymentEntity>;
export type RefundEntity = z.infer<typeof refundEntity>;
export type DisputeEntity = z.infer<typeof disputeEntity>;
export type SettlementEntity = z.infer<typeof settlementEntity>;
export type SettlementItem = z.infer<typeof settlementItem>;

/** What the sandbox keeps about an order beside what Razorpay shows of it. */
export const storedOrder = z.object({ entity: orderEntity, automaticCapture: z.boolean() });
export const storedPayment = z.object({ entity: paymentEntity });
export const storedRefund = z.object({ entity: refundEntity });
export const storedDispute = z.object({ entity: disputeEntity });
export const storedSettlement = z.object({ entity: settlementEntity, items: z.array(settlementItem) });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Fourteen letters and digits, the shape of all of Razorpay's ids after the prefix. */
export function randomId(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The shape of a bank's references. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Seconds since 1970, the unit of every time in Razorpay's API. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
