import { createHash } from 'node:crypto';
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { PendingDelivery } from './outbox.ts';
import { siteWebhook } from './site-webhook.ts';

/** The site answers in milliseconds; hosted Sanity waits this long too. */
const TIMEOUT_MS = 30_000;
/** Longest wait that a `Retry-After` of the site is followed for, in seconds. */
const MAX_RETRY_AFTER_S = 60;

/** `retry`: worth another attempt; `afterMs` when the site said when. `refused`: another attempt would end the same. */
export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'refused'; reason: string };

/** Makes one attempt, with the headers and the signature of hosted Sanity. Never throws. */
export async function send(
  target: { url: string; secret: string; projectId: string },
  message: PendingDelivery,
  stop: AbortSignal,
): Promise<Outcome> {
  try {
    // The time is part of what is signed, and a receiver may refuse old ones: each attempt is signed anew.
    const signature = await encodeSignatureHeader(message.body, Date.now(), target.secret);
    const response = await fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Sanity.io webhook delivery',
        [SIGNATURE_HEADER_NAME]: signature,
        'idempotency-key': idempotencyKey(message),
        'sanity-transaction-id': message.transactionId,
        'sanity-transaction-time': message.transactionTime,
        'sanity-dataset': message.dataset,
        'sanity-document-id': message.documentId,
        'sanity-operation': message.operation,
        'sanity-project-id': target.projectId,
        'sanity-webhook-id': siteWebhook.id,
      },
      body: message.body,
    });
    await response.body?.cancel();
    return judge(response);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { kind: 'retry', reason: cause instanceof Error ? cause.message || cause.name : String(cause) };
  }
}

function judge(response: Response): Outcome {
  if (response.ok) return { kind: 'delivered' };
  const reason = `HTTP ${response.status}`;
  const temporary =
    response.status >= 500 || response.status === 429 || response.status === 408 || response.status === 425;
  if (!temporary) return { kind: 'refused', reason };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (!(seconds >= 0)) return { kind: 'retry', reason };
  return { kind: 'retry', reason, afterMs: Math.min(seconds, MAX_RETRY_AFTER_S) * 1000 };
}

/** The same for every attempt at one message, so that the receiver can tell a repetition. */
function idempotencyKey(message: PendingDelivery): string {
  const parts = [
    siteWebhook.id,
    message.dataset,
    message.transactionId,
    message.documentId,
    message.operation,
  ];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
