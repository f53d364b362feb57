import * as z from 'zod/mini';
import { refundRequestStates } from '#web/payments/states.ts';

/**
 * What the desk in the Studio and the site say to each other, one schema for both. All is under `/api/payments`, with
 * the Studio's session as bearer token; amounts are whole paise, moments ISO 8601 in UTC, days those of India.
 */

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

const orderSchema = z.object({
  id: text,
  bill_number: text,
  reference: optionalText,
  customer_name: optionalText,
  customer_phone: optionalText,
  amount: paise,
  status: z.enum(['created', 'attempted', 'paid']),
  created_at: text,
  paid_at: optionalText,
});

const listedSchema = z.extend(orderSchema, {
  /** Captured, refunded and deducted for disputes. */
  paid_amount: paise,
  refunded_amount: paise,
  disputed_amount: paise,
  /** The captured payment, or else the last attempt. */
  payment_id: optionalText,
  method: optionalText,
  /** A second payment for the same bill that nobody has looked at. */
  duplicate: z.boolean(),
  settled: z.boolean(),
});
export type ListedOrder = z.infer<typeof listedSchema>;

/** `GET ?search=&state=&from=&to=&after=` */
export const orderListSchema = z.object({
  orders: z.array(listedSchema),
  next: z.optional(text),
  /** Over the days that were asked for, or else over this month, whatever else was asked. */
  totals: z.object({ payments: z.number(), captured: paise, fees: paise, refunded: paise, deducted: paise }),
});
export type OrderList = z.infer<typeof orderListSchema>;

/** States by which the list is narrowed. `second`: a second payment for a bill that waits to be looked at. */
export const listStates = ['created', 'attempted', 'paid', 'refunded', 'disputed', 'second'] as const;

const paymentSchema = z.object({
  id: text,
  amount: paise,
  status: text,
  method: optionalText,
  method_detail: optionalText,
  reference: optionalText,
  vpa: optionalText,
  amount_refunded: paise,
  fee: z.nullable(paise),
  tax: z.nullable(paise),
  error_reason: optionalText,
  created_at: text,
  captured_at: optionalText,
});

const refundSchema = z.object({
  id: text,
  payment_id: text,
  amount: paise,
  status: z.enum(['pending', 'processed', 'failed']),
  reference: optionalText,
  created_at: text,
  ended_at: optionalText,
});

const disputeSchema = z.object({
  id: text,
  payment_id: text,
  amount: paise,
  deducted: paise,
  reason: optionalText,
  phase: text,
  status: text,
  respond_by: optionalText,
  created_at: text,
});

/** A refund as the desk asked for it: `waiting` for a second person, `approved` and on its way, `sent` to the gateway. */
const refundRequestSchema = z.object({
  id: text,
  order_id: text,
  payment_id: text,
  amount: paise,
  reason: text,
  state: z.enum(refundRequestStates),
  requested_by: text,
  decided_by: optionalText,
  refund_id: optionalText,
  /** Why the gateway refused it. */
  problem: optionalText,
  created_at: text,
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** `GET /:orderId`, and the answer to every act on an order. */
export const storySchema = z.object({
  order: z.extend(orderSchema, { duplicate: z.boolean(), receipt: text }),
  payments: z.array(paymentSchema),
  refunds: z.array(refundSchema),
  requests: z.array(refundRequestSchema),
  disputes: z.array(disputeSchema),
  settlements: z.array(z.object({ id: text, utr: optionalText, subject: text, amount: paise, at: text })),
  entries: z.array(
    z.object({ id: z.number(), kind: text, subject: text, amount: paise, at: text, detail: optionalText }),
  ),
  events: z.array(z.object({ id: z.number(), source: text, event: text, at: text, actor: optionalText })),
});
export type Story = z.infer<typeof storySchema>;

/** What needs a hand, the most urgent first. */
const handSchema = z.object({
  kind: z.enum([
    'dispute',
    'refund-failed',
    'refund-waiting',
    'unexplained',
    'second',
    'webhooks-silent',
    'sweep-late',
    'difference',
    'mail-failed',
  ]),
  /** The gateway's id, or that of the request or message. */
  subject: text,
  order_id: optionalText,
  amount: z.nullable(paise),
  at: text,
  /** When a dispute has to be answered. */
  deadline: optionalText,
  detail: optionalText,
});
export type Hand = z.infer<typeof handSchema>;

const sumsSchema = z.object({
  payments: z.number(),
  captured: paise,
  fees: paise,
  refunded: paise,
  deducted: paise,
});

/** `GET /today` */
export const todaySchema = z.object({
  today: sumsSchema,
  month: sumsSchema,
  hands: z.array(handSchema),
  webhook_at: optionalText,
  swept_at: optionalText,
});
export type Today = z.infer<typeof todaySchema>;

/** `GET /settlements?after=` */
export const settlementsSchema = z.object({
  settlements: z.array(
    z.object({
      id: text,
      amount: paise,
      fees: paise,
      tax: paise,
      utr: optionalText,
      status: text,
      created_at: text,
    }),
  ),
  next: z.optional(text),
});

/** `GET /settlements/:id`: what is in it; lines of which nothing is known here have no order. */
export const settlementLinesSchema = z.object({
  lines: z.array(
    z.object({
      subject: text,
      kind: optionalText,
      amount: paise,
      at: text,
      order_id: optionalText,
      bill_number: optionalText,
    }),
  ),
});

/** `GET /audit?after=`: acts of staff, the newest first. */
export const auditSchema = z.object({
  acts: z.array(
    z.object({ id: z.number(), at: text, actor: text, act: text, subject: text, detail: optionalText }),
  ),
  next: z.optional(text),
});

/** Body of `POST /:orderId/refund`; the same `key` never makes a second request. */
export const refundBodySchema = z.object({
  key: z.string().check(z.regex(/^[\w-]{16,64}$/, 'The key must be 16 to 64 letters, digits, _ or -')),
  paymentId: z.string(),
  amount: z.number().check(z.int('Give the amount in whole paise'), z.gte(100, 'Give at least ₹1.00')),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(300, 'Use at most 300 characters')),
});

/** Body of `POST /unexplained/:subject`: what a person found out about money that fits no order. */
export const noteBodySchema = z.object({
  note: z
    .string()
    .check(z.trim(), z.minLength(3, 'Say what it was'), z.maxLength(300, 'Use at most 300 characters')),
});

// Beside these: `POST /:orderId/ask` and `/:orderId/settle` without a body, `POST /refund-requests/:id/approve` and
// `/reject`, all answered with the story of the order, and `GET /export?from=&to=`, a CSV file.
