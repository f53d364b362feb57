import { setTimeout as rest } from 'node:timers/promises';
import type { Outbox, PendingDelivery } from './outbox.ts';
import type { Outcome } from './send.ts';

/** Messages under way at once, each about another document. */
const concurrency = 8;
/** More than this waiting is an import or a release, not editors at work. */
const backlogSize = 64;
/** Through a backlog: this many at once, each followed by a rest as long as it took, up to a limit in milliseconds. */
const backlogConcurrency = 2;
const maxRest = 100;
/** Milliseconds before the second attempt at a message, and at most between two. */
const firstDelay = 250;
const maxDelay = 15_000;
/** Milliseconds between two attempts of any kind while the receiver does not answer at all. */
const maxPause = 5_000;
/** Milliseconds; a receiver that was away for longer has to find out by itself what has changed. */
const giveUpAfter = 60 * 60 * 1000;

/** Milliseconds to wait after the given number of failed attempts: doubling from a quarter of a second to 15 seconds. */
export function backoff(attempts: number): number {
  return Math.min(maxDelay, firstDelay * 2 ** (attempts - 1));
}

const documentOf = ({ dataset, documentId }: PendingDelivery) => `${dataset}/${documentId}`;

/**
 * Sends each document's messages in order, until they are taken; slows down while none is. In a backlog the latest goes
 * first, at a pace that leaves the receiver to its other work: what is published during an import is not behind it.
 */
export function dispatcher(outbox: Outbox, send: (message: PendingDelivery) => Promise<Outcome>) {
  /** By document: a later message about one that is on its way waits for it. */
  const running = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Failures since the receiver last took a message; while there are any, messages are tried one at a time. */
  let failures = 0;
  let pausedUntil = 0;

  /** Looks at what is due. Called when something was added, after each attempt, and when the next one falls due. */
  function wake() {
    clearTimeout(timer);
    const now = Date.now();
    const isBacklog = outbox.holdsMoreThan(backlogSize);
    const atOnce = failures > 0 ? 1 : isBacklog ? backlogConcurrency : concurrency;
    if (running.size >= atOnce) return;
    const latest = isBacklog ? outbox.latest(2 * concurrency, now) : [];
    // What is on its way is still at the head of its document, so it comes back here and has to be passed over.
    for (const message of latest.length > 0 ? latest : outbox.earliest(2 * concurrency)) {
      if (running.size >= atOnce) return;
      if (running.has(documentOf(message))) continue;
      const due = Math.max(message.due, pausedUntil);
      if (due > now) {
        timer = setTimeout(wake, due - now);
        return;
      }
      running.add(documentOf(message));
      void attempt(message, isBacklog);
    }
  }

  async function attempt(message: PendingDelivery, isBacklog: boolean): Promise<void> {
    const began = performance.now();
    settle(message, await send(message));
    if (isBacklog) await rest(Math.min(maxRest, performance.now() - began));
    running.delete(documentOf(message));
    wake();
  }

  function settle(message: PendingDelivery, outcome: Outcome) {
    if (outcome.kind === 'retry') {
      failures += 1;
      pausedUntil = Date.now() + Math.min(maxPause, backoff(failures));
    } else {
      failures = 0;
      pausedUntil = 0;
    }
    if (outcome.kind === 'delivered') {
      outbox.remove(message.id);
      return;
    }
    const age = Date.now() - Date.parse(message.transactionTime);
    const what = `Webhook for ${message.documentId} (${message.operation})`;
    if (outcome.kind === 'rejected' || age > giveUpAfter) {
      console.warn(`${what} is given up: ${outcome.reason}`);
      outbox.remove(message.id);
      return;
    }
    const attempts = message.attempts + 1;
    // One line when the receiver stops answering, then at growing distances, so that it does not fill the log.
    if (failures === 1 || attempts % 10 === 0) {
      console.warn(`${what} was not delivered (${outcome.reason}); it is tried again.`);
    }
    outbox.postpone(message.id, Date.now() + (outcome.afterMs ?? backoff(attempts)));
  }

  return wake;
}
