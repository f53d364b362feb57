import type { Outbox, PendingDelivery } from './outbox.ts';
import type { Outcome } from './send.ts';

/** Messages on their way at once, each about another document. */
const AT_ONCE = 8;
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

/**
 * Works through the outbox: at once, in order for each document, again and again until the site has taken a message.
 * While the site takes nothing, the whole outbox slows down, so that a site that is down costs next to nothing.
 */
export class Dispatcher {
  readonly #outbox: Outbox;
  readonly #send: (message: PendingDelivery, stop: AbortSignal) => Promise<Outcome>;
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
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
    const atOnce = this.#failures === 0 ? AT_ONCE : 1;
    // What is on its way is still at the head of its document, so it comes back here and has to be passed over.
    for (const message of this.#outbox.heads(2 * AT_ONCE)) {
      if (this.#running.size >= atOnce) return;
      if (this.#running.has(message.id)) continue;
      const due = Math.max(message.due, this.#pausedUntil);
      if (due > now) {
        this.#timer = setTimeout(() => this.wake(), due - now);
        return;
      }
      this.#running.set(message.id, this.#attempt(message));
    }
  }

  /** Ends attempts that are under way; what they were to deliver stays in the outbox. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  async #attempt(message: PendingDelivery): Promise<void> {
    const outcome = await this.#send(message, this.#stop.signal);
    this.#running.delete(message.id);
    if (this.#stop.signal.aborted && outcome.kind === 'retry') return;
    this.#settle(message, outcome);
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
