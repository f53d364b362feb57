import type { Visibility } from '../access/principal.ts';

export type ListenOptions = {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  mendoza: boolean;
  visibility: 'query' | 'transaction';
  enableResume: boolean;
};

/** A listener's query, and which documents it hears of; `lastEventId` is what it saw before its connection broke. */
export type ListenRequest = {
  query: string;
  params: Record<string, unknown>;
  sees: Visibility;
  identity: string;
  options: ListenOptions;
  lastEventId: string | undefined;
};
export type LiveRequest = { includeDrafts: boolean; lastEventId: string | undefined };
export type StreamRequest = { listen: ListenRequest } | { live: LiveRequest };

/** `dataset` is the id of one; `seq` the newest transaction of it that may be told. */
export type ToReader =
  | { kind: 'open'; stream: number; dataset: string; file: string; seq: number; request: StreamRequest }
  /** The stream has been read to its end, so that there is room for more. */
  | { kind: 'more'; stream: number }
  | { kind: 'end'; stream: number }
  | { kind: 'written'; dataset: string; seq: number }
  | { kind: 'forget'; dataset: string };

/** Text of an event stream, and whether it is the last. */
export type FromReader = { stream: number; text: string; isLast: boolean };
