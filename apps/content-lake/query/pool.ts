import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Principal, visibilityOf } from '../access/principal.ts';
import type { Dataset } from '../store/dataset.ts';
import { second } from '../units.ts';
import type { Perspective } from './perspective.ts';
import type { QueryInput, QueryResult } from './protocol.ts';
import { tooSlow, type WorkerLimits, WorkerQueue } from './worker-queue.ts';

const limits: Record<'fast' | 'slow', WorkerLimits> = {
  fast: { queuedPerClient: 500, time: { max: 60, min: 20, part: 0.5 } },
  slow: { queuedPerClient: 20, time: { max: 10 * second, min: second, part: 1 } },
};

/** After a query times out in the fast worker, it goes straight to the slow worker for this long. */
const skipFastFor = 10 * second;

/** `releasePerspective` replaces `perspective` for queries with `sanity::partOfRelease`. */
export type Query = { input: QueryInput; perspective: Perspective; releasePerspective?: Perspective };

/** Runs queries in two workers: a fast one with a short time limit, and a slow one for queries that exceed it. */
export class QueryPool {
  readonly #fast: WorkerQueue;
  #slow: WorkerQueue | undefined;
  readonly #projectId: string;
  readonly #timedOut = new LRUCache<string, true>({ max: 1000, ttl: skipFastFor });

  /** Loads `first` before it runs queries. */
  constructor(first: Dataset, projectId: string) {
    this.#projectId = projectId;
    const data = { datasetId: first.id, file: first.file };
    // The slow worker loads after the fast one, so that the first response comes sooner.
    this.#fast = new WorkerQueue({ ...data, kind: 'fast' }, limits.fast, () => {
      this.#slow ??= new WorkerQueue({ ...data, kind: 'slow' }, limits.slow);
    });
    first.onCommit(() => {
      for (const worker of [this.#fast, this.#slow]) worker?.catchUp(first.id, first.seq);
    });
  }

  /** Runs a query that sees all earlier writes. `signal` aborts if the client disconnects. Rejects with a LakeError. */
  async run(
    dataset: Dataset,
    principal: Principal,
    query: Query,
    signal?: AbortSignal,
  ): Promise<QueryResult> {
    const job = {
      ...query,
      datasetId: dataset.id,
      file: dataset.file,
      seq: dataset.seq,
      sees: visibilityOf(principal),
      identity: principal.id,
      sanity: { projectId: this.#projectId, dataset: dataset.name },
    };
    const key = queryKey(principal, dataset, query);
    if (this.#slow && this.#timedOut.has(key)) return this.#slow.run(job, signal);
    try {
      return await this.#fast.run(job, signal);
    } catch (error) {
      if (error !== tooSlow || !this.#slow) throw error;
      this.#timedOut.set(key, true);
      return this.#slow.run(job, signal);
    }
  }

  async close() {
    await Promise.all([this.#fast.close(), this.#slow?.close()]);
  }
}

function queryKey({ id }: Principal, dataset: Dataset, { input, ...perspectives }: Query): string {
  const text = 'body' in input ? input.body : JSON.stringify(input);
  return JSON.stringify([id, dataset.id, perspectives, hash('sha1', text)]);
}
