import { isDeepStrictEqual } from 'node:util';
import { siteTag } from './content-tag.ts';
import type { PageStore } from './page-store.ts';

type Answer<Result> = { result: Result; syncTags: readonly string[] };
type Run<Result> = () => Promise<Answer<Result>>;

/**
 * Keeps the result of a query that all pages depend on. The settings depend on each page in the navigation, but few
 * changes to such a page change its link. So after a change the query runs once, and all pages expire only if its result
 * differs.
 */
export class SharedResult<Result> {
  readonly #pages: PageStore;
  /** Whether changes are known. Otherwise nothing is kept. */
  readonly #followsChanges: () => boolean;
  /** `generation`: of the page store when the query began. A later generation means that changes may be missing. */
  #kept: (Answer<Result> & { generation: number; run: Run<Result> }) | undefined;
  #reading = 0;
  #isDue = false;
  #isRunning = false;

  constructor(pages: PageStore, followsChanges: () => boolean) {
    this.#pages = pages;
    this.#followsChanges = followsChanges;
  }

  /** Resolves to the current result. `run` runs the query. */
  async read(run: Run<Result>): Promise<Result> {
    const kept = this.#current();
    if (kept) return kept.result;
    const { generation } = this.#pages;
    this.#reading += 1;
    try {
      const answer = await run();
      if (this.#followsChanges()) this.#kept = { ...answer, generation, run };
      return answer.result;
    } finally {
      this.#reading -= 1;
    }
  }

  /** Checks the result after a published change with these sync tags. */
  async check(tags: readonly string[]): Promise<void> {
    const kept = this.#current();
    // The result of a query that is running may be older than the change.
    if (!kept || this.#reading > 0) return this.#pages.expireAll();
    if (!kept.syncTags.some((tag) => tags.includes(tag))) return;
    this.#isDue = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.#renew();
    }
    this.#isRunning = false;
  }

  async #renew() {
    const last = this.#current();
    if (!last) return;
    const answer = await last.run().catch(() => undefined);
    if (!answer) return this.#pages.expireAll();
    this.#kept = { ...last, ...answer };
    if (!isDeepStrictEqual(answer.result, last.result)) this.#pages.expire([siteTag]);
  }

  #current() {
    return this.#kept?.generation === this.#pages.generation ? this.#kept : undefined;
  }
}
