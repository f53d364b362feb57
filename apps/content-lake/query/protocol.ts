import type { Visibility } from '../access/principal.ts';
import type { Perspective } from './perspective.ts';

/** A query on its way to a worker. */
export type QueryJob = {
  /** Distinguishes a dataset from one of the same name that was deleted before. */
  datasetId: string;
  file: string;
  /** The worker answers from this transaction or a newer one. */
  seq: number;
  query: string;
  params: Record<string, unknown>;
  perspective: Perspective;
  sees: Visibility;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

export type QueryAnswer =
  /** `json` is the result, serialised by the worker so that the server's thread never has to. */
  | { ok: true; json: string; tags: string[]; ms: number }
  | { ok: false; status: number; message: string; body: Record<string, unknown> };

/** The dataset that a worker loads, with the indexes that nearly every query needs, before it says that it is ready. */
export type WorkerData = { datasetId: string; file: string };

export type FromWorker =
  | { kind: 'ready' }
  /** The query itself begins. `computed`: milliseconds of processor time that the worker has used before. */
  | { kind: 'started'; computed: number }
  | { kind: 'answer'; answer: QueryAnswer };
