import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { GatewayError, type GatewayPayment, type Span } from '#web/payments/gateway.ts';
import {
  disputeSchema,
  orderSchema,
  paymentSchema,
  refundSchema,
  settlementLineSchema,
  settlementSchema,
} from './entities.ts';
import { connect, type GatewaySettings } from './transport.ts';

type Page = { count: number; skip: number };

/** An id as a part of a path, which cannot lead elsewhere: the SDK writes ids as they are. */
const inPath = encodeURIComponent;

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/**
 * The calls to Razorpay that the site makes, through its SDK. Every one rejects with a `GatewayError` and nothing else.
 * Throws an Error that says what to change when a live key is combined with an address other than Razorpay's.
 */
export function createGateway(settings: GatewaySettings) {
  const razorpay = connect(settings);

  async function attempt<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    const answer = await call();
    if (GatewayError.is(answer)) throw answer;
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new GatewayError('unreadable', { cause: parsed.error });
    return parsed.data;
  }

  /** One more try after a moment when the fault may pass. An order that is made twice harms nobody: only one is shown. */
  async function ask<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    try {
      return await attempt(schema, call);
    } catch (error) {
      if (!GatewayError.is(error) || (error.kind !== 'busy' && error.kind !== 'unavailable')) throw error;
      await wait(200 + Math.random() * 400);
      return attempt(schema, call);
    }
  }

  /** The pages of a list. One entry of an unknown shape does not hide the others; such ones are counted. */
  async function* pages<T extends z.ZodType>(item: T, call: (page: Page) => Promise<unknown>, most = 100) {
    for (let skip = 0; ; skip += most) {
      const { items: given } = await ask(listOf(z.unknown()), () => call({ count: most, skip }));
      const parsed = given.map((one) => item.safeParse(one));
      const items = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      yield { items, unreadable: given.length - items.length };
      if (given.length < most) return;
    }
  }

  /** What was made in a closed span of time, the newest first. */
  const list =
    <T extends z.ZodType>(item: T, all: (query: Span & Page) => Promise<unknown>) =>
    (span: Span) =>
      pages(item, (page) => all({ ...span, ...page }));

  const fetchPayment = (id: string) => ask(paymentSchema, () => razorpay.payments.fetch(inPath(id)));

  return {
    /** Makes an order that is captured by itself; `receipt` is our reference, at most 40 characters. */
    createOrder: (order: {
      amount: number;
      currency: string;
      receipt: string;
      notes: Record<string, string>;
    }) => {
      // Minutes: what a bank authorises within a day is captured, what is left after five days is refunded.
      const capture_options = {
        automatic_expiry_period: 1440,
        manual_expiry_period: 7200,
        refund_speed: 'normal',
      } as const;
      const payment = { capture: 'automatic', capture_options } as const;
      return ask(orderSchema, () => razorpay.orders.create({ ...order, payment }));
    },
    fetchOrder: (id: string) => ask(orderSchema, () => razorpay.orders.fetch(inPath(id))),
    fetchPayment,
    /** All attempts on one order, paid or not. */
    paymentsOfOrder: async (id: string) =>
      (await ask(listOf(paymentSchema), () => razorpay.orders.fetchPayments(inPath(id)))).items,
    /** Takes an authorised payment. Answers with it as well when it was captured already. */
    capture: async ({ id, amount, currency }: GatewayPayment) => {
      try {
        return await attempt(paymentSchema, () => razorpay.payments.capture(inPath(id), amount, currency));
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, and an answer can be lost on the way.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await fetchPayment(id);
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
    /** Gives money back. The same `key` (at least ten characters) never does it twice. */
    refund: ({ paymentId, amount, key }: { paymentId: string; amount: number; key: string }) => {
      const { payments } = connect(settings, { 'X-Refund-Idempotency': key });
      return ask(refundSchema, () =>
        payments.refund(inPath(paymentId), { amount, speed: 'normal', receipt: key }),
      );
    },
    refundsOfPayment: async (id: string) =>
      (
        await ask(listOf(refundSchema), () =>
          razorpay.payments.fetchMultipleRefund(inPath(id), { count: 100 }),
        )
      ).items,
    listPayments: list(paymentSchema, razorpay.payments.all),
    listRefunds: list(refundSchema, razorpay.refunds.all),
    // By the SDK's transport, since its `disputes.all` leaves the span of time out.
    listDisputes: list(disputeSchema, (data) => razorpay.api.get({ url: '/disputes', data })),
    listSettlements: list(settlementSchema, razorpay.settlements.all),
    /** What was settled on a day in India, `2026-03-31`. */
    settlementLines: (onDay: string) => {
      const [year = 0, month, day] = onDay.split('-').map(Number);
      return pages(
        settlementLineSchema,
        (page) => razorpay.settlements.reports({ year, month, day, ...page }),
        1000,
      );
    },
  };
}
