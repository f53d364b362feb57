import type { Visibility } from '../access/principal.ts';
import type { Perspective } from './perspective.ts';

export type ParsedQuery = { query: string; params: Record<string, unknown> };
/** A body is parsed where nobody waits for it. */
export type QueryInput = ParsedQuery | { body: Uint8Array };

export type QueryJob = {
  /** Distinguishes a dataset from a deleted one of the same name. */
  datasetId: string;
  file: string;
  /** The worker answers from this transaction or a newer one. */
  seq: number;
  input: QueryInput;
  perspective: Perspective;
  releasePerspective?: Perspective;
  sees: Visibility;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** Serialised by the worker, so that the server thread need not. */
export type QueryResult = {
  kind: 'result';
  json: Uint8Array<ArrayBuffer>;
  query: string;
  tags: string[];
  ms: number;
};

export type QueryResponse =
  | QueryResult
  | { kind: 'error'; status: number; message: string; body: Record<string, unknown> }
  /** For the thorough worker. */
  | { kind: 'late' }
  /** More of it has to be loaded or indexed first. */
  | { kind: 'unfinished' };

/** `limit` is in milliseconds; `news` lets an idle worker catch up. */
export type ToWorker =
  | { kind: 'query'; job: QueryJob; limit: number }
  | { kind: 'news'; datasetId: string; seq: number };

/** The dataset to load before `ready`. */
export type WorkerData = { datasetId: string; file: string; kind: 'fast' | 'slow' };

export type FromWorker = { kind: 'ready' } | QueryResponse;
