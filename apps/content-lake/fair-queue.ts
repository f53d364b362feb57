import { LRUCache } from 'lru-cache';

/** Work counts against its client for this many times its duration. */
const penaltyFactor = 6;

/**
 * Pending work by client. The next job belongs to the client that has used the least time since all of them began to
 * wait.
 */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** Milliseconds of work that each client has had. A new one begins at `#now`, without credit. */
  readonly #usedTime = new LRUCache<string, number>({ max: 1000 });
  #baseline = 0;
  /** When (`performance.now()`) a client's used time is forgotten. */
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
    // Among equals, clients take turns.
    this.#waiting.delete(client);
    if (own.size > 0) this.#waiting.set(client, own);
    return first;
  }

  /** Milliseconds of `charge` that are not forgotten yet. */
  penalty(client: string): number {
    return Math.max(0, (this.#penaltyUntil.get(client) ?? 0) - performance.now()) / penaltyFactor;
  }

  /**
   * Returns the milliseconds for a client's next work: `most`, less `part` (0 to 1) of the time that it has used lately,
   * but never below `least`.
   */
  timeFor(client: string, { most, least, part = 1 }: { most: number; least: number; part?: number }): number {
    return Math.floor(Math.max(least, most - this.penalty(client) * part));
  }

  /** Counts time that was used. `isTooMuch`: the client gets less time for its next work too. */
  charge(client: string, milliseconds: number, isPenalised = true) {
    const from = Math.max(this.#penaltyUntil.get(client) ?? 0, performance.now());
    if (isPenalised) this.#penaltyUntil.set(client, from + milliseconds * penaltyFactor);
    this.#usedTime.set(client, this.#usedTimeOf(client) + milliseconds);
  }

  #usedTimeOf(client: string): number {
    return Math.max(this.#usedTime.get(client) ?? 0, this.#baseline);
  }
}
