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

/** `json` is the result, serialised by the worker so that the server's thread never has to. */
export type QueryResult = { kind: 'result'; json: string; tags: string[]; ms: number };

export type QueryAnswer =
  | QueryResult
  | { kind: 'error'; status: number; message: string; body: Record<string, unknown> }
  /** It is for the thorough worker, always or because others kept the machine busy. */
  | { kind: 'late'; isSlow: boolean };

/** What a worker is told: a query with its limit in milliseconds, or that there is something new to read before the next one. */
export type ToWorker =
  | { kind: 'query'; job: QueryJob; limit: number }
  | { kind: 'news'; datasetId: string; seq: number };

/** The dataset that a worker loads before it says that it is ready. */
export type WorkerData = { datasetId: string; file: string; kind: 'quick' | 'thorough' };

export type FromWorker = { kind: 'ready' } | QueryAnswer;
