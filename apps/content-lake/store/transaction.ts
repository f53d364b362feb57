import type { SanityDocument } from './document.ts';

/** What one transaction did to one document. */
export type DocumentChange = {
  id: string;
  /** null: the document did not exist. */
  before: SanityDocument | null;
  /** null: the document was deleted. */
  after: SanityDocument | null;
  /** The mutations as Sanity's API writes them, for listeners and history. */
  mutations: unknown[];
};

/** Mendoza patches that replace the whole document: valid, and readers compute the same differences from them. */
export function mendozaEffects({ before, after }: DocumentChange) {
  return { apply: [0, after], revert: [0, before] };
}

/** A transaction that is on disk. */
export type CommittedTransaction = {
  /** Counts up by one with every transaction of a dataset. */
  seq: number;
  id: string;
  /** Id of the user or token that wrote it. */
  author: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  changes: DocumentChange[];
};
