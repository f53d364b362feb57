import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#web/http/json.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import { GatewayError, type GatewayPayment, type Span } from '#web/payments/gateway.ts';
import {
  disputeSchema,
  orderSchema,
  paymentSchema,
  refundSchema,
  settlementLineSchema,
  settlementSchema,
} from './entities.ts';

type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base address of the payment sandbox; undefined is Razorpay itself. */
  apiUrl?: string | undefined;
  /** How long one call may take. */
  timeoutMs?: number;
};

type Body = { body: object; headers?: Record<string, string> };

const liveHost = 'https://api.razorpay.com';

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

const errorSchema = z.object({ error: z.object({ description: z.string().nullish() }) });

function failure(status: number, answer: unknown): GatewayError {
  const { data } = errorSchema.safeParse(answer);
  const details = { status, description: data?.error.description ?? undefined };
  if (status === 401 || status === 403) return new GatewayError('unauthorised', details);
  if (status === 429) return new GatewayError('busy', details);
  if (status >= 500) return new GatewayError('unavailable', details);
  // A 4xx without Razorpay's envelope comes from something in between, not from Razorpay.
  return new GatewayError(data ? 'refused' : 'unreadable', details);
}

/** Why there is no connection, in the system's words: refused, no such host, a certificate that is not valid. */
function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${'code' in cause ? cause.code : ''} ${cause.message}`.trim() : undefined;
}

/**
 * The calls to Razorpay that the site makes. Its SDK hides the kind of a fault and has no setting for address, timeout or
 * the key of a refund. Every call rejects with a `GatewayError` and nothing else. Throws an Error that says what to change
 * when a live key is combined with an address other than Razorpay's.
 */
export function createGateway({ keyId, keySecret, apiUrl, timeoutMs = 20_000 }: GatewaySettings) {
  if (apiUrl && keyId.startsWith('rzp_live_') && new URL(apiUrl).origin !== liveHost)
    throw new Error('RAZORPAY_API_URL must be empty with a live key (RAZORPAY_KEY_ID=rzp_live_…).');
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64');

  async function attempt<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    post?: Body,
  ): Promise<z.output<Schema>> {
    let response: Response;
    let answer: unknown;
    const start = performance.now();
    try {
      [response, answer] = await withTimeout(timeoutMs, async (signal) => {
        const given = await fetch(`${apiUrl || liveHost}/v1${path}`, {
          ...(post ? { method: 'POST', body: JSON.stringify(post.body) } : {}),
          headers: {
            authorization: `Basic ${credentials}`,
            'content-type': 'application/json',
            ...post?.headers,
          },
          cache: 'no-store',
          redirect: 'error',
          signal,
        });
        return [given, parseJson(await given.text())];
      });
    } catch (cause) {
      const isLate = cause instanceof Error && cause.name === 'TimeoutError';
      throw new GatewayError(isLate ? 'timeout' : 'unavailable', { cause, description: reasonOf(cause) });
    }
    const ms = Math.round(performance.now() - start);
    const gateway = `${post ? 'POST' : 'GET'} ${path}`;
    log('debug', 'the gateway answered', { gateway, status: response.status, ms });
    if (!response.ok) throw failure(response.status, answer);
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new GatewayError('unreadable', { cause: parsed.error });
    return parsed.data;
  }

  /** One more try after a moment when the fault may pass. An order that is made twice harms nobody: only one is shown. */
  async function ask<Schema extends z.ZodType>(schema: Schema, path: string, post?: Body) {
    try {
      return await attempt(schema, path, post);
    } catch (error) {
      if (!GatewayError.is(error) || (error.kind !== 'busy' && error.kind !== 'unavailable')) throw error;
      await wait(200 + Math.random() * 400);
      return attempt(schema, path, post);
    }
  }

  /** The pages of a list. One entry of an unknown shape does not hide the others; such ones are counted. */
  async function* pages<T extends z.ZodType>(item: T, most: number, path: string) {
    for (let skip = 0; ; skip += most) {
      const { items: given } = await ask(listOf(z.unknown()), `${path}&count=${most}&skip=${skip}`);
      const parsed = given.map((one) => item.safeParse(one));
      const items = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      yield { items, unreadable: given.length - items.length };
      if (given.length < most) return;
    }
  }

  /** What was made in a closed span of time, the newest first. */
  const list =
    <T extends z.ZodType>(path: string, item: T) =>
    ({ from, to }: Span) =>
      pages(item, 100, `${path}?from=${from}&to=${to}`);

  /** The path of something with an id, which cannot lead elsewhere. */
  const at = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`;

  const fetchPayment = (paymentId: string) => ask(paymentSchema, at('payments', paymentId));

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
      };
      return ask(orderSchema, '/orders', {
        body: { ...order, payment: { capture: 'automatic', capture_options } },
      });
    },
    fetchOrder: (orderId: string) => ask(orderSchema, at('orders', orderId)),
    fetchPayment,
    /** All attempts on one order, paid or not. */
    paymentsOfOrder: async (orderId: string) =>
      (await ask(listOf(paymentSchema), `${at('orders', orderId)}/payments`)).items,
    /** Takes an authorised payment. Answers with it as well when it was captured already. */
    capture: async ({ id, amount, currency }: GatewayPayment) => {
      try {
        return await attempt(paymentSchema, `${at('payments', id)}/capture`, { body: { amount, currency } });
      } catch (error) {
        // Automatic capture, a webhook or another tab may have been first, and an answer can be lost on the way.
        if (!GatewayError.is(error) || error.kind === 'unauthorised') throw error;
        const payment = await fetchPayment(id);
        if (payment.status === 'captured' || payment.status === 'refunded') return payment;
        throw error;
      }
    },
    /** Gives money back. The same `key` (at least ten characters) never does it twice. */
    refund: ({ paymentId, amount, key }: { paymentId: string; amount: number; key: string }) =>
      ask(refundSchema, `${at('payments', paymentId)}/refund`, {
        body: { amount, speed: 'normal', receipt: key },
        headers: { 'x-refund-idempotency': key },
      }),
    refundsOfPayment: async (paymentId: string) =>
      (await ask(listOf(refundSchema), `${at('payments', paymentId)}/refunds?count=100`)).items,
    listPayments: list('/payments', paymentSchema),
    listRefunds: list('/refunds', refundSchema),
    listDisputes: list('/disputes', disputeSchema),
    listSettlements: list('/settlements', settlementSchema),
    /** What was settled on a day in India, `2026-03-31`. */
    settlementLines: (onDay: string) => {
      const [year, month, day] = onDay.split('-').map(Number);
      return pages(
        settlementLineSchema,
        1000,
        `/settlements/recon/combined?year=${year}&month=${month}&day=${day}`,
      );
    },
  };
}
