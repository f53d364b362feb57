import { setTimeout as wait } from 'node:timers/promises';
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { buildSelfUrl } from '#settings';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { followLiveEvents } from './follow-live-events.ts';

const timeout = 30 * second;
const retryAfter = second;

let isDue = false;
let isRunning = false;

/** Revalidates Next's own cache after each live event of the embedded lake, if `SiteCache` is off. */
export function revalidateNextCache(): void {
  const { apiHost, webhookSecret } = siteSettings().sanity;
  if (process.env.NEXT_CACHE_HANDLER !== 'none' || !apiHost || !webhookSecret) return;
  const onChange = () => void revalidateAll(webhookSecret);
  followLiveEvents({ onTags: onChange, onGap: onChange });
}

/** Retries until a request succeeds. All changes published during a request are covered by one further request. */
async function revalidateAll(secret: string) {
  isDue = true;
  if (isRunning) return;
  isRunning = true;
  while (isDue) {
    isDue = false;
    try {
      await requestRevalidation(secret);
    } catch (error) {
      console.warn('Pages could not be revalidated after a publish. Trying again.', error);
      isDue = true;
      await wait(retryAfter);
    }
  }
  isRunning = false;
}

/** Sends a request to this server, since Next can expire its cache only within a request. Throws on failure. */
async function requestRevalidation(secret: string) {
  const body = JSON.stringify({ _id: 'live-events', operation: 'update' });
  const response = await fetch(`${buildSelfUrl(siteSettings())}/api/revalidate`, {
    method: 'POST',
    body,
    headers: { [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret) },
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
