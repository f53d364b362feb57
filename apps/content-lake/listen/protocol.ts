import type { Visibility } from '../access/principal.ts';
import type { CommittedTransaction } from '../store/transaction.ts';

/** Where a document stands for one listener: it begins to match, still matches, or no longer does. */
type Transition = 'appear' | 'update' | 'disappear';

/** A change that concerns a listener; `change` is its position in the transaction. */
export type Hit = { change: number; transition: Transition };

/** A listener's query, and which documents it hears of. */
export type ListenerFilter = {
  query: string;
  params: Record<string, unknown>;
  sees: Visibility;
  identity: string;
};

export type ToMatcher =
  | ({ kind: 'add'; listener: number } & ListenerFilter)
  | { kind: 'remove'; listener: number }
  /** `only` restricts the answer to one listener, for what it missed while it was away. */
  | { kind: 'match'; request: number; transaction: CommittedTransaction; only: number | null };

export type FromMatcher =
  | {
      kind: 'added';
      listener: number;
      error: { status: number; message: string; body: Record<string, unknown> } | null;
    }
  | { kind: 'matched'; request: number; hits: [listener: number, hits: Hit[]][] };
