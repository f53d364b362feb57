import { setTimeout as wait } from 'node:timers/promises';
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { selfUrlOf } from '#settings';
import { siteSettings } from '#web/env.ts';
import { followLiveEvents } from './follow-live-events.ts';

/** Milliseconds for an answer, and before the next attempt. */
const timeout = 30_000;
const retryAfter = 1_000;

let isDue = false;
let isAsking = false;

/**
 * Has Next's own cache follow the embedded lake's live events, where ours is not in use. Hosted Sanity has its webhook for
 * that. Call it once, when the process starts.
 */
export function renewNextCache(): void {
  const { apiHost, webhookSecret } = siteSettings().sanity;
  if (process.env.NEXT_CACHE_HANDLER !== 'none' || !apiHost || !webhookSecret) return;
  const renew = () => void renewAll(webhookSecret);
  followLiveEvents({ onTags: renew, onGap: renew });
}

/** Asks until it is done; what is published meanwhile is one more request together. */
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

/** Next expires what it keeps only while it answers a request. Throws when it did not. */
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
