import { createHash } from 'node:crypto';
import type { QueryParams } from '@sanity/client';
import { LRUCache } from 'lru-cache';
import { oncePerProcess } from '#web/once-per-process.ts';

declare global {
  interface OncePerProcess {
    loads: Loads;
  }
}

/** A query that pages were made of, with the sync tags and a digest of its latest result. */
type Load = { query: string; params: QueryParams; syncTags: readonly string[]; digest: string };
type Result = { result: unknown; syncTags: readonly string[] };

const maxLoads = 50_000;
/** Queries to run again per change. If a change concerns more, the pages of the others expire unchecked. */
const maxChecks = 20;

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * The queries that pages were made of. Each page has the tags of its queries. A change expires only pages of queries with
 * another result: every page shows the navigation, but few changes to a page in the navigation change its title.
 */
export class Loads {
  /** Called with the tag of a query whose result has changed. */
  onChange: (tag: string) => void = () => {};
  readonly #loads = new LRUCache<string, Load>({
    max: maxLoads,
    dispose: (_, tag, reason) => reason === 'evict' && this.onChange(tag),
  });

  /** Tags of queries without a result yet. */
  readonly #running = new Set<Promise<string>>();

  /** Remembers a query. Resolves with its result to the tag of the pages that are made of it. */
  follow(query: string, params: QueryParams, answer: Promise<Result>): Promise<string> {
    const tag = `load:${digestOf([query, params])}`;
    const following = answer.then(({ result, syncTags }) => {
      const [last, digest] = [this.#loads.get(tag), digestOf(result)];
      this.#loads.set(tag, { query, params, syncTags, digest });
      if (last && last.digest !== digest) this.onChange(tag);
      return tag;
    });
    this.#running.add(following);
    const end = () => this.#running.delete(following);
    following.then(end, end);
    return following;
  }

  /** Runs the queries again that a change with these sync tags concerns. Without a result, their pages expire too. */
  findChanges(
    syncTags: readonly string[],
    run: (query: string, params: QueryParams) => Promise<Result>,
  ): void {
    const changed = new Set(syncTags);
    const check = (tag: string) => {
      const load = this.#loads.get(tag);
      if (load)
        this.follow(load.query, load.params, run(load.query, load.params)).catch(() => this.onChange(tag));
    };
    // The result of a query that is running may be older than the change.
    for (const following of this.#running) following.then(check, () => {});
    const concerned = [...this.#loads].filter(([, load]) => load.syncTags.some((tag) => changed.has(tag)));
    for (const [tag] of concerned.slice(maxChecks)) this.onChange(tag);
    for (const [tag] of concerned.slice(0, maxChecks)) check(tag);
  }
}

oncePerProcess.loads ??= new Loads();
export const { loads } = oncePerProcess;
