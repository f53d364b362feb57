import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache/index.js';
import { anyChangeTag, contentTag } from './content-tag.ts';
import { followLiveEvents, followsLiveEvents } from './follow-live-events.ts';
import { pages, type Term } from './page-store.ts';

type Value = NonNullable<Parameters<CacheHandler['set']>[1]>;
type CacheControl = CacheHandlerValue['cacheControl'];

if (process.env.NEXT_PHASE !== 'phase-production-build')
  followLiveEvents({
    onTags: (tags) => pages.expire([...tags, anyChangeTag]),
    onGap: () => pages.expireAll(),
  });

class Rendered {
  readonly madeAt = Date.now();
  readonly value: Value;
  readonly cacheControl: CacheControl;
  readonly size: number;

  constructor(value: Value, cacheControl: CacheControl) {
    this.value = value;
    this.cacheControl = cacheControl;
    this.size = bytesOf(value) + 1024;
  }
}

function bytesOf(value: Value): number {
  if (value.kind === 'APP_ROUTE') return value.body.length;
  if (value.kind !== 'APP_PAGE') return 2 * JSON.stringify(value).length;
  const data = [value.rscData, ...(value.segmentData?.values() ?? [])];
  return data.reduce((sum, part) => sum + (part?.length ?? 0), 2 * value.html.length);
}

function tagsOf(value: Value, context: { tags?: string[] }): string[] {
  if (value.kind === 'FETCH') return [...new Set([...(value.tags ?? []), ...(context.tags ?? [])])];
  const header = 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined;
  return typeof header === 'string' ? header.split(',') : [];
}

/** Apart from the edge's keys, which begin with a slash. */
const keyOf = (key: string) => `next ${key}`;

function tellWhoAsks(key: string, { tags, began, until }: Term) {
  const asked = pages.asking.getStore();
  if (asked) asked.made = { key, tags, began, until };
}

/**
 * Next's cache of rendered pages and data, in memory. Next's own compares times, and so keeps a page that was published
 * anew while it rendered; this one compares sequences and follows the live events.
 */
export default class SiteCache implements CacheHandler {
  /** Next makes a handler per request, so its renderings started no earlier. */
  readonly #began = pages.sequence;

  async get(key: string, context: Parameters<CacheHandler['get']>[1]): Promise<CacheHandlerValue | null> {
    const tags = 'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : [];
    const kept = pages.get(keyOf(key), Rendered);
    if (!kept || pages.stateOf(kept, tags) === 'expired') return null;
    const { madeAt: lastModified, value, cacheControl } = kept.form;
    if (value.kind !== 'FETCH') tellWhoAsks(keyOf(key), kept);
    // Next tracks the time itself and re-renders stale pages in the background.
    return { lastModified, value, ...(cacheControl ? { cacheControl } : {}) };
  }

  async set(key: string, value: Value | null, context: Parameters<CacheHandler['set']>[2]): Promise<void> {
    if (!value) return pages.delete(keyOf(key));
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined;
    const until = performance.now() + Number(cacheControl?.revalidate || Infinity) * 1000;
    const term = { tags: tagsOf(value, 'tags' in context ? context : {}), began: this.#began, until };
    pages.set(keyOf(key), { ...term, form: new Rendered(value, cacheControl) });
    if (value.kind !== 'FETCH') tellWhoAsks(keyOf(key), term);
  }

  /** For hosted Sanity's webhook: ignored while the live events, which tell more, are heard. */
  async revalidateTag(tags: string | string[]): Promise<void> {
    const told = [tags].flat().filter((tag) => tag !== contentTag || !followsLiveEvents());
    if (told.length > 0) pages.expire([...told, anyChangeTag]);
  }

  resetRequestCache(): void {}
}
