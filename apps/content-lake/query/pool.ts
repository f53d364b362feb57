import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Principal, visibilityOf } from '../access/principal.ts';
import type { Dataset } from '../store/dataset.ts';
import type { Perspective } from './perspective.ts';
import type { Asked, QueryResult } from './protocol.ts';
import { tooSlow, type WorkerLimits, WorkerQueue } from './worker-queue.ts';

const limits: Record<'quick' | 'thorough', WorkerLimits> = {
  quick: { queuedPerClient: 500, milliseconds: { most: 60, least: 20, part: 0.5 } },
  thorough: { queuedPerClient: 20, milliseconds: { most: 10_000, least: 1000, part: 1 } },
};

/** Milliseconds for which a question that the quick worker gave up is not put to it again. */
const givenUpFor = 10_000;

/** `partsIn`: the perspective of what asks for the parts of a release, `perspective` unless it is given. */
export type Query = { asked: Asked; perspective: Perspective; partsIn?: Perspective };

/** Runs queries in two warm workers: a quick one that gives up soon, and a thorough one for the rest. */
export class QueryPool {
  readonly #quick: WorkerQueue;
  #thorough: WorkerQueue | undefined;
  readonly #projectId: string;
  /** Questions, each with its asker. */
  readonly #givenUp = new LRUCache<string, true>({ max: 1000, ttl: givenUpFor });

  /** `first` is loaded before queries are taken. */
  constructor(first: Dataset, projectId: string) {
    this.#projectId = projectId;
    const data = { datasetId: first.id, file: first.file };
    // Loads later, so that the first response comes soon.
    this.#quick = new WorkerQueue({ ...data, kind: 'quick' }, limits.quick, () => {
      this.#thorough ??= new WorkerQueue({ ...data, kind: 'thorough' }, limits.thorough);
    });
    first.onCommit(() => {
      for (const worker of [this.#quick, this.#thorough]) worker?.catchUp(first.id, first.seq);
    });
  }

  /** Answers from everything written before; `left` aborts when the client disconnects. Rejects with a LakeError. */
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
    const question = nameOf(principal, dataset, query);
    if (this.#thorough && this.#givenUp.has(question)) return this.#thorough.run(job, left);
    try {
      return await this.#quick.run(job, left);
    } catch (error) {
      if (error !== tooSlow || !this.#thorough) throw error;
      this.#givenUp.set(question, true);
      return this.#thorough.run(job, left);
    }
  }

  async close() {
    await Promise.all([this.#quick.close(), this.#thorough?.close()]);
  }
}

function nameOf({ id }: Principal, dataset: Dataset, { asked, ...perspectives }: Query): string {
  const text = 'body' in asked ? asked.body : JSON.stringify(asked);
  return JSON.stringify([id, dataset.id, perspectives, hash('sha1', text)]);
}
