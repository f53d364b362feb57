import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { withTimeout } from '#web/http/with-timeout.ts';
import { type Gateway, GatewayError, type Span } from '#web/payments/gateway.ts';
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

/** The SDK does not escape ids, which must not lead to another path. */
const inPath = encodeURIComponent;

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Razorpay as the site's gateway. The constructor throws as `connect` does. */
export function createGateway({ timeoutMs = 20_000, ...keys }: GatewaySettings): Gateway {
  const settings = { ...keys, timeoutMs };
  const razorpay = connect(settings);

  async function attempt<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    const answer = await withTimeout(timeoutMs, call).catch((cause: unknown) => {
      throw new GatewayError('timeout', { cause });
    });
    if (GatewayError.is(answer)) throw answer;
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new GatewayError('unreadable', { cause: parsed.error });
    return parsed.data;
  }

  /** Retries once if the fault may be temporary. A duplicate order is harmless, because only one is shown. */
  async function ask<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    try {
      return await attempt(schema, call);
    } catch (error) {
      if (!GatewayError.is(error) || (error.kind !== 'busy' && error.kind !== 'unavailable')) throw error;
      await wait(200 + Math.random() * 400);
      return attempt(schema, call);
    }
  }

  const askList = async <T extends z.ZodType>(item: T, call: () => Promise<unknown>) =>
    (await ask(listOf(item), call)).items;

  /** Yields the pages of a list. Entries of an unknown shape are counted and skipped. */
  async function* pages<T extends z.ZodType>(item: T, call: (page: Page) => Promise<unknown>, most = 100) {
    for (let skip = 0; ; skip += most) {
      const given = await askList(z.unknown(), () => call({ count: most, skip }));
      const parsed = given.map((one) => item.safeParse(one));
      const items = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      yield { items, unreadable: given.length - items.length };
      if (given.length < most) return;
    }
  }

  /** Lists entities created in a span of time, newest first. */
  const list =
    <T extends z.ZodType>(item: T, all: (query: Span & Page) => Promise<unknown>) =>
    (span: Span) =>
      pages(item, (page) => all({ ...span, ...page }));

  const fetchPayment = (id: string) => ask(paymentSchema, () => razorpay.payments.fetch(inPath(id)));

  return {
    createOrder: ({ ourReference: receipt, ...order }) => {
      // In minutes: payments authorised within a day are captured, others are refunded after five days.
      const capture_options = {
        automatic_expiry_period: 1440,
        manual_expiry_period: 7200,
        refund_speed: 'normal',
      } as const;
      const payment = { capture: 'automatic', capture_options } as const;
      return ask(orderSchema, () => razorpay.orders.create({ ...order, receipt, payment }));
    },
    fetchOrder: (id) => ask(orderSchema, () => razorpay.orders.fetch(inPath(id))),
    fetchPayment,
    paymentsOfOrder: (id) => askList(paymentSchema, () => razorpay.orders.fetchPayments(inPath(id))),
    capture: async ({ id, amount, currency }) => {
      try {
        return await attempt(paymentSchema, () => razorpay.payments.capture(inPath(id), amount, currency));
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, or the response was lost.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await fetchPayment(id);
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
    refund: ({ paymentId, amount, key }) => {
      const { payments } = connect(settings, { 'X-Refund-Idempotency': key });
      return ask(refundSchema, () =>
        payments.refund(inPath(paymentId), { amount, speed: 'normal', receipt: key }),
      );
    },
    refundsOfPayment: (id) =>
      askList(refundSchema, () => razorpay.payments.fetchMultipleRefund(inPath(id), { count: 100 })),
    listOrders: list(orderSchema, razorpay.orders.all),
    listPayments: list(paymentSchema, razorpay.payments.all),
    listRefunds: list(refundSchema, razorpay.refunds.all),
    // The SDK's own `disputes.all` drops the span.
    listDisputes: list(disputeSchema, (data) => razorpay.api.get({ url: '/disputes', data })),
    listSettlements: list(settlementSchema, razorpay.settlements.all),
    settlementLines: (onDay) => {
      const [year = 0, month, day] = onDay.split('-').map(Number);
      return pages(
        settlementLineSchema,
        (page) => razorpay.settlements.reports({ year, month, day, ...page }),
        1000,
      );
    },
  };
}
