import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import { z } from 'zod';
import { log } from '#web/log.ts';
import { GatewayError } from '#web/payments/gateway.ts';

export type GatewaySettings = {
  keyId: string;
  keySecret: string;
  /** Base address of the payment sandbox; undefined is Razorpay itself. */
  apiUrl?: string | undefined;
  /** How long one call may take. */
  timeoutMs?: number;
};

const liveHost = 'https://api.razorpay.com';

/** The SDK's own axios, which its types leave out. */
const sdkSchema = z.object({
  rq: z.custom<AxiosInstance>((rq) => typeof rq === 'function' && 'interceptors' in rq),
});

const errorSchema = z.object({ error: z.object({ description: z.string().nullish() }) });

function refusal(status: number, answer: unknown): GatewayError {
  const { data } = errorSchema.safeParse(answer);
  const details = { status, description: data?.error.description ?? undefined };
  if (status === 401 || status === 403) return new GatewayError('unauthorised', details);
  if (status === 429) return new GatewayError('busy', details);
  if (status >= 500) return new GatewayError('unavailable', details);
  // A 4xx without Razorpay's envelope comes from something in between, not from Razorpay.
  return new GatewayError(data ? 'refused' : 'unreadable', details);
}

/** Why there is no connection, in the system's words: refused, no such host, a certificate that is not valid. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause ? reasonOf(error.cause) : `${'code' in error ? error.code : ''} ${error.message}`.trim();
}

/**
 * Razorpay's SDK with what it has no settings for: address, an end in time, more headers, and faults that can be told
 * apart. Its own handling of errors throws a TypeError where there is no response, so a fault comes back as an answer: a
 * `GatewayError`, made of words alone, since axios' errors hold our secret. Throws an Error that says what to change when
 * a live key is combined with an address other than Razorpay's.
 */
export function connect(settings: GatewaySettings, headers: Record<string, string> = {}): Razorpay {
  const { keyId, keySecret, apiUrl, timeoutMs = 20_000 } = settings;
  if (apiUrl && keyId.startsWith('rzp_live_') && new URL(apiUrl).origin !== liveHost)
    throw new Error('RAZORPAY_API_URL must be empty with a live key (RAZORPAY_KEY_ID=rzp_live_…).');
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { rq } = sdkSchema.parse(razorpay.api);
  Object.assign(rq.defaults, {
    baseURL: apiUrl || liveHost,
    // The one of axios' adapters whose time is also over when an answer trickles in.
    adapter: 'fetch',
    timeout: timeoutMs,
    fetchOptions: { cache: 'no-store', redirect: 'error' },
    validateStatus: null,
  });
  Object.assign(rq.defaults.headers, headers);
  rq.interceptors.response.use(
    ({ status, data, duration: ms, config, ...response }) => {
      const gateway = `${config.method?.toUpperCase()} ${config.url?.replace('/v1', '')}`;
      log('debug', 'the gateway answered', { gateway, status, ms });
      return { ...response, config, status, data: status < 300 ? data : refusal(status, data) };
    },
    (error: { code?: string }) => ({
      data: new GatewayError(error.code === 'ETIMEDOUT' ? 'timeout' : 'unavailable', {
        description: reasonOf(error),
      }),
    }),
  );
  return razorpay;
}
