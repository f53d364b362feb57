import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Principal, visibilityOf } from '../access/principal.ts';
import type { Dataset } from '../store/dataset.ts';
import type { Perspective } from './perspective.ts';
import type { QueryInput, QueryResult } from './protocol.ts';
import { tooSlow, type WorkerLimits, WorkerQueue } from './worker-queue.ts';

const limits: Record<'fast' | 'slow', WorkerLimits> = {
  fast: { queuedPerClient: 500, milliseconds: { most: 60, least: 20, part: 0.5 } },
  slow: { queuedPerClient: 20, milliseconds: { most: 10_000, least: 1000, part: 1 } },
};

/** Milliseconds for which a question that the quick worker gave up is not put to it again. */
const skipFastFor = 10_000;

/** `partsIn`: the perspective of what asks for the parts of a release, `perspective` unless it is given. */
export type Query = { input: QueryInput; perspective: Perspective; releasePerspective?: Perspective };

/** Runs queries in two warm workers: a quick one that gives up soon, and a thorough one for the rest. */
export class QueryPool {
  readonly #fast: WorkerQueue;
  #slow: WorkerQueue | undefined;
  readonly #projectId: string;
  /** Questions, each with its asker. */
  readonly #timedOut = new LRUCache<string, true>({ max: 1000, ttl: skipFastFor });

  /** `first` is loaded before queries are taken. */
  constructor(first: Dataset, projectId: string) {
    this.#projectId = projectId;
    const data = { datasetId: first.id, file: first.file };
    // Loads later, so that the first response comes soon.
    this.#fast = new WorkerQueue({ ...data, kind: 'fast' }, limits.fast, () => {
      this.#slow ??= new WorkerQueue({ ...data, kind: 'slow' }, limits.slow);
    });
    first.onCommit(() => {
      for (const worker of [this.#fast, this.#slow]) worker?.catchUp(first.id, first.seq);
    });
  }

  /** Answers from everything written before; `left` aborts when the client disconnects. Rejects with a LakeError. */
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
