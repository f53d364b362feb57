import { setTimeout as wait } from 'node:timers/promises';
import Razorpay from 'razorpay';
import type { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';
import {
  type GatewayOrder,
  type GatewayPayment,
  gatewayOrderSchema,
  gatewayPaymentSchema,
  gatewayPaymentsSchema,
} from './entities.ts';
import { GatewayError, toGatewayError } from './errors.ts';

export type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base address of the payment sandbox; undefined is Razorpay itself. */
  apiUrl?: string | undefined;
  /** How long one call may take. */
  timeoutMs?: number;
};

/** The calls to Razorpay that the site makes. Every one rejects with a `GatewayError` and nothing else. */
export type Gateway = {
  /** Makes an order over `amount` paise that is captured by itself; `receipt` is our reference, at most 40 characters. */
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<GatewayOrder>;
  fetchOrder(orderId: string): Promise<GatewayOrder>;
  fetchPayment(paymentId: string): Promise<GatewayPayment>;
  /** All attempts on one order, paid or not. */
  paymentsOfOrder(orderId: string): Promise<GatewayPayment[]>;
  /** Takes an authorised payment. Answers with it as well when it was captured already. */
  capture(paymentId: string, amount: number, currency: string): Promise<GatewayPayment>;
};

const liveHost = 'https://api.razorpay.com';

type CallSettings = { signal?: AbortSignal };
type Transport = {
  rq: {
    defaults: { baseURL?: string; timeout?: number; maxRedirects?: number };
    interceptors: { request: { use(change: (call: CallSettings) => CallSettings): void } };
  };
};

// The SDK has no setting for its address or its timeouts; the axios instance inside it has both.
function hasTransport(api: object): api is Transport {
  return (
    'rq' in api &&
    typeof api.rq === 'function' &&
    'defaults' in api.rq &&
    typeof api.rq.defaults === 'object' &&
    'interceptors' in api.rq
  );
}

/**
 * The official SDK behind one module. Throws an Error that says what to change when a live key is combined with an
 * address other than Razorpay's.
 */
export function createGateway({ keyId, keySecret, apiUrl, timeoutMs = 20_000 }: GatewaySettings): Gateway {
  if (apiUrl && keyId.startsWith('rzp_live_') && new URL(apiUrl).origin !== liveHost)
    throw new Error('RAZORPAY_API_URL must be empty with a live key (RAZORPAY_KEY_ID=rzp_live_…).');
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  if (!hasTransport(razorpay.api)) throw new Error('This version of the razorpay SDK has no axios instance.');
  Object.assign(razorpay.api.rq.defaults, {
    baseURL: apiUrl || liveHost,
    timeout: timeoutMs,
    maxRedirects: 0,
    // Bots that try out cards leave thousands of attempts on one order, of 2 kB each.
    maxContentLength: 16_000_000,
  });
  // axios's own timeout begins anew with every byte, so that an answer which trickles in would be waited for for ever.
  razorpay.api.rq.interceptors.request.use((call) =>
    Object.assign(call, { signal: AbortSignal.timeout(timeoutMs) }),
  );

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

  const checked = (schema: typeof orderIdSchema, id: string): string => {
    const parsed = schema.safeParse(id);
    if (!parsed.success)
      throw new GatewayError('refused', { status: 400, description: 'The id is not valid' });
    return parsed.data;
  };

  return {
    createOrder: ({ amount, currency, receipt }) =>
      ask(gatewayOrderSchema, () =>
        razorpay.orders.create({
          amount,
          currency,
          receipt,
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
      const id = checked(orderIdSchema, orderId);
      return ask(gatewayOrderSchema, () => razorpay.orders.fetch(id));
    },
    fetchPayment: async (paymentId) => {
      const id = checked(paymentIdSchema, paymentId);
      return ask(gatewayPaymentSchema, () => razorpay.payments.fetch(id));
    },
    paymentsOfOrder: async (orderId) => {
      const id = checked(orderIdSchema, orderId);
      const { items } = await ask(gatewayPaymentsSchema, () => razorpay.orders.fetchPayments(id));
      return items;
    },
    capture: async (paymentId, amount, currency) => {
      const id = checked(paymentIdSchema, paymentId);
      try {
        return await attempt(gatewayPaymentSchema, () => razorpay.payments.capture(id, amount, currency));
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, and an answer can be lost on the way.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await ask(gatewayPaymentSchema, () => razorpay.payments.fetch(id));
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
  };
}
