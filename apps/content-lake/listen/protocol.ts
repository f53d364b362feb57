import { z } from 'zod';
import type { Visibility } from '../access/principal.ts';
import { flag } from '../json.ts';
import type { ReadRequest } from '../read/read.ts';

export const listenParameters = z.object({
  query: z.string({ error: 'is missing' }),
  includeResult: flag(),
  includePreviousRevision: flag(),
  includeMutations: flag(true),
  effectFormat: z.string().optional(),
  visibility: z.enum(['query', 'transaction']).catch('transaction'),
  enableResume: flag(),
});

/** `lastEventId` is the id of the last event before a reconnect. */
export type ListenRequest = z.infer<typeof listenParameters> & {
  params: Record<string, unknown>;
  sees: Visibility;
  identity: string;
  /** Values of `sanity::projectId()` and `sanity::dataset()`. */
  sanity: { projectId: string; dataset: string };
  lastEventId: string | undefined;
};
export type LiveRequest = { includeDrafts: boolean; lastEventId: string | undefined };
export type EventRequest = { listen: ListenRequest } | { live: LiveRequest };
export type StreamRequest = EventRequest | { read: ReadRequest };

/** `dataset` is the dataset's id, `seq` its newest transaction, and `stream` the stream's number. */
export type ToStreamWorker =
  | {
      kind: 'open';
      stream: number;
      client: string;
      dataset: string;
      file: string;
      seq: number;
      request: StreamRequest;
    }
  | { kind: 'more'; stream: number }
  | { kind: 'end'; stream: number }
  | { kind: 'committed'; dataset: string; seq: number }
  | { kind: 'closeDataset'; dataset: string };

export type FromStreamWorker = {
  stream: number;
  bytes: Uint8Array;
  isLast: boolean;
  error?: { status: number; message: string; body: Record<string, unknown> };
};
