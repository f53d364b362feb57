import { setTimeout as rest } from 'node:timers/promises';
import type { Outbox, PendingDelivery } from './outbox.ts';
import type { Outcome } from './send.ts';

/** Messages on their way at once, each about another document. */
const AT_ONCE = 8;
/** More than this waiting is an import or a release, not editors at work. */
const BACKLOG = 64;
/** While there is a backlog: this many at once, and each leaves the site in peace as long as it took, up to a limit. */
const AT_ONCE_OF_BACKLOG = 2;
const MAX_REST_MS = 100;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 15_000;
/** Longest pause between two attempts of any kind while the site does not answer at all. */
const MAX_PAUSE_MS = 5000;
/** The site checks its pages against the content every hour by itself: later than that a message says nothing new. */
const GIVE_UP_AFTER_MS = 60 * 60 * 1000;

/** Milliseconds to wait after the given number of failed attempts: doubling from a quarter of a second to 15 seconds. */
export function backoff(attempts: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1));
}

const documentOf = ({ dataset, documentId }: PendingDelivery) => `${dataset}/${documentId}`;

/**
 * Works through the outbox: at once, in order for each document, again and again until the site has taken a message.
 * While the site takes nothing, the whole outbox slows down, so that a site that is down costs next to nothing. A
 * backlog is worked off at a pace that leaves the site to its visitors, the latest message first: what an editor
 * publishes while thousands of documents are imported shows as soon as ever.
 */
export class Dispatcher {
  readonly #outbox: Outbox;
  readonly #send: (message: PendingDelivery, stop: AbortSignal) => Promise<Outcome>;
  readonly #stop = new AbortController();
  /** By document: a later message about one that is on its way waits for it. */
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  /** Failures since the site last took a message; while there are any, messages are tried one at a time. */
  #failures = 0;
  #pausedUntil = 0;

  constructor(outbox: Outbox, send: (message: PendingDelivery, stop: AbortSignal) => Promise<Outcome>) {
    this.#outbox = outbox;
    this.#send = send;
  }

  /** Looks at what is due. Called when something was added, after each attempt, and when the next one falls due. */
  wake() {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    const now = Date.now();
    const isBacklog = this.#outbox.holdsMoreThan(BACKLOG);
    const atOnce = this.#failures > 0 ? 1 : isBacklog ? AT_ONCE_OF_BACKLOG : AT_ONCE;
    if (this.#running.size >= atOnce) return;
    const latest = isBacklog ? this.#outbox.latest(2 * AT_ONCE, now) : [];
    // What is on its way is still at the head of its document, so it comes back here and has to be passed over.
    for (const message of latest.length > 0 ? latest : this.#outbox.heads(2 * AT_ONCE)) {
      if (this.#running.size >= atOnce) return;
      if (this.#running.has(documentOf(message))) continue;
      const due = Math.max(message.due, this.#pausedUntil);
      if (due > now) {
        this.#timer = setTimeout(() => this.wake(), due - now);
        return;
      }
      this.#running.set(documentOf(message), this.#attempt(message, isBacklog));
    }
  }

  /** Ends attempts that are under way; what they were to deliver stays in the outbox. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  async #attempt(message: PendingDelivery, isBacklog: boolean): Promise<void> {
    const began = performance.now();
    const outcome = await this.#send(message, this.#stop.signal);
    const isUnsettled = this.#stop.signal.aborted && outcome.kind === 'retry';
    if (!isUnsettled) this.#settle(message, outcome);
    if (isBacklog) {
      const took = Math.min(MAX_REST_MS, performance.now() - began);
      await rest(took, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    this.#running.delete(documentOf(message));
    this.wake();
  }

  #settle(message: PendingDelivery, outcome: Outcome) {
    if (outcome.kind === 'retry') {
      this.#failures += 1;
      this.#pausedUntil = Date.now() + Math.min(MAX_PAUSE_MS, backoff(this.#failures));
    } else {
      this.#failures = 0;
      this.#pausedUntil = 0;
    }
    if (outcome.kind === 'delivered') {
      this.#outbox.remove(message.id);
      return;
    }
    const age = Date.now() - Date.parse(message.transactionTime);
    const what = `Webhook for ${message.documentId} (${message.operation})`;
    if (outcome.kind === 'refused' || age > GIVE_UP_AFTER_MS) {
      console.warn(`${what} is given up: ${outcome.reason}`);
      this.#outbox.remove(message.id);
      return;
    }
    const attempts = message.attempts + 1;
    // One line when the site stops answering, then at growing distances: a site that is down does not fill the log.
    if (this.#failures === 1 || attempts % 10 === 0) {
      console.warn(`${what} was not delivered (${outcome.reason}); it is tried again.`);
    }
    this.#outbox.postpone(message.id, Date.now() + (outcome.afterMs ?? backoff(attempts)));
  }
}
