import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import { z } from 'zod';
import { isLiveKey } from '#settings';
import { withRetries } from '#web/http/with-retries.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import {
  disputeSchema,
  type GatewayOrder,
  type GatewayPayment,
  orderSchema,
  paymentSchema,
  refundSchema,
  settlementLineSchema,
  settlementSchema,
} from './entities.ts';

/**
 * `refused`: rejected, with a reason in `description`; `unauthorised`: wrong keys; `busy`: rate limited; `unavailable`:
 * no connection, or a 5xx; `timeout`: the call may have succeeded; `unreadable`: an unexpected response.
 */
type GatewayErrorKind = 'refused' | 'unauthorised' | 'busy' | 'unavailable' | 'timeout' | 'unreadable';

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayErrorKind;
  readonly status: number | undefined;
  readonly description: string | undefined;

  constructor(
    kind: GatewayErrorKind,
    details: { status?: number; description?: string | undefined; cause?: unknown } = {},
  ) {
    const why = details.status ?? (kind === 'unavailable' ? details.description : undefined);
    super(`Gateway: ${kind}${why ? ` (${why})` : ''}`, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.description = details.description;
  }

  /** Replaces `instanceof`: Next bundles each route separately, with its own copy of this class. */
  static is(error: unknown): error is GatewayError {
    return error instanceof Error && error.name === 'GatewayError';
  }
}

export type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base URL of the sandbox. Default: Razorpay's own. */
  apiUrl?: string | undefined;
  timeoutMs?: number;
};

const liveHost = 'https://api.razorpay.com';

/** The SDK's axios instance, which its types leave out. */
const sdkSchema = z.object({
  rq: z.custom<AxiosInstance>((rq) => typeof rq === 'function' && 'interceptors' in rq),
});

const errorSchema = z.object({ error: z.object({ description: z.string().nullish() }) });

function refusal(status: number, body: unknown): GatewayError {
  const { data } = errorSchema.safeParse(body);
  const details = { status, description: data?.error.description ?? undefined };
  if (status === 401 || status === 403) return new GatewayError('unauthorised', details);
  if (status === 429) return new GatewayError('busy', details);
  if (status >= 500) return new GatewayError('unavailable', details);
  // A 4xx without Razorpay's error envelope comes from a proxy.
  return new GatewayError(data ? 'refused' : 'unreadable', details);
}

/** Returns the root cause, such as a refused connection or an invalid certificate. */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause
    ? findReason(error.cause)
    : `${'code' in error ? error.code : ''} ${error.message}`.trim();
}

/**
 * Returns Razorpay's SDK with a base URL, a timeout, headers and typed errors. Failed calls resolve to a
 * `GatewayError`, because the SDK throws a TypeError if there is no response. This error holds only text, because
 * axios' errors contain our secret. Throws an Error if a live key is combined with an address other than Razorpay's.
 */
export function connect(settings: GatewaySettings, headers: Record<string, string> = {}): Razorpay {
  const { keyId, keySecret, apiUrl, timeoutMs } = settings;
  if (apiUrl && isLiveKey(keyId) && new URL(apiUrl).origin !== liveHost)
    throw new Error('RAZORPAY_API_URL must be empty with a live key (RAZORPAY_KEY_ID=rzp_live_…).');
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { rq } = sdkSchema.parse(razorpay.api);
  Object.assign(rq.defaults, {
    baseURL: apiUrl || liveHost,
    // The only axios adapter whose timeout also ends a response that arrives too slowly.
    adapter: 'fetch',
    timeout: timeoutMs,
    fetchOptions: { cache: 'no-store', redirect: 'error' },
    validateStatus: null,
  });
  Object.assign(rq.defaults.headers, headers);
  rq.interceptors.response.use(
    ({ status, data, duration: ms, config, ...response }) => {
      const gateway = `${config.method?.toUpperCase()} ${config.url?.replace('/v1', '')}`;
      log('debug', 'the gateway responded', { gateway, status, ms });
      return { ...response, config, status, data: status < 300 ? data : refusal(status, data) };
    },
    (error: { code?: string }) => ({
      data: new GatewayError(error.code === 'ETIMEDOUT' ? 'timeout' : 'unavailable', {
        description: findReason(error),
      }),
    }),
  );
  return razorpay;
}

/** A span of time in seconds since 1970. Both ends are included. */
export type SpanInSeconds = { from: number; to: number };

type Page = { count: number; skip: number };

/** Escapes ids so that an id cannot lead to another path. The SDK does not escape them. */
const inPath = encodeURIComponent;

const listSchema = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

const isTemporary = (error: unknown) =>
  GatewayError.is(error) && (error.kind === 'busy' || error.kind === 'unavailable');

/** Returns functions that make SDK calls with a time limit, validated responses and typed errors. */
function limitCalls(timeoutMs: number) {
  /** Makes one call without a retry. */
  async function once<Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) {
    const response = await withTimeout(timeoutMs, call).catch((cause: unknown) => {
      throw new GatewayError('timeout', { cause });
    });
    if (GatewayError.is(response)) throw response;
    const parsed = schema.safeParse(response);
    if (!parsed.success) throw new GatewayError('unreadable', { cause: parsed.error });
    return parsed.data;
  }

  /** Retries once if the fault may be temporary. A duplicate order is harmless, because only one is shown. */
  const request = <Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) =>
    withRetries([200 + Math.random() * 400], isTemporary, () => once(schema, call));

  const items = async <T extends z.ZodType>(item: T, call: () => Promise<unknown>) =>
    (await request(listSchema(item), call)).items;

  /** Yields the pages of a list. Entries of an unknown shape are counted and skipped. */
  async function* pages<T extends z.ZodType>(
    item: T,
    call: (page: Page) => Promise<unknown>,
    pageSize = 100,
  ) {
    for (let skip = 0; ; skip += pageSize) {
      const given = await items(z.unknown(), () => call({ count: pageSize, skip }));
      const parsed = given.map((one) => item.safeParse(one));
      const readable = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      yield { items: readable, unreadable: given.length - readable.length };
      if (given.length < pageSize) return;
    }
  }

  return { once, request, items, pages };
}

/**
 * Returns Razorpay's calls. Each rejects only with a `GatewayError`. Amounts are in whole paise, and times are in seconds
 * since 1970. Throws as `connect` does.
 */
export function createGateway({ timeoutMs = 20_000, ...keys }: GatewaySettings) {
  const settings = { ...keys, timeoutMs };
  const razorpay = connect(settings);
  const calls = limitCalls(timeoutMs);
  /** Lists entities created in a span of time, newest first. */
  const list =
    <T extends z.ZodType>(item: T, all: (query: SpanInSeconds & Page) => Promise<unknown>) =>
    (span: SpanInSeconds) =>
      calls.pages(item, (page) => all({ ...span, ...page }));
  const fetchPayment = (id: string) =>
    calls.request(paymentSchema, () => razorpay.payments.fetch(inPath(id)));
  return {
    /** Creates an order that is captured automatically. `receipt`, our reference, has at most 40 characters. */
    createOrder: (order: NewOrder) =>
      calls.request(orderSchema, () => razorpay.orders.create({ ...order, payment: automaticCapture })),
    fetchOrder: (id: string) => calls.request(orderSchema, () => razorpay.orders.fetch(inPath(id))),
    fetchPayment,
    /** Returns all attempts to pay an order, successful or not. */
    paymentsOfOrder: (id: string) =>
      calls.items(paymentSchema, () => razorpay.orders.fetchPayments(inPath(id))),
    /** Captures an authorised payment; returns it if it is already captured. */
    capture: async ({ id, amount, currency }: Pick<GatewayPayment, 'id' | 'amount' | 'currency'>) => {
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
    /** Idempotent by `key`, which has at least ten characters. */
    refund: ({ paymentId, amount, key }: { paymentId: string; amount: number; key: string }) => {
      const { payments } = connect(settings, { 'X-Refund-Idempotency': key });
      const body = { amount, speed: 'normal', receipt: key } as const;
      return calls.request(refundSchema, () => payments.refund(inPath(paymentId), body));
    },
    refundsOfPayment: (id: string) =>
      calls.items(refundSchema, () => razorpay.payments.fetchMultipleRefund(inPath(id), { count: 100 })),
    listPayments: list(paymentSchema, razorpay.payments.all),
    listRefunds: list(refundSchema, razorpay.refunds.all),
    // The SDK's own `disputes.all` ignores the time span.
    listDisputes: list(disputeSchema, (data) => razorpay.api.get({ url: '/disputes', data })),
    listSettlements: list(settlementSchema, razorpay.settlements.all),
    /** Lists the lines settled on a day in India, `2026-03-31`. */
    settlementLines: (onDay: string) => {
      const [year = 0, month, day] = onDay.split('-').map(Number);
      const report = (page: Page) => razorpay.settlements.reports({ year, month, day, ...page });
      return calls.pages(settlementLineSchema, report, 1000);
    },
  };
}

type NewOrder = Pick<GatewayOrder, 'amount' | 'currency'> & {
  receipt: string;
  notes: Record<string, string>;
};

/** In minutes: payments authorised within a day are captured, others are refunded after five days. */
const automaticCapture = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 1440,
    manual_expiry_period: 7200,
    refund_speed: 'normal',
  },
} as const;
