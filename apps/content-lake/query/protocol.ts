import type { Visibility } from '../access/principal.ts';
import type { Perspective } from './perspective.ts';

/** `releasePerspective` replaces `perspective` for queries with `sanity::partOfRelease`. */
export type Query = {
  query: string;
  params: Record<string, unknown>;
  perspective: Perspective;
  releasePerspective?: Perspective;
};

export type QueryJob = Query & {
  /** Distinguishes a dataset from a deleted dataset of the same name. */
  datasetId: string;
  file: string;
  /** The query runs on this transaction or a newer one. */
  seq: number;
  sees: Visibility;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** `json` is the result; `ms` the time of its evaluation in milliseconds. */
export type QueryResult = { json: Uint8Array<ArrayBuffer>; tags: string[]; ms: number };

export type FromWorker =
  /** The time limit applies between `begin` and `end`. */
  | { kind: 'begin' | 'end' }
  | { kind: 'result'; result: QueryResult }
  | { kind: 'error'; status: number; message: string; body: Record<string, unknown> };
