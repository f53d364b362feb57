import { z } from 'zod';
import type { Visibility } from '../access/principal.ts';
import { flag } from '../json.ts';

/** What a listener may be told in its address, beside the parameters of its query. */
export const listenParameters = z.object({
  query: z.string({ error: 'is missing' }),
  includeResult: flag(),
  includePreviousRevision: flag(),
  includeMutations: flag(true),
  effectFormat: z.string().optional(),
  visibility: z.enum(['query', 'transaction']).catch('transaction'),
  enableResume: flag(),
});

/** A listener's query, and which documents it hears of; `lastEventId` is what it saw before its connection broke. */
export type ListenRequest = z.infer<typeof listenParameters> & {
  params: Record<string, unknown>;
  sees: Visibility;
  identity: string;
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
