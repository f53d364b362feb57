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

/** Escapes ids so that an id cannot lead to another path. The SDK does not escape them. */
const inPath = encodeURIComponent;

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Makes SDK calls with a time limit, validated responses and typed errors. */
class Calls {
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Makes one call without a retry. */
  async once<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    const response = await withTimeout(this.#timeoutMs, call).catch((cause: unknown) => {
      throw new GatewayError('timeout', { cause });
    });
    if (GatewayError.is(response)) throw response;
    const parsed = schema.safeParse(response);
    if (!parsed.success) throw new GatewayError('unreadable', { cause: parsed.error });
    return parsed.data;
  }

  /** Retries once if the fault may be temporary. A duplicate order is harmless, because only one is shown. */
  async request<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    try {
      return await this.once(schema, call);
    } catch (error) {
      if (!GatewayError.is(error) || (error.kind !== 'busy' && error.kind !== 'unavailable')) throw error;
      await wait(200 + Math.random() * 400);
      return this.once(schema, call);
    }
  }

  async items<T extends z.ZodType>(item: T, call: () => Promise<unknown>) {
    return (await this.request(listOf(item), call)).items;
  }

  /** Yields the pages of a list. Entries of an unknown shape are counted and skipped. */
  async *pages<T extends z.ZodType>(item: T, call: (page: Page) => Promise<unknown>, pageSize = 100) {
    for (let skip = 0; ; skip += pageSize) {
      const given = await this.items(z.unknown(), () => call({ count: pageSize, skip }));
      const parsed = given.map((one) => item.safeParse(one));
      const items = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      yield { items, unreadable: given.length - items.length };
      if (given.length < pageSize) return;
    }
  }
}

/** Returns Razorpay as the site's gateway. Throws as `connect` does. */
export function createGateway({ timeoutMs = 20_000, ...keys }: GatewaySettings): Gateway {
  const settings = { ...keys, timeoutMs };
  const razorpay = connect(settings);
  const calls = new Calls(timeoutMs);
  const fetchPayment = (id: string) =>
    calls.request(paymentSchema, () => razorpay.payments.fetch(inPath(id)));
  return {
    createOrder: ({ ourReference: receipt, ...order }) =>
      calls.request(orderSchema, () =>
        razorpay.orders.create({ ...order, receipt, payment: automaticCapture }),
      ),
    fetchOrder: (id) => calls.request(orderSchema, () => razorpay.orders.fetch(inPath(id))),
    fetchPayment,
    paymentsOfOrder: (id) => calls.items(paymentSchema, () => razorpay.orders.fetchPayments(inPath(id))),
    capture: async ({ id, amount, currency }) => {
      try {
        return await calls.once(paymentSchema, () => razorpay.payments.capture(inPath(id), amount, currency));
      } catch (error) {
        // The payment may be captured already: by Razorpay, a webhook, another tab, or a call whose response was lost.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await fetchPayment(id);
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
    refund: ({ paymentId, amount, key }) => {
      const { payments } = connect(settings, { 'X-Refund-Idempotency': key });
      const body = { amount, speed: 'normal', receipt: key } as const;
      return calls.request(refundSchema, () => payments.refund(inPath(paymentId), body));
    },
    refundsOfPayment: (id) =>
      calls.items(refundSchema, () => razorpay.payments.fetchMultipleRefund(inPath(id), { count: 100 })),
    ...listsOf(razorpay, calls),
  };
}

/** In minutes: payments authorised within a day are captured, others are refunded after five days. */
const automaticCapture = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 1440,
    manual_expiry_period: 7200,
    refund_speed: 'normal',
  },
} as const;

function listsOf({ api, orders, payments, refunds, settlements }: ReturnType<typeof connect>, calls: Calls) {
  /** Lists entities created in a span of time, newest first. */
  const list =
    <T extends z.ZodType>(item: T, all: (query: Span & Page) => Promise<unknown>) =>
    (span: Span) =>
      calls.pages(item, (page) => all({ ...span, ...page }));
  return {
    listOrders: list(orderSchema, orders.all),
    listPayments: list(paymentSchema, payments.all),
    listRefunds: list(refundSchema, refunds.all),
    // The SDK's own `disputes.all` ignores the time span.
    listDisputes: list(disputeSchema, (data) => api.get({ url: '/disputes', data })),
    listSettlements: list(settlementSchema, settlements.all),
    settlementLines: (onDay: string) => {
      const [year = 0, month, day] = onDay.split('-').map(Number);
      const report = (page: Page) => settlements.reports({ year, month, day, ...page });
      return calls.pages(settlementLineSchema, report, 1000);
    },
  };
}
