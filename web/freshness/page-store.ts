import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

/** Bytes, on disk too: some 10,000 compressed pages. */
const maxBytes = 192 * 1024 * 1024;
/** Bytes for 404s: anybody can invent paths, which must not evict pages. */
const maxMissingBytes = 4 * 1024 * 1024;
/** Bound on remembered expired tags; beyond it everything expires. */
const maxExpiredTags = 50_000;

/** Lifetime: until a tag expires after `began` (a `sequence` of the store), at most until a `performance.now` time. */
export type Term = { tags: readonly string[]; began: number; until: number };

/** A page as Next renders it or as visitors get it; `size` in bytes, approximately. */
export type Form = { readonly size: number; readonly isMissing?: boolean };

export type Kept<Of extends Form> = Term & { form: Of };

/**
 * All cached pages (LRU) and the rule of their freshness. Ordered by a sequence, not the clock: a tag that expires
 * during a rendering expires that page too.
 */
export class PageStore {
  /** Hears of each page stored or evicted. */
  listener?: { onKept(key: string, form: Form): void; onGone(key: string): void };
  /** Tells the edge which page Next's cache found or made for its request: see `carryTags` in `web/content/load.ts`. */
  readonly asking = new AsyncLocalStorage<{ made?: Term & { key: string } }>();
  /** Counts published changes. */
  sequence = 0;
  #allExpired = 0;
  readonly #expired = new Map<string, number>();
  readonly #pages: LRUCache<string, Kept<Form>>;
  readonly #missing = new LRUCache<string, Kept<Form>>({
    maxSize: maxMissingBytes,
    sizeCalculation: (_, key) => 2 * key.length + 300,
  });

  constructor(maxSize = maxBytes) {
    this.#pages = new LRUCache({
      maxSize,
      sizeCalculation: ({ form }) => form.size,
      dispose: (_, key, reason) => reason !== 'set' && this.listener?.onGone(key),
    });
  }

  /** The page in this form, fresh or not. */
  get<Of extends Form>(key: string, kind: new (...parts: never[]) => Of): Kept<Of> | undefined {
    const kept = this.#pages.get(key) ?? this.#missing.get(key);
    return isOf(kept, kind) ? kept : undefined;
  }

  /** `stale` when only the time is over: may be served while it is renewed. */
  stateOf(term: Term, moreTags: readonly string[] = []): 'fresh' | 'stale' | 'expired' {
    const isExpired = (tag: string) => (this.#expired.get(tag) ?? 0) > term.began;
    if (moreTags.some(isExpired)) return 'expired';
    if (term.began < this.sequence) {
      if (this.#allExpired > term.began || term.tags.some(isExpired)) return 'expired';
      // Its tags are checked only once per change.
      if (moreTags.length === 0) term.began = this.sequence;
    }
    return performance.now() < term.until ? 'fresh' : 'stale';
  }

  set(key: string, kept: Kept<Form>) {
    const [its, other] = kept.form.isMissing ? [this.#missing, this.#pages] : [this.#pages, this.#missing];
    other.delete(key);
    its.set(key, kept);
    this.listener?.onKept(key, kept.form);
  }

  delete(key: string) {
    this.#pages.delete(key);
    this.#missing.delete(key);
  }

  expire(tags: readonly string[]) {
    this.sequence += 1;
    for (const tag of tags) this.#expired.set(tag, this.sequence);
    if (this.#expired.size > maxExpiredTags) this.expireAll();
  }

  expireAll() {
    this.sequence += 1;
    this.#allExpired = this.sequence;
    this.#expired.clear();
  }
}

const isOf = <Of extends Form>(
  kept: Kept<Form> | undefined,
  kind: new (...parts: never[]) => Of,
): kept is Kept<Of> => kept?.form instanceof kind;

export const pages = new PageStore();
