import { LRUCache } from 'lru-cache';
import { computeVisibility, type Principal } from '../access/principal.ts';
import { typedError } from '../errors.ts';
import type { Dataset } from '../store/dataset.ts';
import { megabyte, minute } from '../units.ts';
import { QueryEngine } from './engine.ts';
import type { Query, QueryResult } from './protocol.ts';
import { QueryWorker } from './query-worker.ts';
import { limitCpuTime } from './time-limit.ts';

/**
 * Milliseconds of processor time for which a query may block the main thread. That is enough to compute a list of 20,000
 * documents for the first time. It is then cached, and the queries of site and Studio take a few milliseconds.
 */
const mainThreadLimit = 200;
/** A query that needs longer goes straight to the worker for this long. */
const slowQueryLifetime = minute;

const tooSlow = typedError(400, 'queryTimeoutError', 'The query needs the worker');

/** Runs queries in the main thread, where each sees all earlier writes, and slow queries in a worker. */
export class Queries {
  readonly #projectId: string;
  readonly #engine = new QueryEngine();
  readonly #worker = new QueryWorker();
  /** Texts of queries that needed the worker. */
  readonly #slow = new LRUCache<string, true>({
    ...{ maxSize: megabyte, ttl: slowQueryLifetime },
    sizeCalculation: (_, text) => text.length + 1,
  });
  #isClosed = false;

  /** Loads `first`, which stays in memory. */
  constructor(first: Dataset, projectId: string) {
    this.#projectId = projectId;
    this.#engine.preload(first.id, first.file).catch((error: unknown) => {
      if (!this.#isClosed) console.error(`The dataset "${first.name}" could not be loaded:`, error);
    });
    // After the response to the write.
    first.onChange(() => setImmediate(() => this.#isClosed || this.#engine.catchUp(first.seq)));
  }

  /** Runs a query. `signal` aborts if the client disconnects. Rejects with a LakeError. */
  async run(
    dataset: Dataset,
    principal: Principal,
    query: Query,
    signal?: AbortSignal,
  ): Promise<QueryResult> {
    dataset.requireOpen();
    const { id: datasetId, file, seq, name } = dataset;
    const sanity = { projectId: this.#projectId, dataset: name };
    const sees = computeVisibility(principal);
    const job = { ...query, datasetId, file, seq, sees, identity: principal.id, sanity };
    if (!this.#slow.has(query.query))
      try {
        return await this.#engine.run(
          job,
          limitCpuTime(mainThreadLimit, () => tooSlow),
        );
      } catch (error) {
        if (error !== tooSlow) throw error;
        this.#slow.set(query.query, true);
      }
    return this.#worker.run(job, signal);
  }

  async close() {
    this.#isClosed = true;
    this.#engine.close();
    await this.#worker.close();
  }
}
