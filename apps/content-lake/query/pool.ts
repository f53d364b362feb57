import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Principal, visibilityOf } from '../access/principal.ts';
import type { Dataset } from '../store/dataset.ts';
import { heldUp, type Lane, laneOf, tooSlow } from './lane.ts';
import type { Perspective } from './perspective.ts';
import type { QueryResult } from './protocol.ts';

/** For each worker, how many queries of one asker may wait, and milliseconds for one: the least for who asks for much. */
const limits = {
  quick: { waiting: 500, most: 100, least: 100 },
  thorough: { waiting: 20, most: 10_000, least: 1000 },
};

/** Queries that are remembered to be slow, and for how many milliseconds: what they need may be made meanwhile. */
const remembered = { max: 10_000, ttl: 60_000 };

export type Query = { query: string; params: Record<string, unknown>; perspective: Perspective };

/**
 * Runs queries in two worker threads: a quick one, which gives up soon so that nobody waits long, and a thorough one for
 * what the quick one gave up. Neither ends with a query, so that both stay warm. In front of each, everybody who asks
 * has their turn; all who have no token are one of them.
 */
export class QueryPool {
  readonly #quick: Lane;
  #thorough: Lane | undefined;
  readonly #projectId: string;
  /** With parameters and perspective: other values may be quick. */
  readonly #slow = new LRUCache<string, true>(remembered);

  /** `first` is the dataset that is asked most: workers load it before they take queries. */
  constructor(first: Dataset, projectId: string) {
    this.#projectId = projectId;
    const data = { datasetId: first.id, file: first.file };
    // The thorough one loads afterwards, so that the first answer comes soon.
    this.#quick = laneOf({ ...data, kind: 'quick' }, limits.quick, () => {
      this.#thorough ??= laneOf({ ...data, kind: 'thorough' }, limits.thorough);
    });
    first.onCommit(() => {
      for (const lane of [this.#quick, this.#thorough]) lane?.read(first.id, first.seq);
    });
  }

  /** Answers a query from everything that was written before. Rejects with a LakeError for what is wrong with it. `left`: nobody waits for it any more. */
  async run(dataset: Dataset, principal: Principal, query: Query, left?: AbortSignal): Promise<QueryResult> {
    const job = {
      ...query,
      datasetId: dataset.id,
      file: dataset.file,
      seq: dataset.seq,
      sees: visibilityOf(principal),
      identity: principal.id,
      sanity: { projectId: this.#projectId, dataset: dataset.name },
    };
    const asked = JSON.stringify([job.datasetId, job.sees, query]);
    const name = createHash('sha256').update(asked).digest('base64url');
    if (this.#thorough && this.#slow.get(name)) return this.#thorough.run(job, left);
    try {
      return await this.#quick.run(job, left, () => this.#slow.has(name));
    } catch (error) {
      if ((error !== tooSlow && error !== heldUp) || !this.#thorough) throw error;
      if (error === tooSlow) this.#slow.set(name, true);
      return this.#thorough.run(job, left);
    }
  }

  async close() {
    await Promise.all([this.#quick.close(), this.#thorough?.close()]);
  }
}
