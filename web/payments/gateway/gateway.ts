import { setTimeout as wait } from 'node:timers/promises';
import Razorpay from 'razorpay';
import { z } from 'zod';
import { orderIdSchema, paymentIdSchema } from '#web/payments/bill.ts';
import { GatewayError, toGatewayError } from './errors.ts';

type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base address of the payment sandbox; undefined is Razorpay itself. */
  apiUrl?: string | undefined;
  /** How long one call may take. */
  timeoutMs?: number;
};

/** The states of a payment, in the order in which it moves: a bank can still authorise what it said had failed. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const paise = z.number().int().nonnegative();
// Details that only inform. Razorpay writes an empty object as `[]` at times, and one odd detail must not keep a payment
// out of the ledger.
const text = z.string().nullish().catch(undefined);
const detail = paise.nullish().catch(undefined);

/**
 * A payment as Razorpay describes it in answers and webhooks, reduced to what the ledger keeps: the e-mail address,
 * phone number, UPI id and card holder are left behind here.
 */
export const gatewayPaymentSchema = z
  .object({
    id: paymentIdSchema,
    order_id: z.nullish(orderIdSchema),
    amount: paise,
    currency: z.string().max(3),
    status: z.enum(paymentStatuses),
    method: text,
    bank: text,
    wallet: text,
    card: z.object({ network: text }).nullish().catch(undefined),
    amount_refunded: paise.nullish(),
    /** False also after a refund when nobody took it: Razorpay gives back by itself what is not captured in time. */
    captured: z.boolean().nullish(),
    fee: detail,
    tax: detail,
    error_code: text,
    error_reason: text,
    acquirer_data: z
      .object({ rrn: text, bank_transaction_id: text, transaction_id: text, auth_code: text })
      .nullish()
      .catch(undefined),
    created_at: z.number().int(),
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id ?? null,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    method: payment.method,
    methodDetail: payment.bank ?? payment.wallet ?? payment.card?.network,
    reference:
      payment.acquirer_data?.rrn ??
      payment.acquirer_data?.bank_transaction_id ??
      payment.acquirer_data?.transaction_id ??
      payment.acquirer_data?.auth_code,
    amountRefunded: payment.amount_refunded ?? 0,
    /** Whether the money reached the agency, also when it was given back later. */
    isTaken: payment.status === 'captured' || (payment.status === 'refunded' && payment.captured !== false),
    fee: payment.fee,
    tax: payment.tax,
    errorReason: payment.error_reason ?? payment.error_code,
    /** Seconds since 1970, as Razorpay gives times. */
    createdAt: payment.created_at,
  }));
export type GatewayPayment = z.output<typeof gatewayPaymentSchema>;

const orderSchema = z.object({ id: orderIdSchema, amount: paise, currency: z.string() });
export type GatewayOrder = z.infer<typeof orderSchema>;

const paymentsSchema = z.object({ items: z.array(gatewayPaymentSchema) });

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
 * The calls to Razorpay that the site makes, by the official SDK. Every one rejects with a `GatewayError` and nothing
 * else. Throws an Error that says what to change when a live key is combined with an address other than Razorpay's.
 */
export function createGateway({ keyId, keySecret, apiUrl, timeoutMs = 20_000 }: GatewaySettings) {
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

  function check(schema: typeof orderIdSchema, id: string): void {
    if (!schema.safeParse(id).success)
      throw new GatewayError('refused', { status: 400, description: 'The id is not valid' });
  }

  return {
    /** Makes an order over `amount` paise that is captured by itself; `receipt` is our reference, at most 40 characters. */
    createOrder: ({ amount, currency, receipt }: { amount: number; currency: string; receipt: string }) =>
      ask(orderSchema, () =>
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
    fetchPayment: async (paymentId: string) => {
      check(paymentIdSchema, paymentId);
      return ask(gatewayPaymentSchema, () => razorpay.payments.fetch(paymentId));
    },
    /** All attempts on one order, paid or not. */
    paymentsOfOrder: async (orderId: string) => {
      check(orderIdSchema, orderId);
      const { items } = await ask(paymentsSchema, () => razorpay.orders.fetchPayments(orderId));
      return items;
    },
    /** Takes an authorised payment. Answers with it as well when it was captured already. */
    capture: async (paymentId: string, amount: number, currency: string) => {
      check(paymentIdSchema, paymentId);
      try {
        return await attempt(gatewayPaymentSchema, () =>
          razorpay.payments.capture(paymentId, amount, currency),
        );
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, and an answer can be lost on the way.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await ask(gatewayPaymentSchema, () => razorpay.payments.fetch(paymentId));
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
  };
}
