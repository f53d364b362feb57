import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache/index.js';
import { anyChangeTag, contentTag } from './content-tag.ts';
import { contentChanged } from './content-version.ts';
import { followLiveEvents, followsLiveEvents } from './follow-live-events.ts';
import { PageStore } from './page-store.ts';

type Value = NonNullable<Parameters<CacheHandler['set']>[1]>;
type Entry = { value: Value; cacheControl: CacheHandlerValue['cacheControl'] };

/** Enough for some thousand pages; others are rendered again when they are asked for. */
const maxBytes = 128 * 1024 * 1024;

/** Shared by all handlers of this process: Next makes one a request. Pages do not outlive the process. */
const store = new PageStore<Entry>(maxBytes, ({ value }) => bytesOf(value));

if (process.env.NEXT_PHASE !== 'phase-production-build')
  followLiveEvents({
    onTags(tags) {
      store.expire([...tags, anyChangeTag]);
      contentChanged();
    },
    onGap() {
      store.expireAll();
      contentChanged();
    },
  });

function tagsOf(value: Value, context: { tags?: string[] }): string[] {
  if (value.kind === 'FETCH') return [...new Set([...(value.tags ?? []), ...(context.tags ?? [])])];
  const header = 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined;
  return typeof header === 'string' ? header.split(',') : [];
}

/** Roughly what an entry takes in memory. */
function bytesOf(value: Value): number {
  switch (value.kind) {
    case 'APP_PAGE': {
      const segments = [...(value.segmentData?.values() ?? [])];
      const data = segments.reduce((sum, segment) => sum + segment.length, value.rscData?.length ?? 0);
      return 2 * value.html.length + data + 1024;
    }
    case 'APP_ROUTE':
      return value.body.length + 1024;
    case 'FETCH':
      return 2 * value.data.body.length + 1024;
    default:
      return JSON.stringify(value).length;
  }
}

/**
 * Next's cache for rendered pages and data, in the memory of this process. Next's own orders by time and so keeps a page
 * that was published anew while it was being rendered; beyond that this one only follows the live events.
 */
export default class SiteCache implements CacheHandler {
  async get(key: string, context: Parameters<CacheHandler['get']>[1]): Promise<CacheHandlerValue | null> {
    const tags = 'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : [];
    const found = store.get(key, tags);
    if (!found) return null;
    const { value, cacheControl } = found.value;
    // Next renders a page that is past its time again in the background: that begins now.
    if (cacheControl && Date.now() - found.madeAt > Number(cacheControl.revalidate) * 1000) store.begin(key);
    return { lastModified: found.madeAt, value, ...(cacheControl ? { cacheControl } : {}) };
  }

  async set(key: string, value: Value | null, context: Parameters<CacheHandler['set']>[2]): Promise<void> {
    if (!value) return store.delete(key);
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined;
    store.set(key, { value, cacheControl }, tagsOf(value, 'tags' in context ? context : {}));
  }

  /** Called for hosted Sanity's webhook, which tells less than the live events do: nothing to do while those are heard. */
  async revalidateTag(tags: string | string[]): Promise<void> {
    const told = [tags].flat().filter((tag) => tag !== contentTag || !followsLiveEvents());
    if (told.length === 0) return;
    store.expire(told);
    contentChanged();
  }

  resetRequestCache(): void {}
}
