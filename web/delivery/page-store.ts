/** What the store keeps of an entry. Times are milliseconds since 1970. */
export type Stored<Value> = { value: Value; madeAt: number; tags: string[]; bytes: number };

/**
 * Cached entries by key, in memory, least recently used out first. An entry is dated by when its making began, so
 * that a tag that expires while a page is being rendered expires that page too.
 */
export class PageStore<Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Stored<Value>>();
  readonly #begun = new Map<string, number>();
  readonly #expiredAt = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The entry, if none of its tags (or of `tags`) expired since it was made. A miss counts as the beginning of its making. */
  get(key: string, tags: string[] = []): Stored<Value> | undefined {
    const entry = this.#entries.get(key);
    if (entry && ![...entry.tags, ...tags].some((tag) => (this.#expiredAt.get(tag) ?? 0) >= entry.madeAt)) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry;
    }
    this.begin(key);
    return undefined;
  }

  /** The entry even if it expired: what can be shown while there is nothing newer. */
  last(key: string): Stored<Value> | undefined {
    return this.#entries.get(key);
  }

  /** Notes that an entry is being made now, unless it is already. */
  begin(key: string) {
    if (!this.#begun.has(key)) this.#begun.set(key, Date.now());
    // Makings that failed leave their note behind.
    if (this.#begun.size > 10_000) this.#begun.clear();
  }

  set(key: string, value: Value, { tags, bytes }: { tags: string[]; bytes: number }) {
    this.delete(key);
    const madeAt = this.#begun.get(key) ?? Date.now();
    this.#begun.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, madeAt, tags, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string) {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  /** Makes every entry with one of these tags count as missing. */
  expire(tags: string[]) {
    const now = Date.now();
    for (const tag of tags) this.#expiredAt.set(tag, now);
  }
}
