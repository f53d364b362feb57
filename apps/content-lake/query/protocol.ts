import type { Visibility } from '../access/principal.ts';
import type { Perspective } from './perspective.ts';

export type ParsedQuery = { query: string; params: Record<string, unknown> };
/** The worker parses a body, as parsing would block the server thread. */
export type QueryInput = ParsedQuery | { body: Uint8Array };

export type QueryJob = {
  /** Distinguishes a dataset from a deleted dataset of the same name. */
  datasetId: string;
  file: string;
  /** The worker runs the query on this transaction or a newer one. */
  seq: number;
  input: QueryInput;
  perspective: Perspective;
  releasePerspective?: Perspective;
  sees: Visibility;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** `json` is serialised by the worker to spare the server thread. */
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
  /** The slow worker runs the query instead. */
  | { kind: 'timeout' }
  /** Loading or indexing continues when the query runs again. */
  | { kind: 'unfinished' };

/** `limit` is in milliseconds. */
export type ToWorker =
  | { kind: 'query'; job: QueryJob; limit: number }
  | { kind: 'catchUp'; datasetId: string; seq: number };

/** `datasetId` is loaded before the worker is `ready`. */
export type WorkerData = { datasetId: string; file: string; kind: 'fast' | 'slow' };

export type FromWorker = { kind: 'ready' } | QueryResponse;
