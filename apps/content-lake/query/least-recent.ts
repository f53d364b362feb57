/** A map of limited size: when it is full, the entry that was not used for longest goes. */
export class LeastRecent<K, V> {
  readonly #limit: number;
  readonly #dropped: (value: V) => void;
  readonly #entries = new Map<K, V>();

  /** `dropped` hears of values that had to go, to close what they hold. */
  constructor(limit: number, dropped: (value: V) => void = () => {}) {
    this.#limit = limit;
    this.#dropped = dropped;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    for (const [oldest, entry] of this.#entries) {
      this.#entries.delete(oldest);
      this.#dropped(entry);
      return;
    }
  }

  clear() {
    this.#entries.clear();
  }

  values(): Iterable<V> {
    return this.#entries.values();
  }
}
