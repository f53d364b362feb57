import { setTimeout as wait } from 'node:timers/promises';
import Razorpay from 'razorpay';
import { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';
import { type Gateway, GatewayError, type Listed, type Page } from '#web/payments/gateway.ts';
import {
  disputeSchema,
  orderSchema,
  paymentSchema,
  refundSchema,
  settlementLineSchema,
  settlementSchema,
} from './entities.ts';
import { toGatewayError } from './errors.ts';

type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base address of the payment sandbox; undefined is Razorpay itself. */
  apiUrl?: string | undefined;
  /** How long one call may take. */
  timeoutMs?: number;
};

const axiosError = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error: z.unknown() }).catch({ error: undefined }),
  }),
});

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

const liveHost = 'https://api.razorpay.com';

type CallSettings = { signal?: AbortSignal };
type Transport = {
  get(call: { url: string; data: object }): Promise<unknown>;
  rq: {
    defaults: { baseURL?: string; timeout?: number; maxRedirects?: number };
    interceptors: { request: { use(change: (call: CallSettings) => CallSettings): void } };
    post(url: string, body: object, call: { headers: Record<string, string> }): Promise<{ data: unknown }>;
  };
};

// The SDK has no setting for its address or its timeouts; the axios instance inside it has both.
function hasTransport(api: object): api is Transport {
  return (
    'get' in api &&
    'rq' in api &&
    typeof api.rq === 'function' &&
    'defaults' in api.rq &&
    typeof api.rq.defaults === 'object' &&
    'interceptors' in api.rq
  );
}

/**
 * The calls to Razorpay that the site makes, by the official SDK. Every one rejects with a `GatewayError` and nothing
 * else. Throws an Error that says what to change when a live key is combined with an address other than Razorpay's.
 */
export function createGateway({ keyId, keySecret, apiUrl, timeoutMs = 20_000 }: GatewaySettings): Gateway {
  if (apiUrl && keyId.startsWith('rzp_live_') && new URL(apiUrl).origin !== liveHost)
    throw new Error('RAZORPAY_API_URL must be empty with a live key (RAZORPAY_KEY_ID=rzp_live_…).');
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { api } = razorpay;
  if (!hasTransport(api)) throw new Error('This version of the razorpay SDK has no axios instance.');
  Object.assign(api.rq.defaults, {
    baseURL: apiUrl || liveHost,
    timeout: timeoutMs,
    maxRedirects: 0,
    // Bots that try out cards leave thousands of attempts on one order, of 2 kB each.
    maxContentLength: 16_000_000,
  });
  // axios's own timeout begins anew with every byte, so that an answer which trickles in would be waited for for ever.
  api.rq.interceptors.request.use((call) => Object.assign(call, { signal: AbortSignal.timeout(timeoutMs) }));

  async function attempt<Schema extends z.ZodType>(
    schema: Schema,
    call: () => Promise<unknown>,
  ): Promise<z.output<Schema>> {
    const started = performance.now();
    let answer: unknown;
    try {
      answer = await call();
    } catch (thrown) {
      throw toGatewayError(thrown, performance.now() - started, timeoutMs);
    }
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

  function check(schema: typeof orderIdSchema, id: string): void {
    if (!schema.safeParse(id).success)
      throw new GatewayError('refused', { status: 400, description: 'The id is not valid' });
  }

  /** One entry of an unknown shape does not hide the others. */
  async function read<T extends z.ZodType>(
    item: T,
    most: number,
    call: { url: string; data: object },
  ): Promise<Listed<z.output<T>>> {
    const { items: given } = await ask(listOf(z.unknown()), () => api.get(call));
    const parsed = given.map((one) => item.safeParse(one));
    const items = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
    return { items, isLast: given.length < most, unreadable: given.length - items.length };
  }

  // The SDK's own lists drop some of the parameters, and ask with dates in a form of their own.
  const list =
    <T extends z.ZodType>(path: string, item: T) =>
    async ({ from, to, skip }: Page): Promise<Listed<z.output<T>>> =>
      read(item, 100, { url: path, data: { from, to, skip, count: 100 } });

  const fetchPayment = async (paymentId: string) => {
    check(paymentIdSchema, paymentId);
    return ask(paymentSchema, () => razorpay.payments.fetch(paymentId));
  };

  return {
    createOrder: ({ amount, currency, receipt, notes }) =>
      ask(orderSchema, () =>
        razorpay.orders.create({
          amount,
          currency,
          receipt,
          notes,
          payment: {
            capture: 'automatic',
            // Minutes: what a bank authorises within a day is captured, what is left after five days is refunded.
            capture_options: {
              automatic_expiry_period: 1440,
              manual_expiry_period: 7200,
              refund_speed: 'normal',
            },
          },
        }),
      ),
    fetchOrder: async (orderId) => {
      check(orderIdSchema, orderId);
      return ask(orderSchema, () => razorpay.orders.fetch(orderId));
    },
    fetchPayment,
    paymentsOfOrder: async (orderId) => {
      check(orderIdSchema, orderId);
      const { items } = await ask(listOf(paymentSchema), () => razorpay.orders.fetchPayments(orderId));
      return items;
    },
    capture: async ({ id, amount, currency }) => {
      check(paymentIdSchema, id);
      try {
        return await attempt(paymentSchema, () => razorpay.payments.capture(id, amount, currency));
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, and an answer can be lost on the way.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await fetchPayment(id);
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
    refund: async ({ paymentId, amount, key }) => {
      check(paymentIdSchema, paymentId);
      // The SDK leaves the header out that keeps a refund from being made twice.
      return ask(refundSchema, async () => {
        const headers = { 'X-Refund-Idempotency': key };
        try {
          const body = { amount, speed: 'normal', receipt: key };
          return (await api.rq.post(`/v1/payments/${paymentId}/refund`, body, { headers })).data;
        } catch (thrown) {
          const { success, data } = axiosError.safeParse(thrown);
          throw success ? { statusCode: data.response.status, error: data.response.data.error } : thrown;
        }
      });
    },
    refundsOfPayment: async (paymentId) => {
      check(paymentIdSchema, paymentId);
      const call = { url: `/payments/${paymentId}/refunds`, data: { count: 100 } };
      return (await ask(listOf(refundSchema), () => api.get(call))).items;
    },
    listPayments: list('/payments', paymentSchema),
    listRefunds: list('/refunds', refundSchema),
    listDisputes: list('/disputes', disputeSchema),
    listSettlements: list('/settlements', settlementSchema),
    settlementLines: async (onDay, skip) => {
      const [year, month, day] = onDay.split('-').map(Number);
      return read(settlementLineSchema, 1000, {
        url: '/settlements/recon/combined',
        data: { year, month, day, count: 1000, skip },
      });
    },
  };
}
