import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache/index.js';
import { retryAfterSeconds } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { inlineScripts, readDelivery, withoutFramework } from './document.ts';
import { withLaterScripts } from './later-scripts.ts';
import { PageStore } from './page-store.ts';
import { pagePolicy } from './security-policy.ts';

type Value = NonNullable<Parameters<CacheHandler['set']>[1]>;
type PageValue = Extract<Value, { kind: 'APP_PAGE' }>;

/** Enough for some thousand pages; others are rendered again when they are asked for. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Shared by all handlers of this process (Next makes one a request). Pages do not outlive the process: what was
 * published while it was away nobody told it.
 */
const store = new PageStore<{ value: Value; cacheControl: CacheHandlerValue['cacheControl'] }>(maxBytes);

const cacheTagsHeader = 'x-next-cache-tags';

function tagsOf(value: Value, context: { tags?: string[] }): string[] {
  if (value.kind === 'FETCH') return [...new Set([...(value.tags ?? []), ...(context.tags ?? [])])];
  const header = 'headers' in value ? value.headers?.[cacheTagsHeader] : undefined;
  return typeof header === 'string' ? header.split(',') : [];
}

function sizeOf(value: Value): number {
  switch (value.kind) {
    case 'APP_PAGE': {
      const segments = [...(value.segmentData?.values() ?? [])];
      return (
        2 * value.html.length +
        (value.rscData?.length ?? 0) +
        segments.reduce((sum, segment) => sum + segment.length, 0) +
        1024
      );
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
 * Turns a rendered page into what is delivered. The value is changed in place: Next answers the request that caused
 * the rendering from this same object, so that the very first visitor gets what all others get.
 */
function prepare(page: PageValue): number | undefined {
  const settings = siteSettings();
  const wanted = readDelivery(page.html);
  const isDocument = wanted?.isDocument === true && !settings.sendFrameworkScripts;
  const isRedirect = page.status !== undefined && page.status >= 300 && page.status < 400;
  if (isRedirect) page.html = '';
  if (isDocument) page.html = withoutFramework(page.html);
  else if (wanted && !settings.sendFrameworkScripts) page.html = withLaterScripts(page.html);
  if (wanted?.status) page.status = wanted.status;
  page.headers = {
    ...page.headers,
    'content-security-policy': pagePolicy({
      inlineScripts: inlineScripts(page.html),
      ownScripts: !isDocument && !isRedirect,
      ...(wanted?.opensCheckout ? { checkout: settings.razorpayUrl ?? 'live' } : {}),
    }),
    ...(settings.siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    // Browsers and caches on the way ask again each time, and get 304 as long as nothing was published.
    'cache-control': 'public, max-age=0, must-revalidate',
  };
  return wanted?.status;
}

const unavailable = 503;

/**
 * A page that could not be rendered because the content is away: its last good version stands in, also for the visitor
 * who waits, and is tried again in the background after a moment. Without one the page says so and is not kept.
 */
function standIn(key: string, page: PageValue) {
  const last = store.last(key);
  if (last?.value.value.kind !== 'APP_PAGE') {
    page.headers = {
      ...page.headers,
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
    };
    return;
  }
  Object.assign(page, last.value.value);
  store.set(
    key,
    { value: { ...page }, cacheControl: { revalidate: retryAfterSeconds, expire: undefined } },
    { tags: last.tags, bytes: last.bytes },
  );
}

/**
 * Next's cache for rendered pages and data, in the memory of this process. Tags expire entries at once; nothing stale
 * is served after a publish. With several processes each needs its own revalidation webhook.
 */
export default class SiteCache implements CacheHandler {
  async get(key: string, context: Parameters<CacheHandler['get']>[1]): Promise<CacheHandlerValue | null> {
    const found = store.get(
      key,
      'tags' in context ? [...(context.tags ?? []), ...(context.softTags ?? [])] : [],
    );
    if (!found) return null;
    const { value, cacheControl } = found.value;
    // A page that is about to be healed is rendered from now on.
    if (cacheControl && Date.now() - found.madeAt > Number(cacheControl.revalidate) * 1000) store.begin(key);
    return { lastModified: found.madeAt, value, ...(cacheControl ? { cacheControl } : {}) };
  }

  async set(key: string, value: Value | null, context: Parameters<CacheHandler['set']>[2]): Promise<void> {
    if (!value) {
      store.delete(key);
      return;
    }
    if (value.kind === 'APP_PAGE' && prepare(value) === unavailable) return standIn(key, value);
    const kept = { ...value };
    store.set(
      key,
      { value: kept, cacheControl: 'cacheControl' in context ? context.cacheControl : undefined },
      { tags: tagsOf(value, 'tags' in context ? context : {}), bytes: sizeOf(value) },
    );
    // While it renders, Next has already told this request's answer where to lead; it would say so twice.
    if (value.kind === 'APP_PAGE') value.headers = { ...value.headers, location: undefined };
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    store.expire([tags].flat());
  }

  resetRequestCache(): void {}
}
