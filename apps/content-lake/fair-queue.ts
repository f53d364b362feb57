import { LRUCache } from 'lru-cache';

/** A client's time limits stay reduced for this multiple of the time that its work took. */
const penaltyFactor = 6;

/** Queue of pending work by client. The next item belongs to the client that has used the least time. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** Milliseconds. A new client starts at `#baseline`, so it gets no credit for the time before its first request. */
  readonly #usedTime = new LRUCache<string, number>({ max: 1000 });
  #baseline = 0;
  /** Time (`performance.now()`) at which a client has its full time limit again. */
  readonly #penaltyUntil = new LRUCache<string, number>({ max: 1000 });

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  pendingOf(client: string): T[] {
    return [...(this.#waiting.get(client) ?? [])];
  }

  add(client: string, item: T) {
    this.#waiting.set(client, (this.#waiting.get(client) ?? new Set()).add(item));
  }

  take(): T | undefined {
    const [client] = [...this.#waiting.keys()].sort((a, b) => this.#usedTimeOf(a) - this.#usedTimeOf(b));
    const own = client === undefined ? undefined : this.#waiting.get(client);
    if (client === undefined || !own) return undefined;
    this.#baseline = this.#usedTimeOf(client);
    const [first] = own;
    if (first !== undefined) own.delete(first);
    // Moves the client behind other clients that have used the same time.
    this.#waiting.delete(client);
    if (own.size > 0) this.#waiting.set(client, own);
    return first;
  }

  /** Returns the milliseconds of recent work that still reduce a client's time limits. */
  penalty(client: string): number {
    return Math.max(0, (this.#penaltyUntil.get(client) ?? 0) - performance.now()) / penaltyFactor;
  }

  /** Returns the time limit of a client's next work: `max` minus `part` (0 to 1) of its penalty, but at least `min`. */
  timeFor(client: string, { max, min, part = 1 }: { max: number; min: number; part?: number }): number {
    return Math.floor(Math.max(min, max - this.penalty(client) * part));
  }

  /** Records time that a client used. With `isPenalised`, the client's next requests get shorter time limits. */
  charge(client: string, milliseconds: number, isPenalised = true) {
    const from = Math.max(this.#penaltyUntil.get(client) ?? 0, performance.now());
    if (isPenalised) this.#penaltyUntil.set(client, from + milliseconds * penaltyFactor);
    this.#usedTime.set(client, this.#usedTimeOf(client) + milliseconds);
  }

  #usedTimeOf(client: string): number {
    return Math.max(this.#usedTime.get(client) ?? 0, this.#baseline);
  }
}
