import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import { z } from 'zod';
import { isLiveKey } from '#settings';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import { GatewayError } from '#web/payments/gateway.ts';

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
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause ? reasonOf(error.cause) : `${'code' in error ? error.code : ''} ${error.message}`.trim();
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
        description: reasonOf(error),
      }),
    }),
  );
  return razorpay;
}

/**
 * Returns the time of Razorpay's clock in milliseconds since 1970; undefined without a response. If this machine's
 * clock is far off, there is no response, because certificates then seem to have expired.
 */
export async function timeAtRazorpay(): Promise<number | undefined> {
  const date = await withTimeout(5000, async (signal) => {
    const { headers } = await fetch(liveHost, { method: 'HEAD', cache: 'no-store', signal });
    return headers.get('date');
  }).catch(() => null);
  return date === null ? undefined : Date.parse(date);
}
