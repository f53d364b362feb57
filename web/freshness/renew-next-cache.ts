import { setTimeout as wait } from 'node:timers/promises';
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { selfUrlOf } from '#settings';
import { siteSettings } from '#web/env.ts';
import { followLiveEvents } from './follow-live-events.ts';

/** Milliseconds. */
const timeout = 30_000;
const retryAfter = 1_000;

let isDue = false;
let isAsking = false;

/** Where our cache is off, renews Next's by the embedded lake's live events; hosted Sanity has its webhook. */
export function renewNextCache(): void {
  const { apiHost, webhookSecret } = siteSettings().sanity;
  if (process.env.NEXT_CACHE_HANDLER !== 'none' || !apiHost || !webhookSecret) return;
  const renew = () => void renewAll(webhookSecret);
  followLiveEvents({ onTags: renew, onGap: renew });
}

/** Retries until it succeeds; publishes meanwhile share one further request. */
async function renewAll(secret: string) {
  isDue = true;
  if (isAsking) return;
  isAsking = true;
  while (isDue) {
    isDue = false;
    try {
      await askForRenewal(secret);
    } catch (error) {
      console.warn('Pages could not be renewed after a publish; trying again.', error);
      isDue = true;
      await wait(retryAfter);
    }
  }
  isAsking = false;
}

/** Next can expire its cache only within a request. Throws on an error. */
async function askForRenewal(secret: string) {
  const body = JSON.stringify({ _id: 'live-events', operation: 'update' });
  const response = await fetch(`${selfUrlOf(siteSettings())}/api/revalidate`, {
    method: 'POST',
    body,
    headers: { [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret) },
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
