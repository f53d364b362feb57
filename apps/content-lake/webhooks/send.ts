import { createHash } from 'node:crypto';
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { PendingDelivery } from './outbox.ts';

/** Milliseconds; hosted Sanity waits this long too. */
const timeout = 30_000;
/** Longest `Retry-After` that is followed, in seconds. */
const maxRetryAfter = 60;

/** `retry`: worth another attempt; `afterMs` when the receiver said when. `rejected`: another attempt would end the same. */
export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'rejected'; reason: string };

/** Makes one attempt, with the headers and the signature of hosted Sanity. Never throws. */
export async function send(
  webhook: { id: string; url: string; secret: string; projectId: string },
  message: PendingDelivery,
): Promise<Outcome> {
  try {
    // The time is part of what is signed, and a receiver may reject old ones: each attempt is signed anew.
    const signature = await encodeSignatureHeader(message.body, Date.now(), webhook.secret);
    const response = await fetch(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Sanity.io webhook delivery',
        [SIGNATURE_HEADER_NAME]: signature,
        'idempotency-key': idempotencyKey(webhook.id, message),
        'sanity-transaction-id': message.transactionId,
        'sanity-transaction-time': message.transactionTime,
        'sanity-dataset': message.dataset,
        'sanity-document-id': message.documentId,
        'sanity-operation': message.operation,
        'sanity-project-id': webhook.projectId,
        'sanity-webhook-id': webhook.id,
      },
      body: message.body,
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { kind: 'retry', reason: cause instanceof Error ? cause.message || cause.name : String(cause) };
  }
}

function outcomeOf({ ok, status, headers }: Response): Outcome {
  if (ok) return { kind: 'delivered' };
  const reason = `HTTP ${status}`;
  if (status < 500 && ![408, 425, 429].includes(status)) return { kind: 'rejected', reason };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (!(seconds >= 0)) return { kind: 'retry', reason };
  return { kind: 'retry', reason, afterMs: Math.min(seconds, maxRetryAfter) * 1000 };
}

/** The same for every attempt at one message, so that the receiver can tell a repetition. */
function idempotencyKey(webhookId: string, message: PendingDelivery): string {
  const { dataset, transactionId, documentId, operation } = message;
  const parts = [webhookId, dataset, transactionId, documentId, operation];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
