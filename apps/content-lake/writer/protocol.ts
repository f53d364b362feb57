import type { SignedIn } from '../access/principal.ts';
import type { SelectionQuery } from '../mutations/mutate.ts';

/** What the writing thread does. `body` is a request's body as it came, to be read there. */
type Commands = {
  mutate: {
    author: SignedIn;
    body: Uint8Array;
    transactionId?: string | undefined;
    dryRun: boolean;
    autoGenerateArrayKeys: boolean;
    /** Keeps `_updatedAt`, and what is said of assets, as the mutations write it. */
    keepTimes: boolean;
    returnDocuments: boolean;
    returnIds: boolean;
    /** The answers to the mutations' queries, and the newest transaction that they tell of. */
    selected?: { seq: number; answers: string[] };
  };
  actions: { author: SignedIn; body: Uint8Array };
  /** Stores what an upload says of its file; revision and times are added. */
  asset: { author: SignedIn; document: { _id: string; _type: string; [field: string]: unknown } };
  /** Publishes a scheduled release. */
  release: { id: string };
  /** Has the assets' addresses begin with this. */
  addresses: { url: string };
  prune: { seq: number; limit: string; budget: number };
  shrink: object;
  /** Lets go of the dataset's file. */
  close: object;
};
export type Kind = keyof Commands;
export type Command<K extends Kind = Kind> = { [P in K]: { kind: P } & Commands[P] }[K];

export type Outcome = {
  /** The answer to a client. */
  json: string;
  /** The command is to be given again with the answers to these queries. */
  select?: SelectionQuery[];
  /** Where to go on. */
  next?: number | undefined;
};

export type ToWriter = {
  job: number;
  dataset: { id: string; file: string };
  /** Of the transaction, unless the client has chosen one: the same when a job is given again. */
  transactionId: string;
  command: Command;
};

export type FromWriter =
  | { job: number; outcome: Outcome }
  /** Refused, with the answer to a client. */
  | { job: number; status: number; message: string; body: Record<string, unknown> }
  /** The lake or its disk is at fault. The code is beside the error, which would lose it on its way. */
  | { job: number; fault: Error; code: unknown };
