import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { oncePerProcess } from '#web/once-per-process.ts';

declare global {
  interface OncePerProcess {
    pages: PageStore;
  }
}

/** Bytes: about 10,000 compressed pages. */
const maxBytes = 192 * 1024 * 1024;
/** Bytes for 404 pages. Clients can invent any number of paths, which must not evict real pages. */
const maxNotFoundBytes = 4 * 1024 * 1024;
/** Maximum number of expired tags to remember. If there are more, all pages expire. */
const maxExpiredTags = 50_000;

/**
 * A page is fresh until one of its tags expires after `began` (a `sequence` of the store), but no longer than `until`
 * (a `performance.now` time). Visitors may get an expired page until `servedUntil`.
 */
export type Lifetime = { tags: readonly string[]; began: number; until: number; servedUntil?: number };

/** A page as Next renders it or as visitors get it. `size` is its approximate size in bytes. */
export type CacheValue = { readonly size: number; readonly isNotFound?: boolean };

export type CacheEntry<Value extends CacheValue> = Lifetime & { value: Value };

/**
 * The page cache: evicts the least recently used pages, and decides whether a page is fresh. Events are ordered by a
 * sequence number, not by time, so a tag that expires while a page renders expires that page too.
 */
export class PageStore {
  /** Passes a rendered page's lifetime from Next's cache handler to the edge. `web/content/load.ts` says why. */
  readonly currentRendering = new AsyncLocalStorage<{ nextEntry?: Lifetime & { key: string } }>();
  /** Counts published changes. */
  sequence = 0;
  /** The `sequence` at which all pages expired last. */
  generation = 0;
  /** Called after each change. */
  onExpire: (() => void) | undefined;
  readonly #expired = new Map<string, number>();
  readonly #pages = new LRUCache<string, CacheEntry<CacheValue>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => value.size,
  });
  readonly #notFound = new LRUCache<string, CacheEntry<CacheValue>>({
    maxSize: maxNotFoundBytes,
    sizeCalculation: (_, key) => 2 * key.length + 300,
  });

  /** Returns the entry if its value is of this class, whether it is fresh or not. */
  get<Value extends CacheValue>(
    key: string,
    kind: new (...parts: never[]) => Value,
  ): CacheEntry<Value> | undefined {
    const entry = this.#pages.get(key) ?? this.#notFound.get(key);
    return holdsValue(entry, kind) ? entry : undefined;
  }

  /** Returns `stale` if the page may be served while it is rendered anew. */
  stateOf(lifetime: Lifetime, moreTags: readonly string[] = []): 'fresh' | 'stale' | 'expired' {
    const now = performance.now();
    if (this.#isExpired(lifetime, moreTags)) return now < (lifetime.servedUntil ?? 0) ? 'stale' : 'expired';
    return now < lifetime.until ? 'fresh' : 'stale';
  }

  #isExpired(lifetime: Lifetime, moreTags: readonly string[] = []): boolean {
    const isExpired = (tag: string) => (this.#expired.get(tag) ?? 0) > lifetime.began;
    if (moreTags.some(isExpired)) return true;
    if (lifetime.began >= this.sequence) return false;
    if (this.generation > lifetime.began || lifetime.tags.some(isExpired)) return true;
    // Check the tags only once per change.
    if (moreTags.length === 0) lifetime.began = this.sequence;
    return false;
  }

  /**
   * Returns the keys of expired pages of this class, the last served first. Visitors may get them for `time` milliseconds
   * after the first publish.
   */
  listExpired(kind: new (...parts: never[]) => CacheValue, time: number): string[] {
    const servedUntil = performance.now() + time;
    const expired = [...this.#pages].filter(([, entry]) => holdsValue(entry, kind) && this.#isExpired(entry));
    for (const [, entry] of expired) entry.servedUntil ??= servedUntil;
    return expired.map(([key]) => key);
  }

  set(key: string, entry: CacheEntry<CacheValue>) {
    const [cache, other] = entry.value.isNotFound
      ? [this.#notFound, this.#pages]
      : [this.#pages, this.#notFound];
    other.delete(key);
    cache.set(key, entry);
  }

  delete(key: string) {
    this.#pages.delete(key);
    this.#notFound.delete(key);
  }

  expire(tags: readonly string[]) {
    this.sequence += 1;
    for (const tag of tags) this.#expired.set(tag, this.sequence);
    if (this.#expired.size > maxExpiredTags) this.expireAll();
    else this.onExpire?.();
  }

  expireAll() {
    this.sequence += 1;
    this.generation = this.sequence;
    this.#expired.clear();
    this.onExpire?.();
  }
}

const holdsValue = <Value extends CacheValue>(
  entry: CacheEntry<CacheValue> | undefined,
  kind: new (...parts: never[]) => Value,
): entry is CacheEntry<Value> => entry?.value instanceof kind;

oncePerProcess.pages ??= new PageStore();
export const { pages } = oncePerProcess;
