import { LRUCache } from 'lru-cache';

/** Work counts against its client for this many times its duration. */
const forgetting = 6;

/**
 * Pending work by client. The next job belongs to the client that has used the least time since all of them began to
 * wait.
 */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** Milliseconds of work that each client has had. A new one begins at `#now`, without credit. */
  readonly #shares = new LRUCache<string, number>({ max: 1000 });
  #now = 0;
  /** When (`performance.now()`) a client's used time is forgotten. */
  readonly #busyUntil = new LRUCache<string, number>({ max: 1000 });

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  of(client: string): T[] {
    return [...(this.#waiting.get(client) ?? [])];
  }

  add(client: string, item: T) {
    this.#waiting.set(client, (this.#waiting.get(client) ?? new Set()).add(item));
  }

  take(): T | undefined {
    const [client] = [...this.#waiting.keys()].sort((a, b) => this.#share(a) - this.#share(b));
    const own = client === undefined ? undefined : this.#waiting.get(client);
    if (client === undefined || !own) return undefined;
    this.#now = this.#share(client);
    const [first] = own;
    if (first !== undefined) own.delete(first);
    // Among equals, clients take turns.
    this.#waiting.delete(client);
    if (own.size > 0) this.#waiting.set(client, own);
    return first;
  }

  /** Milliseconds of `charge` that are not forgotten yet. */
  used(client: string): number {
    return Math.max(0, (this.#busyUntil.get(client) ?? 0) - performance.now()) / forgetting;
  }

  /**
   * Returns the milliseconds for a client's next work: `most`, less `part` (0 to 1) of the time that it has used lately,
   * but never below `least`.
   */
  share(client: string, { most, least, part = 1 }: { most: number; least: number; part?: number }): number {
    return Math.floor(Math.max(least, most - this.used(client) * part));
  }

  /** Counts time that was used. `isTooMuch`: the client gets less time for its next work too. */
  charge(client: string, milliseconds: number, isTooMuch = true) {
    const from = Math.max(this.#busyUntil.get(client) ?? 0, performance.now());
    if (isTooMuch) this.#busyUntil.set(client, from + milliseconds * forgetting);
    this.#shares.set(client, this.#share(client) + milliseconds);
  }

  #share(client: string): number {
    return Math.max(this.#shares.get(client) ?? 0, this.#now);
  }
}
