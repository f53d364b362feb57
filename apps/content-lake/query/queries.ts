import type { Principal } from '../access/principal.ts';
import type { LakeConfig } from '../config.ts';
import type { Dataset } from '../store/dataset.ts';
import type { Perspective } from './perspective.ts';
import { QueryPool, type QueryResult } from './pool.ts';

export type Query = { query: string; params: Record<string, unknown>; perspective: Perspective };

/** Answers GROQ queries for whoever asks, with everything that was written before. */
export class Queries {
  readonly #pool: QueryPool;
  readonly #projectId: string;

  /** `first` is the dataset that is asked most; workers load it ahead. */
  constructor(config: LakeConfig, first: Dataset) {
    this.#pool = new QueryPool({ datasetId: first.id, file: first.file });
    this.#projectId = config.projectId;
  }

  /** Rejects with a LakeError in Sanity's form: `queryParseError`, a time limit, or what else is wrong with the query. */
  run(dataset: Dataset, principal: Principal, query: Query): Promise<QueryResult> {
    return this.#pool.run({
      ...query,
      datasetId: dataset.id,
      file: dataset.file,
      seq: dataset.seq,
      everything: principal.kind !== 'anonymous',
      identity: principal.id,
      sanity: { projectId: this.#projectId, dataset: dataset.name },
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
