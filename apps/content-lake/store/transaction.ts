import type { SanityDocument } from './document.ts';

/** A transaction's effect on one document. */
export type DocumentChange = {
  id: string;
  /** Null for a new document. */
  before: SanityDocument | null;
  /** Null for a deletion. */
  after: SanityDocument | null;
  /** In the form of Sanity's API. */
  mutations: unknown[];
};

/** Mendoza patches that replace the whole document: valid, and readers compute the same differences from them. */
export function mendozaEffects({ before, after }: DocumentChange) {
  return { apply: [0, after], revert: [0, before] };
}

export type CommittedTransaction = {
  /** Consecutive within a dataset. */
  seq: number;
  id: string;
  author: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  changes: DocumentChange[];
};
