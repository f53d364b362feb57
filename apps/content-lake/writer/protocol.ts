import type { CurrentRoles, SignedIn } from '../access/principal.ts';
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
    /** If true, `_updatedAt` and asset fields stay, and references may point to documents of a later transaction. */
    isImport: boolean;
    returnDocuments: boolean;
    returnIds: boolean;
    /** Results of the mutations' queries as of transaction `seq`. */
    selected?: { seq: number; results: string[] };
  };
  actions: { author: SignedIn; body: Uint8Array };
  /** Stores an asset document; revision and times are added. */
  asset: { author: SignedIn; document: { _id: string; _type: string; [field: string]: unknown } };
  publishRelease: { id: string };
  /** `url` is the base of all asset URLs. */
  assetUrls: { url: string };
  /** Prunes the history for `budget` milliseconds. */
  prune: { limits: HistoryLimits; budget: number };
  close: object;
};
export type Kind = keyof Commands;
/** `roles` is set if some documents need an approval. */
export type Command<K extends Kind = Kind> = { [P in K]: { kind: P; roles?: CurrentRoles } & Commands[P] }[K];

export type Outcome = {
  json: string;
  /** Queries to run before the command is repeated with their results. */
  select?: SelectionQuery[];
  /** Set by `prune`; false if another call is needed. */
  isDone?: boolean;
};

export type ToWriter = {
  job: number;
  dataset: { id: string; file: string };
  /** Used unless the client has chosen an id. Retries use the same id. */
  transactionId: string;
  command: Command;
  /** Time limit in milliseconds. Set only for a client's job in the slow thread. */
  limit?: number;
};

export type FromWriter =
  /** The job takes too long for the fast thread. */
  | { job: number; isSlow: true }
  | { job: number; outcome: Outcome }
  /** A LakeError. */
  | { job: number; status: number; message: string; body: Record<string, unknown> }
  /** Any other error, and its `code`, which postMessage would drop. */
  | { job: number; fault: Error; code: unknown };
