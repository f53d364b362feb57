import { minute, second } from '#web/contracts/durations.ts';
import { anyChangeTag } from '#web/freshness/content-tag.ts';
import type { Lifetime, PageStore } from '#web/freshness/page-store.ts';
import { CompressedResponse } from './compressed-response.ts';
import { findAssetUrls } from './inline-styles.ts';
import { isHtml, type RenderedResponse, readHeader } from './request-next.ts';

/** Requests a path from Next. `from` is the client's network address, for rate limits. */
export type RenderPath = (path: string, from: string) => Promise<RenderedResponse>;

/** A running request to Next. `began` is the page store's sequence number when it started. */
type Rendering = { began: number; outcome: Promise<CompressedResponse | RenderedResponse> };

/** Lifetime of responses for which Next has no cache entry. */
const revalidateEvery = minute;
/** At most this many pages are rendered after a publish before a visitor requests them. */
const maxRenewed = 100;
/** After a failure, the last good page is served for this many milliseconds before the next attempt. */
const retryEvery = 5 * second;

/**
 * Renders each path once with Next, however many visitors wait, and stores public responses. The request to Next has no
 * query string, since all visitors share the response. A page gets the lifetime of Next's own cache entry and replaces
 * that entry in the store.
 */
export class Renderings {
  readonly #renderPath: RenderPath;
  readonly #pages: PageStore;
  readonly #inFlight = new Map<string, Rendering>();
  /** Texts of style sheets and of forms' scripts by URL. A URL contains a content hash, so its text never changes. */
  readonly #assets = new Map<string, string>();
  /** Paths of expired pages to render; the last one is the next. */
  #expired: string[] = [];
  /** Pages to compress again with the best quality, by path. */
  readonly #compressedFast = new Map<string, CompressedResponse>();
  /** Unknown paths share one response. */
  #lastNotFound: CompressedResponse | undefined;

  /** `staleTime`: for how many milliseconds after a publish visitors may get the last version of a page. */
  constructor(renderPath: RenderPath, pages: PageStore, staleTime: number) {
    this.#renderPath = renderPath;
    this.#pages = pages;
    if (staleTime > 0) pages.onExpire = () => void this.#renewExpired(staleTime);
  }

  /** Resolves to a response with all changes published so far. `isShared`: another client requested it first. */
  async find(
    path: string,
    from: string,
  ): Promise<{ outcome: CompressedResponse | RenderedResponse; isShared: boolean }> {
    const sequence = this.#pages.sequence;
    const earlier = this.#inFlight.get(path);
    if (earlier && earlier.began < sequence) await earlier.outcome.catch(() => {});
    const shared = this.#inFlight.get(path);
    const { outcome } = shared ?? this.#begin(path, from);
    return { outcome: await outcome, isShared: shared !== undefined };
  }

  /** Renders a page anew while visitors still get the old one. Ignores errors, because a later request tries again. */
  renew(path: string, from: string): void {
    if (this.#expired.includes(path)) this.#expired.push(path);
    else if (!this.#inFlight.has(path)) this.#begin(path, from).outcome.catch(() => {});
  }

  /**
   * Renders expired pages one after the other while visitors get the last versions; those first that are requested. The best
   * compression takes longer than a rendering, so it follows when all pages are rendered.
   */
  async #renewExpired(staleTime: number) {
    const paths = this.#pages.listExpired(CompressedResponse, staleTime).slice(0, maxRenewed).reverse();
    this.#expired = paths;
    // The next publish makes a new list.
    const isLatest = () => this.#expired === paths;
    for (let path = paths.pop(); path !== undefined && isLatest(); path = paths.pop()) {
      const last = this.#pages.get(path, CompressedResponse);
      if (last?.servedUntil === undefined) continue;
      const { outcome } = await this.find(path, '').catch(() => ({ outcome: undefined }));
      // An unchanged page is compressed already.
      if (!(outcome instanceof CompressedResponse) || outcome === last.value) continue;
      await outcome.compressFast();
      this.#compressedFast.set(path, outcome);
    }
    for (const [path, page] of this.#compressedFast) {
      if (!isLatest()) return;
      this.#compressedFast.delete(path);
      await page.compressBest();
    }
  }

  #begin(path: string, from: string): Rendering {
    const began = this.#pages.sequence;
    const outcome = this.#render(path, from, began).finally(() => this.#inFlight.delete(path));
    const rendering = { began, outcome };
    this.#inFlight.set(path, rendering);
    return rendering;
  }

  async #render(path: string, from: string, began: number): Promise<CompressedResponse | RenderedResponse> {
    const rendering: { nextEntry?: Lifetime & { key: string } } = {};
    const response = await this.#pages.currentRendering.run(rendering, () => this.#renderPath(path, from));
    const last = this.#pages.get(path, CompressedResponse);
    if (response.status >= 500) {
      if (last) this.#pages.set(path, { ...lifetimeFrom(began, retryEvery), value: last.value });
      return last?.value ?? response;
    }
    if (!isPublic(response)) {
      this.#pages.delete(path);
      return response;
    }
    const compressed = new CompressedResponse(response, await this.#readAssets(response, from));
    const value = [last?.value, this.#lastNotFound].find((one) => one?.isSameAs(compressed)) ?? compressed;
    if (value.isNotFound) this.#lastNotFound = value;
    const nextEntry = value.isNotFound ? undefined : rendering.nextEntry;
    if (isCanonical(path)) {
      this.#pages.set(path, { ...(nextEntry ?? lifetimeFrom(began, revalidateEvery)), value });
      if (nextEntry) this.#pages.delete(nextEntry.key);
    }
    return value;
  }

  /** Reads the style sheets and scripts of a page, by URL. Leaves out any that Next does not have. */
  async #readAssets(response: RenderedResponse, from: string): Promise<Map<string, string>> {
    const urls = findAssetUrls(response);
    for (const url of urls.filter((one) => !this.#assets.has(one))) {
      const asset = await this.#renderPath(url, from);
      if (asset.status === 200) this.#assets.set(url, asset.body.toString());
    }
    return new Map([...this.#assets].filter(([url]) => urls.includes(url)));
  }
}

/** Returns a lifetime that ends with the next publish, or after `time` milliseconds. */
const lifetimeFrom = (began: number, time: number): Lifetime => ({
  tags: [anyChangeTag],
  began,
  until: performance.now() + time,
});

function isPublic(response: RenderedResponse): boolean {
  const cacheControl = readHeader(response, 'cache-control');
  if (isHtml(response) && response.status === 404) return true;
  // Sitemaps and feeds are XML.
  const isPage = isHtml(response) || /^application\/.*xml/.test(readHeader(response, 'content-type'));
  if (isPage) return response.status === 200 && cacheControl.startsWith('public');
  return cacheControl.includes('immutable');
}

/** Returns whether a path has no needless escapes. Other paths are served but not cached. */
const isCanonical = (path: string) => path === encodeURI(decodeURI(path));
