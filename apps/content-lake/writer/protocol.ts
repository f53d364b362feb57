import type { SignedIn } from '../access/principal.ts';
import type { SelectionQuery } from '../mutations/apply.ts';
import type { HistoryLimits } from '../store/history-pruner.ts';

/** `body` is the unparsed request body. */
type Commands = {
  mutate: {
    author: SignedIn;
    body: Uint8Array;
    transactionId?: string | undefined;
    tag?: string | undefined;
    dryRun: boolean;
    autoGenerateArrayKeys: boolean;
    /** Keeps `_updatedAt` and asset fields as written; references may point to documents of a later transaction. */
    isImport: boolean;
    returnDocuments: boolean;
    returnIds: boolean;
    /** Results of the mutations' queries as of transaction `seq`. */
    selected?: { seq: number; results: string[] };
  };
  actions: { author: SignedIn; body: Uint8Array };
  /** Stores an asset document; revision and times are added. */
  asset: { author: SignedIn; document: { _id: string; _type: string; [field: string]: unknown } };
  release: { id: string };
  /** Base of the assets' URLs. */
  addresses: { url: string };
  /** Keeps the history within its limits, for `budget` milliseconds. */
  upkeep: { limits: HistoryLimits; budget: number };
  close: object;
};
export type Kind = keyof Commands;
export type Command<K extends Kind = Kind> = { [P in K]: { kind: P } & Commands[P] }[K];

export type Outcome = {
  json: string;
  /** Queries whose results the command needs to run again with. */
  select?: SelectionQuery[];
  /** Of upkeep, which otherwise goes on. */
  isDone?: boolean;
};

export type ToWriter = {
  job: number;
  dataset: { id: string; file: string };
  /** Unless the client chose one; the same on a retry. */
  transactionId: string;
  command: Command;
  /** Milliseconds, for a slow one. */
  limit?: number;
};

export type FromWriter =
  /** It would hold up others for too long, and is to be worked out beside them. */
  | { job: number; isSlow: true }
  | { job: number; outcome: Outcome }
  /** A LakeError. */
  | { job: number; status: number; message: string; body: Record<string, unknown> }
  /** Another error, whose `code` a message would lose. */
  | { job: number; fault: Error; code: unknown };
