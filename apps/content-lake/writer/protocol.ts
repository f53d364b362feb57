import type { SignedIn } from '../access/principal.ts';
import type { SelectionQuery } from '../mutations/mutate.ts';

/** An asset document as it is created; revision and times are added. */
export type NewAssetDocument = { _id: string; _type: string; [field: string]: unknown };

/** What the writing thread does. `body` is a request's body as it came, to be read there. */
export type Command =
  | {
      kind: 'mutate';
      author: SignedIn;
      body: Uint8Array;
      transactionId: string | undefined;
      dryRun: boolean;
      autoGenerateArrayKeys: boolean;
      /** Keeps `_updatedAt`, and what is said of assets, as the mutations write it. */
      keepTimes: boolean;
      returnDocuments: boolean;
      returnIds: boolean;
      /** The answers to the mutations' queries, and the newest transaction that they tell of. */
      selected?: { seq: number; answers: string[] };
    }
  | { kind: 'actions'; author: SignedIn; body: Uint8Array }
  | { kind: 'asset'; author: SignedIn; document: NewAssetDocument }
  /** Publishes a scheduled release. */
  | { kind: 'release'; id: string }
  /** Has the assets' addresses begin with this. */
  | { kind: 'addresses'; url: string }
  | { kind: 'prune'; seq: number; limit: string; budget: number }
  | { kind: 'shrink' }
  /** Lets go of the dataset's file. */
  | { kind: 'close' };

export type Outcome =
  /** The answer to a client, serialised. */
  | { json: string }
  /** To be asked again with the answers to these queries. */
  | { select: SelectionQuery[] }
  /** How far the pruning has come, or null at its end. */
  | { next: number | null };

export type ToWriter = {
  job: number;
  dataset: { id: string; file: string };
  /** Of the transaction, unless the client has chosen one: the same when a job is given again. */
  transactionId: string;
  command: Command;
};

export type FromWriter = { job: number } & (
  | { ok: true; outcome: Outcome }
  /** Refused, with the answer to a client. */
  | { ok: false; status: number; message: string; body: Record<string, unknown> }
  /** The lake or its disk is at fault. */
  | { ok: false; fault: { message: string; stack: string | undefined; code: string } }
);
