import type { SanityDocument } from './document.ts';

/** A transaction's effect on one document. */
export type DocumentChange = {
  id: string;
  /** Null for a new document. */
  before: SanityDocument | null;
  /** Null for a deletion. */
  after: SanityDocument | null;
  mutations: unknown[];
};

export type CommittedTransaction = {
  /** Consecutive within a dataset. */
  seq: number;
  id: string;
  author: string;
  timestamp: string;
  changes: DocumentChange[];
};
