import { LRUCache } from 'lru-cache';

/** What the store keeps of an entry; `madeAt` is in milliseconds since 1970. */
export type Stored<Value> = { value: Value; madeAt: number; tags: readonly string[]; began: number };

/** Tags remembered as expired before everything counts as expired, so that their number stays bounded. */
const maxExpiredTags = 50_000;

/**
 * Cached entries by key, in memory, least recently used out first. Order is a sequence, not the clock: an entry is
 * numbered when its making begins, so that a tag that expires while a page is being rendered expires that page too.
 */
export class PageStore<Value extends object> {
  readonly #entries: LRUCache<string, Stored<Value>>;
  readonly #begun = new LRUCache<string, number>({ max: 10_000 });
  readonly #expired = new Map<string, number>();
  #allExpired = 0;
  #sequence = 0;

  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => bytesOf(value) });
  }

  /** The entry, unless one of its tags (or of `tags`) expired since its making began. A miss begins a new making. */
  get(key: string, tags: readonly string[] = []): Stored<Value> | undefined {
    const entry = this.#entries.get(key);
    if (entry && ![...entry.tags, ...tags].some((tag) => this.#expiredAt(tag) > entry.began)) return entry;
    this.begin(key);
    return undefined;
  }

  /** Notes that an entry is being made now, unless it is already. */
  begin(key: string) {
    if (!this.#begun.has(key)) this.#begun.set(key, this.#sequence);
  }

  set(key: string, value: Value, tags: readonly string[]) {
    const began = this.#begun.get(key) ?? this.#sequence;
    this.#begun.delete(key);
    this.#entries.set(key, { value, madeAt: Date.now(), tags, began });
  }

  delete(key: string) {
    this.#entries.delete(key);
  }

  /** Makes every entry with one of these tags count as missing. */
  expire(tags: readonly string[]) {
    this.#sequence += 1;
    for (const tag of tags) this.#expired.set(tag, this.#sequence);
    if (this.#expired.size > maxExpiredTags) this.expireAll();
  }

  expireAll() {
    this.#sequence += 1;
    this.#allExpired = this.#sequence;
    this.#expired.clear();
  }

  #expiredAt(tag: string) {
    return Math.max(this.#allExpired, this.#expired.get(tag) ?? 0);
  }
}
