import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache/index.js';
import { oncePerProcess } from '#web/once-per-process.ts';
import { anyChangeTag } from './content-tag.ts';
import { expireOnTime } from './expire-on-time.ts';
import { followLiveEvents, followsLiveEvents } from './follow-live-events.ts';
import { type Lifetime, pages } from './page-store.ts';
import { SharedResult } from './shared-result.ts';

type Value = NonNullable<Parameters<CacheHandler['set']>[1]>;
type CacheControl = CacheHandlerValue['cacheControl'];

// Next loads this module twice: from its file and from a bundle.
if (process.env.NEXT_PHASE !== 'phase-production-build' && !oncePerProcess.sharedSite) {
  const sharedSite: OncePerProcess['sharedSite'] = new SharedResult(pages, followsLiveEvents);
  oncePerProcess.sharedSite = sharedSite;
  followLiveEvents({
    onTags: (tags) => {
      pages.expire([...tags, anyChangeTag]);
      void sharedSite.check(tags);
      void expireOnTime();
    },
    onGap: () => {
      pages.expireAll();
      void expireOnTime();
    },
  });
}

class Rendered {
  readonly renderedAt = Date.now();
  readonly value: Value;
  readonly cacheControl: CacheControl;
  readonly size: number;

  constructor(value: Value, cacheControl: CacheControl) {
    this.value = value;
    this.cacheControl = cacheControl;
    this.size = countBytes(value) + 1024;
  }
}

function countBytes(value: Value): number {
  if (value.kind === 'APP_ROUTE') return value.body.length;
  if (value.kind !== 'APP_PAGE') return 2 * JSON.stringify(value).length;
  const data = [value.rscData, ...(value.segmentData?.values() ?? [])];
  return data.reduce((sum, part) => sum + (part?.length ?? 0), 2 * value.html.length);
}

function listTags(value: Value, context: { tags?: string[] }): string[] {
  if (value.kind === 'FETCH') return [...new Set([...(value.tags ?? []), ...(context.tags ?? [])])];
  const header = 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined;
  return typeof header === 'string' ? header.split(',') : [];
}

/** Prefixes Next's keys. The edge's keys in the same store begin with a slash. */
const toStoreKey = (key: string) => `next ${key}`;

/** Passes an entry's key and lifetime to the edge, if the edge requested the page. */
function passToEdge(key: string, { tags, began, until }: Lifetime) {
  const rendering = pages.currentRendering.getStore();
  if (rendering) rendering.nextEntry = { key, tags, began, until };
}

/**
 * Next's cache of rendered pages and data, in memory. Next's default handler compares times, so a page that was published
 * again while it rendered would count as fresh. This handler compares sequence numbers and follows the live events.
 */
export default class SiteCache implements CacheHandler {
  /** Next creates a handler for each request, so rendering never starts before this number is read. */
  readonly #began = pages.sequence;

  async get(key: string, context: Parameters<CacheHandler['get']>[1]): Promise<CacheHandlerValue | null> {
    const tags = 'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : [];
    const entry = pages.get(toStoreKey(key), Rendered);
    if (!entry || pages.stateOf(entry, tags) === 'expired') return null;
    const { renderedAt: lastModified, value, cacheControl } = entry.value;
    if (value.kind !== 'FETCH') passToEdge(toStoreKey(key), entry);
    // Next checks the lifetime itself and renders stale pages anew in the background.
    return { lastModified, value, ...(cacheControl ? { cacheControl } : {}) };
  }

  async set(key: string, value: Value | null, context: Parameters<CacheHandler['set']>[2]): Promise<void> {
    if (!value) return pages.delete(toStoreKey(key));
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined;
    const until = performance.now() + Number(cacheControl?.revalidate || Infinity) * 1000;
    const lifetime = { tags: listTags(value, 'tags' in context ? context : {}), began: this.#began, until };
    pages.set(toStoreKey(key), { ...lifetime, value: new Rendered(value, cacheControl) });
    if (value.kind !== 'FETCH') passToEdge(toStoreKey(key), lifetime);
  }

  /** Handles hosted Sanity's webhook. Ignores it while live events are connected, since they name the changed tags. */
  async revalidateTag(): Promise<void> {
    if (!followsLiveEvents()) pages.expireAll();
  }

  resetRequestCache(): void {}
}
