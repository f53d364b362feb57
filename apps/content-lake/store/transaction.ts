import type { SanityDocument } from './document.ts';

/** A transaction's effect on one document. */
export type DocumentChange = {
  id: string;
  /** Null for a new document. */
  before: SanityDocument | null;
  /** Null for a deletion. */
  after: SanityDocument | null;
  /** As in Sanity's API. */
  mutations: unknown[];
};

export type CommittedTransaction = {
  /** Consecutive within a dataset. */
  seq: number;
  id: string;
  author: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  changes: DocumentChange[];
};
