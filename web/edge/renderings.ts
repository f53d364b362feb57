import { anyChangeTag } from '#web/freshness/content-tag.ts';
import type { Kept, PageStore, Term } from '#web/freshness/page-store.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import { PackedAnswer } from './packed-answer.ts';
import { styleSourcesOf } from './styles-inside.ts';

/** Asks Next for a path on behalf of a client's address. */
export type Ask = (path: string, from: string) => Promise<Answer>;

/** A request to Next in flight, with the store's sequence at its begin. */
type Rendering = { began: number; outcome: Promise<PackedAnswer | Answer> };

/** Milliseconds for responses without a lifetime of Next's. */
const confirmEvery = 60_000;
/** Milliseconds to serve the last good page before a retry. */
const retryEvery = 5_000;

/**
 * Has Next render each path once, however many visitors wait, and stores what is public. The request holds nobody's
 * query, since everybody shares the answer. A page shares the lifetime of Next's rendering and replaces it in the store.
 */
export class Renderings {
  readonly #ask: Ask;
  readonly #pages: PageStore;
  readonly #inFlight = new Map<string, Rendering>();
  /** Texts of style sheets and forms' scripts by addresses, which are of their content. */
  readonly #sources = new Map<string, string>();
  /** Unknown paths share one answer. */
  #lastMissing: PackedAnswer | undefined;

  constructor(ask: Ask, pages: PageStore) {
    this.#ask = ask;
    this.#pages = pages;
  }

  /** The answer at a path after all changes published so far; `isShared` if another client had asked for it. */
  async find(path: string, from: string): Promise<{ outcome: PackedAnswer | Answer; isShared: boolean }> {
    const wanted = this.#pages.sequence;
    const earlier = this.#inFlight.get(path);
    if (earlier && earlier.began < wanted) await earlier.outcome.catch(() => {});
    const shared = this.#inFlight.get(path);
    const { outcome } = shared ?? this.#begin(path, from);
    return { outcome: await outcome, isShared: shared !== undefined };
  }

  /** Renews a page while visitors still get the old one. Failures show when it is asked for. */
  renew(path: string, from: string): void {
    if (!this.#inFlight.has(path)) this.#begin(path, from).outcome.catch(() => {});
  }

  #begin(path: string, from: string): Rendering {
    const began = this.#pages.sequence;
    const outcome = this.#render(path, from, began).finally(() => this.#inFlight.delete(path));
    const rendering = { began, outcome };
    this.#inFlight.set(path, rendering);
    return rendering;
  }

  async #render(path: string, from: string, began: number): Promise<PackedAnswer | Answer> {
    const rendered: { made?: Term & { key: string } } = {};
    const answer = await this.#pages.asking.run(rendered, () => this.#ask(path, from));
    const last = this.#pages.get(path, PackedAnswer);
    if (answer.status >= 500) {
      const form = last && (await this.#standIn(last, answer, from));
      if (form) this.#pages.set(path, { ...termOf(began, retryEvery), form });
      return form ?? answer;
    }
    if (!isPublic(answer)) {
      this.#pages.delete(path);
      return answer;
    }
    const packed = new PackedAnswer(answer, await this.#readSources(answer, from));
    const form = [last?.form, this.#lastMissing].find((one) => one?.isSameAs(packed)) ?? packed;
    if (form.isMissing) this.#lastMissing = form;
    const made = form.isMissing ? undefined : rendered.made;
    if (isCanonical(path)) {
      this.#pages.set(path, { ...(made ?? termOf(began, confirmEvery)), form });
      if (made) this.#pages.delete(made.key);
    }
    return form;
  }

  /**
   * The last good page in place of an error. A page of an earlier process replaces missing content only, and only while
   * its styles and scripts exist.
   */
  async #standIn({ form, began }: Kept<PackedAnswer>, { status }: Answer, from: string) {
    if (began >= 0) return form;
    if (status !== 503) return undefined;
    const known = await this.#readSources(form.answer, from);
    const isWhole = known.size === new Set(styleSourcesOf(form.answer)).size;
    return isWhole ? new PackedAnswer(form.answer, known) : undefined;
  }

  /** Style sheets and scripts of a page by their addresses, without those that Next does not have. */
  async #readSources(answer: Answer, from: string): Promise<Map<string, string>> {
    const urls = styleSourcesOf(answer);
    for (const url of urls.filter((one) => !this.#sources.has(one))) {
      const source = await this.#ask(url, from);
      if (source.status === 200) this.#sources.set(url, source.body.toString());
    }
    return new Map([...this.#sources].filter(([url]) => urls.includes(url)));
  }
}

/** Until the next publish, or for `time` milliseconds. */
const termOf = (began: number, time: number): Term => ({
  tags: [anyChangeTag],
  began,
  until: performance.now() + time,
});

function isPublic(answer: Answer): boolean {
  const cacheControl = headerOf(answer, 'cache-control');
  if (isHtml(answer) && answer.status === 404) return true;
  // XML: sitemaps and feeds.
  const isPage = isHtml(answer) || /^application\/.*xml/.test(headerOf(answer, 'content-type'));
  if (isPage) return answer.status === 200 && cacheControl.startsWith('public');
  return cacheControl.includes('immutable');
}

/** Paths with needless escapes are served but not cached. */
const isCanonical = (path: string) => path === encodeURI(decodeURI(path));
