import { LRUCache } from 'lru-cache';

/** Work counts against its asker for this many times its duration. */
const forgetting = 6;

/** What waits for a thread, by asker: next is one of whoever has used least of it since all of them wait. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** Up to when each has had its share, in milliseconds of work; who comes begins at `#now`, without credit. */
  readonly #shares = new LRUCache<string, number>({ max: 1000 });
  #now = 0;
  /** When (`performance.now()`) an asker's used time is forgotten. */
  readonly #busyUntil = new LRUCache<string, number>({ max: 1000 });

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  of(asker: string): T[] {
    return [...(this.#waiting.get(asker) ?? [])];
  }

  add(asker: string, item: T) {
    this.#waiting.set(asker, (this.#waiting.get(asker) ?? new Set()).add(item));
  }

  take(): T | undefined {
    const [asker] = [...this.#waiting.keys()].sort((a, b) => this.#share(a) - this.#share(b));
    const own = asker === undefined ? undefined : this.#waiting.get(asker);
    if (asker === undefined || !own) return undefined;
    this.#now = this.#share(asker);
    const [first] = own;
    if (first !== undefined) own.delete(first);
    // Among equals, askers take turns.
    this.#waiting.delete(asker);
    if (own.size > 0) this.#waiting.set(asker, own);
    return first;
  }

  /** Milliseconds of `charge` that are not forgotten yet. */
  used(asker: string): number {
    return Math.max(0, (this.#busyUntil.get(asker) ?? 0) - performance.now()) / forgetting;
  }

  /** Milliseconds for its next work: `most` less a part of what it has used, and `least` at all times. */
  share(asker: string, { most, least, part = 1 }: { most: number; least: number; part?: number }): number {
    return Math.floor(Math.max(least, most - this.used(asker) * part));
  }

  /** `isTooMuch`: it counts for the asker's next work too. */
  charge(asker: string, milliseconds: number, isTooMuch = true) {
    const from = Math.max(this.#busyUntil.get(asker) ?? 0, performance.now());
    if (isTooMuch) this.#busyUntil.set(asker, from + milliseconds * forgetting);
    this.#shares.set(asker, this.#share(asker) + milliseconds);
  }

  #share(asker: string): number {
    return Math.max(this.#shares.get(asker) ?? 0, this.#now);
  }
}
