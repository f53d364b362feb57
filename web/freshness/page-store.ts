import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

/** Bytes, on the disk too: some 10,000 pages as visitors get them. */
const maxBytes = 192 * 1024 * 1024;
/** Bytes for paths where nothing is: anybody makes them up, so they push out no page. */
const maxMissingBytes = 4 * 1024 * 1024;
/** Tags remembered as expired before everything counts as expired, so that their number stays bounded. */
const maxExpiredTags = 50_000;

/** Until one of the tags expires after `began` (a `sequence` of the store), at most until a moment of `performance.now`. */
export type Term = { tags: readonly string[]; began: number; until: number };

/** A page as Next makes it, or as visitors get it; `size` in bytes, about. */
export type Form = { readonly size: number; readonly isMissing?: boolean };

export type Kept<Of extends Form> = Term & { form: Of };

/**
 * All pages that are kept, least recently used out first, and the rule of how long they hold. Order is a sequence, not the
 * clock: a tag that expires while a page is being made expires that page too.
 */
export class PageStore {
  /** Hears of each page that is kept, and of each that is not any more. */
  listener?: { onKept(key: string, form: Form): void; onGone(key: string): void };
  /** Whoever asks Next hears from Next's cache, meanwhile, which page it has found or made. */
  readonly asking = new AsyncLocalStorage<{ made?: Term & { key: string } }>();
  /** Counts what was heard of published changes. */
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

  /** The page in this form, whether it holds or not. */
  get<Of extends Form>(key: string, kind: new (...parts: never[]) => Of): Kept<Of> | undefined {
    const kept = this.#pages.get(key) ?? this.#missing.get(key);
    return isOf(kept, kind) ? kept : undefined;
  }

  /** Whether a page holds: `stale` when only its time is over, so that it may be shown while it is made again. */
  stateOf(term: Term, moreTags: readonly string[] = []): 'fresh' | 'stale' | 'expired' {
    const isExpired = (tag: string) => (this.#expired.get(tag) ?? 0) > term.began;
    if (moreTags.some(isExpired)) return 'expired';
    if (term.began < this.sequence) {
      if (this.#allExpired > term.began || term.tags.some(isExpired)) return 'expired';
      // As good as one that begins now: its tags are looked through once after each change.
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

  /** Makes every page with one of these tags count as missing. */
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

/** Those of this process. */
export const pages = new PageStore();
