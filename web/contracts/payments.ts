import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Entry, Payment, Refund, Tables } from '#web/database/tables.ts';
import type { ListedOrder, PublicOrder } from '#web/payments/desk/listing.ts';
import type { Sums } from '#web/payments/desk/sums.ts';
import type { Hand } from '#web/payments/desk/today.ts';
import { row, rows } from './rows.ts';

/**
 * What the desk in the Studio and the site say to each other. All is under `/api/payments`, with the Studio's session as
 * bearer token; amounts are whole paise, moments ISO 8601 in UTC, days those of India. Answers hold rows as the ledger has
 * them: `ledger/tables.ts` says what is in one, and what stands around them is checked.
 */

type Stored<Table extends keyof Tables> = Selectable<Tables[Table]>;
const next = z.optional(z.string());

export type { Hand, ListedOrder };

/** States by which the list is narrowed. `second`: a second payment for a bill that waits to be looked at. */
export const listStates = ['created', 'attempted', 'paid', 'refunded', 'disputed', 'second'] as const;

/** `GET ?search=&state=&from=&to=&after=`; the totals are of the days that were asked for, or else of this month. */
export const orderListSchema = z.object({ orders: rows<ListedOrder>(), next, totals: row<Sums>() });
export type OrderList = z.infer<typeof orderListSchema>;

export type RefundRequest = Stored<'refund_requests'>;

/** `GET /:orderId`, and the answer to every act on an order. */
export const storySchema = z.object({
  order: row<PublicOrder & { duplicate: boolean; receipt: string }>(),
  payments: rows<Payment>(),
  refunds: rows<Refund>(),
  requests: rows<RefundRequest>(),
  disputes: rows<Stored<'disputes'>>(),
  settlements: rows<Pick<Entry, 'subject' | 'amount' | 'at'> & { id: string; utr: string | null }>(),
  entries: rows<Entry>(),
  events: rows<Omit<Stored<'order_events'>, 'order_id' | 'payment_id'>>(),
});
export type Story = z.infer<typeof storySchema>;

/** `GET /today`; what needs a hand has the most urgent first. */
export const todaySchema = z.object({
  today: row<Sums>(),
  month: row<Sums>(),
  hands: rows<Hand>(),
  /** How many more need one than are in `hands`. */
  more: z.number(),
  webhook_at: z.nullable(z.string()),
  swept_at: z.nullable(z.string()),
});
export type Today = z.infer<typeof todaySchema>;

/** `GET /settlements?after=` */
export const settlementsSchema = z.object({ settlements: rows<Stored<'settlements'>>(), next });

/** `GET /settlements/:id`: what is in it; lines of which nothing is known here have no order. */
export const settlementLinesSchema = z.object({
  settlement: z.nullable(row<Stored<'settlements'>>()),
  lines: rows<
    Pick<Entry, 'subject' | 'amount' | 'at' | 'order_id'> & {
      kind: string | null;
      bill_number: string | null;
    }
  >(),
});

/** `GET /audit?after=`: acts of staff, the newest first. */
export const auditSchema = z.object({ acts: rows<Stored<'audit'>>(), next });

const explanation = (tooShort: string) =>
  z.string().check(z.trim(), z.minLength(3, tooShort), z.maxLength(300, 'Use at most 300 characters'));

/** Body of `POST /:orderId/refund`; the same `key` never makes a second request. */
export const refundBodySchema = z.object({
  key: z.string().check(z.regex(/^[\w-]{16,64}$/, 'The key must be 16 to 64 letters, digits, _ or -')),
  paymentId: z.string(),
  amount: z.number().check(z.int('Give the amount in whole paise'), z.gte(100, 'Give at least ₹1.00')),
  reason: explanation('Say why'),
});

/** Body of `POST /unexplained/:subject`: what a person found out about money that fits no order. */
export const noteBodySchema = z.object({ note: explanation('Say what it was') });
